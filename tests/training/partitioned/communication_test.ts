import assert from "node:assert/strict";
import { rangeBlocks } from "../../../graph/partitions/range_block.ts";
import { equalEdgeRanges } from "../../../graph/partitions/ranges.ts";
import { LINKS, ringAllReduceSeconds } from "../../../hardware/models/interconnect.ts";
import { UsageError } from "../../../platform/errors.ts";
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
  const cluster: Cluster = { ...ROC_CLUSTER, devicesPerNode: 0 };
  assert.throws(() => communicate(blocksOf(2), { layers: LAYERS, work: "training", cluster }), UsageError);
});
