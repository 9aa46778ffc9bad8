import assert from "node:assert/strict";
import { rangeBlocks } from "../../../graph/partitions/range_block.ts";
import { equalEdgeRanges } from "../../../graph/partitions/ranges.ts";
import { LINKS, ringAllReduceSeconds } from "../../../hardware/models/interconnect.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { type Cluster, communicate, ROC_CLUSTER } from "../../../training/partitioned/communication.ts";
import { partitionedLayers } from "../../../training/partitioned/layer_widths.ts";
import { graphOf, plantedGraph } from "../../graph/graph_fixture.ts";

const GRAPH = plantedGraph({ vertices: 800, community: 40, edges: 6000, inside: 0.7, seed: 1 });
const LAYERS = partitionedLayers(gcn({ classes: 5, hidden: 16, order: "aggregate-first" }), 100);
const blocksOf = (parts: number) => rangeBlocks(GRAPH, equalEdgeRanges(GRAPH, parts).offsets);

Deno.test("each remote row travels once a layer and block, its gradient back where a layer is below", () => {
  const blocks = blocksOf(4);
  const rows = blocks.reduce((sum, { begin, end, sources }) => sum + sources.length - (end - begin), 0);
  assert.ok(rows > 0);
  const training = communicate(blocks, { layers: LAYERS, work: "training" });
  assert.deepEqual(training.activationBytes, [400 * rows, 64 * rows]);
  assert.deepEqual(training.activationGradientBytes, [0, 64 * rows]);
  assert.equal(training.parameterGradientBytes, 4 * (100 * 16 + 16 * 5));
  const inference = communicate(blocks, { layers: LAYERS, work: "inference" });
  assert.deepEqual(inference.activationBytes, training.activationBytes);
  assert.deepEqual([inference.activationGradientBytes, inference.parameterGradientBytes], [[0, 0], 0]);
  assert.ok(inference.seconds > 0 && inference.seconds < training.seconds);
});

Deno.test("one device sends nothing; more nodes than one cost more latency", () => {
  const { seconds, activationBytes } = communicate(blocksOf(1), { layers: LAYERS, work: "training" });
  assert.deepEqual([seconds, activationBytes], [0, [0, 0]]);
  const ofParts = [2, 4, 8, 16].map((parts) =>
    communicate(blocksOf(parts), { layers: LAYERS, work: "training" }).seconds
  );
  for (let i = 1; i < ofParts.length; i++) assert.ok(ofParts[i] > ofParts[i - 1], ofParts.join());
});

Deno.test("seconds are those of the links, worked out by hand", () => {
  // Vertices 0 and 1 on the first device, 2 and 3 on the second: 0 reads 2 and 3; 2 reads 1.
  const graph = graphOf(4, [[2, 0], [3, 0], [1, 2]]);
  const blocks = rangeBlocks(graph, Uint32Array.of(0, 2, 4));
  const link = (latencySeconds: number, bytesPerSecond: number) => ({
    name: "",
    source: "",
    latencySeconds,
    bytesPerSecond,
  });
  const inside = link(1, 10), between = link(100, 1);
  const layers = partitionedLayers(gcn({ classes: 5, hidden: 16, layers: 1, order: "aggregate-first" }), 100);
  const seconds = (devicesPerNode: number) =>
    communicate(blocks, {
      layers,
      work: "training",
      cluster: { devicesPerNode, insideNode: inside, betweenNodes: between } as const,
    }).seconds;
  const bytes = 100 * 5 * 4, busiest = 2 * 400;
  assert.equal(seconds(2), ringAllReduceSeconds(inside, { bytes, ranks: 2 }) + 1 + busiest / 10);
  assert.equal(
    seconds(1),
    ringAllReduceSeconds(between, { bytes, ranks: 2 }) + (1 + busiest / 10) + (100 + busiest),
  );
});

