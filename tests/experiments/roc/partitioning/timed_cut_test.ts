/** Modelled iterations from the times of partitions. @module */
import assert from "node:assert/strict";
import { changedCluster, CHANGES } from "../../../../experiments/roc/partitioning/changed_links.ts";
import {
  balanceOf,
  iterationRounds,
  slowest,
  type TimedCut,
} from "../../../../experiments/roc/partitioning/timed_cut.ts";
import { rangeBlocks } from "../../../../graph/partitions/range_block.ts";
import { gcn } from "../../../../training/models/gcn.ts";
import { communicate, partitionedLayers, ROC_CLUSTER } from "../../../../training/partitioned/mod.ts";
import { plantedGraph } from "../../../graph/graph_fixture.ts";

const GRAPH = plantedGraph({ vertices: 120, community: 20, edges: 900, inside: 0.6, seed: 1 });
const LAYERS = partitionedLayers(gcn({ classes: 4, hidden: 8, order: "aggregate-first" }), 12);
const TIMES = [[4, 4, 9], [6, 5, 5], [2, 3, 1]].map((ms) => ({
  ms,
  check: { ok: true, relErr: 0, tolerance: 0, checkedRows: 1 },
  timer: "wall" as const,
}));
const CUT: TimedCut = {
  blocks: rangeBlocks(GRAPH, Uint32Array.of(0, 40, 90, 120)),
  times: new Map(TIMES.entries()),
};
const [AS_IS] = CHANGES, FAST = CHANGES.find(({ devices }) => devices > 1)!;
const shared = { layers: LAYERS, work: "training", cluster: ROC_CLUSTER } as const;

Deno.test("the slowest partition is so by its median, and one round's outlier makes none; copies count", () => {
  assert.equal(slowest(CUT), 1);
  assert.equal(slowest(CUT, (place) => place === 2 ? 10 : 0), 2);
  const { check, timer } = TIMES[1];
  assert.deepEqual(balanceOf(CUT), { imbalance: 5 / ((4 + 5 + 2) / 3), slowest: { ms: 5, check, timer } });
});

Deno.test("an iteration is its slowest partition and what is sent, under each change of the links", () => {
  for (const change of CHANGES) {
    const { seconds } = communicate(CUT.blocks, { ...shared, cluster: changedCluster(ROC_CLUSTER, change) });
    assert.ok(seconds > 0);
    const wanted = [6, 5, 5].map((ms) => ms / change.devices + 1e3 * seconds);
    assert.deepEqual(iterationRounds(CUT, { ...shared, change }), wanted);
  }
  const of = (id: string) =>
    iterationRounds(CUT, { ...shared, change: CHANGES.find((each) => each.id === id)! })[0];
  assert.ok(of("latency_quarter") < of("") && of("") < of("latency_x4"));
  assert.ok(of("bandwidth_x2") < of("") && of("") < of("bandwidth_half"));
});

Deno.test("faster devices copy no faster: another partition may be the slowest then", () => {
  const copyMs = (block: TimedCut["blocks"][number]) => block.begin === 90 ? 2 : 0;
  const [first] = iterationRounds(CUT, { ...shared, change: AS_IS, copyMs });
  assert.ok(first > 6 && first < 7);
  const [fast] = iterationRounds(CUT, { ...shared, change: FAST, copyMs });
  assert.ok(fast > 2 && fast < 3, `${fast}`);
});

Deno.test("rows of other devices that are among the copies are not sent as well", () => {
  const options = { ...shared, cluster: changedCluster(ROC_CLUSTER, AS_IS) };
  const sent = 1e3 * communicate(CUT.blocks, options).seconds;
  const copied = 1e3 * communicate(CUT.blocks, { ...options, inputsCopied: true }).seconds;
  assert.ok(copied < sent);
  const [alone] = iterationRounds(CUT, { ...shared, change: AS_IS });
  const [withCopies] = iterationRounds(CUT, { ...shared, change: AS_IS, copyMs: () => 0 });
  assert.ok(Math.abs(alone - withCopies - (sent - copied)) < 1e-9);
});
