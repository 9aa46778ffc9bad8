import assert from "node:assert/strict";
import { memoryFacts } from "../../../../experiments/hetu-gnn/epochs/epoch_memory.ts";
import { table4Memory } from "../../../../experiments/hetu-gnn/epochs/table_4_memory.ts";
import type { GraphId } from "../../../../experiments/hetu-gnn/paper_graphs.ts";
import { factList } from "../../../../experiments/metrics.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";

const GIB = 2 ** 30;
const REDDIT = { vertices: 232965, edges: 114848857, features: 602 };

function values(graph: GraphId, contender: string): Record<string, number> {
  const stored = table4Memory.contenders.find(({ id }) => id === contender)!;
  const facts = factList(memoryFacts(graph, stored), table4Memory.metrics);
  assert.ok(facts.every(({ source }) => source === "modelled"));
  return Object.fromEntries(facts.map(({ metric, value }) => [metric, value as number]));
}

const near = (got: number, bytes: number) =>
  assert.ok(Math.abs(got * GIB - bytes) <= 1e-9 * bytes, `${got} GiB`);

Deno.test("the copies of the adjacency are those of each system, byte by byte", () => {
  const { vertices: n, edges } = REDDIT;
  near(values("reddit", "own").adjacency_memory, 4 * (n + 1) + 8 * edges);
  near(values("reddit", "policy:pytorch").adjacency_memory, 20 * edges);
  near(values("reddit", "policy:dgl").adjacency_memory, 16 * edges + 2 * (8 * (n + 1) + 16 * edges));
});

Deno.test("a peak is the sum of its parts, holds the features, and another system's is above ours", () => {
  for (const { graph } of table4Memory.workloads(PROFILES.standard)) {
    const own = values(graph, "own");
    for (const { id: contender } of table4Memory.contenders) {
      const { peak_memory, adjacency_memory, feature_memory, other_memory } = values(graph, contender);
      assert.ok(Math.abs(peak_memory - adjacency_memory - feature_memory - other_memory) < 1e-9);
      assert.ok(other_memory > 0);
      if (contender !== "own") assert.ok(peak_memory > own.peak_memory, `${graph} ${contender}`);
    }
  }
  const { features, vertices } = REDDIT;
  assert.ok(values("reddit", "own").feature_memory * GIB >= 4 * features * vertices);
});

Deno.test("DGL keeps a normalised copy of the features beside them", () => {
  const { vertices: n, features, edges } = REDDIT;
  const { other_memory } = values("reddit", "policy:dgl");
  const scaled = 4 * n * (features + 128);
  assert.ok(other_memory * GIB > scaled && other_memory * GIB < scaled + 20 * edges);
});