/** Seconds of one exchange, by what each device and each node's card sends and receives. */
function exchangeByParties(bytes: readonly (readonly number[])[], cluster: Cluster): number {
  const { devicesPerNode: size, insideNode, betweenNodes } = cluster;
  const devices = [...bytes.keys()], nodes = [...new Set(devices.map((device) => Math.floor(device / size)))];
  const sum = (from: (device: number) => boolean, to: (device: number) => boolean) =>
    sumOf(
      devices.filter(from).flatMap((i) => devices.filter((j) => j !== i && to(j)).map((j) => bytes[i][j])),
    );
  const any = () => true, nodeIs = (node: number) => (device: number) => Math.floor(device / size) === node;
  // What leaves a node or enters it, which its card passes on.
  const cards = nodes.map((node) => {
    const isOwn = nodeIs(node), isOther = (device: number) => !isOwn(device);
    return Math.max(sum(isOwn, isOther), sum(isOther, isOwn));
  });
  const inside = nodes.map((node) => {
    const own = devices.filter(nodeIs(node)), parties = own.length + (nodes.length > 1 ? 1 : 0);
    const busiest = own.map((device) =>
      Math.max(sum((i) => i === device, any), sum(any, (j) => j === device))
    );
    if (parties < 2) return 0;
    return Math.max(...busiest, cards[node]) / insideNode.bytesPerSecond +
      (parties - 1) * insideNode.latencySeconds;
  });
  const between = nodes.length < 2
    ? 0
    : Math.max(...cards) / betweenNodes.bytesPerSecond + (nodes.length - 1) * betweenNodes.latencySeconds;
  return Math.max(...inside) + between;
}

Deno.test("seconds are those of the busiest device, card and node, with a node that is not full too", () => {
  const link = (latencySeconds: number, bytesPerSecond: number) => ({
    name: "",
    source: "",
    latencySeconds,
    bytesPerSecond,
  });
  for (const [parts, devicesPerNode] of [[5, 2], [4, 2], [3, 4], [7, 3], [3, 1]]) {
    for (
      const [insideNode, betweenNodes] of [[link(1e-3, 1e6), link(7e-2, 3e5)], [link(0, 1e5), link(0, 1e9)]]
    ) {
      const cluster = { devicesPerNode, insideNode, betweenNodes }, blocks = blocksOf(parts);
      const rows = blocks.map(({ begin, end }, from) =>
        blocks.map(({ sources }, to) => from === to ? 0 : sources.filter((v) => v >= begin && v < end).length)
      );
      const back = rows.map((_, to) => rows.map((sent) => sent[to]));
      const exchange = (each: typeof rows, width: number) =>
        exchangeByParties(each.map((row) => row.map((count) => 4 * width * count)), cluster);
      const forward = exchange(rows, 100) + exchange(rows, 16), bytes = 4 * (100 * 16 + 16 * 5);
      const sums = ringAllReduceSeconds(insideNode, { bytes, ranks: Math.min(parts, devicesPerNode) }) +
        ringAllReduceSeconds(betweenNodes, { bytes, ranks: Math.ceil(parts / devicesPerNode) });
      const wanted = { inference: forward, training: forward + exchange(back, 16) + sums };
      for (const work of ["inference", "training"] as const) {
        const { seconds } = communicate(blocks, { layers: LAYERS, work, cluster });
        assert.ok(Math.abs(seconds / wanted[work] - 1) < 1e-12, `${parts}: ${seconds}, not ${wanted[work]}`);
      }
    }
  }
});

Deno.test("inputs that are copied from the node's memory are sent between nodes alone; gradients as ever", () => {
  const seconds = (devicesPerNode: number, work: "training" | "inference", inputsCopied: boolean) =>
    communicate(blocksOf(2), {
      layers: LAYERS,
      work,
      inputsCopied,
      cluster: { ...ROC_CLUSTER, devicesPerNode },
    }).seconds;
  const near = (got: number, wanted: number) =>
    assert.ok(Math.abs(got - wanted) <= 1e-9 * wanted, `${got}, not ${wanted}`);
  assert.equal(seconds(2, "inference", true), 0);
  near(seconds(2, "training", true), seconds(2, "training", false) - seconds(2, "inference", false));
  const { insideNode, betweenNodes } = ROC_CLUSTER,
    [to, from] = [[0, 1], [1, 0]].map(([at, other]) => {
      const own = blocksOf(2)[at], { begin, end } = blocksOf(2)[other];
      return own.sources.filter((vertex) => vertex >= begin && vertex < end).length;
    });
  const most = Math.max(to, from),
    over = ({ latencySeconds, bytesPerSecond }: typeof insideNode, width: number) =>
      latencySeconds + 4 * width * most / bytesPerSecond;
  near(seconds(1, "inference", true), over(betweenNodes, 100) + over(betweenNodes, 16));
});

Deno.test("roc's machine has four GPUs a node, and a node without a device is refused", () => {
  assert.deepEqual([ROC_CLUSTER.devicesPerNode, ROC_CLUSTER.betweenNodes], [4, LINKS["infiniband-edr"]]);
  for (const devicesPerNode of [0, 1.5]) {
    const cluster: Cluster = { ...ROC_CLUSTER, devicesPerNode };
    assert.throws(
      () => communicate(blocksOf(2), { layers: LAYERS, work: "training", cluster }),
      (error) => error instanceof UsageError && error.message.includes(`${devicesPerNode} devices a node`),
    );
  }
});
