import assert from "node:assert/strict";
import { figure7 } from "../../../../experiments/hetu-gnn/convergence/figure_7.ts";
import { GRAPHS, graphWorkloads } from "../../../../experiments/hetu-gnn/paper_graphs.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import { estimate } from "../../../../experiments/session/planning/estimate.ts";

Deno.test("the published profile takes the graphs themselves, the others stand-ins that keep the degree", () => {
  for (const profile of Object.values(PROFILES)) {
    for (const { graph, dataset } of graphWorkloads(profile)) {
      if (profile.id === "paper") assert.equal(dataset, graph);
      else assert.equal(dataset, `${graph}@1/${GRAPHS[graph].scale[profile.id]}`);
    }
  }
});

Deno.test("no graph of a training suite is above its profile's maximum", () => {
  for (const profile of ["smoke", "standard"] as const) {
    const { comparisons } = estimate(["hetu-gnn/table-4", "hetu-gnn/figure-7"], { profile });
    assert.ok(comparisons.length > 4);
    for (const { dataset, storedEdges } of comparisons) {
      assert.ok(storedEdges <= PROFILES[profile].maxStoredEdges, `${dataset}: ${storedEdges}`);
    }
  }
});

Deno.test("the checkpoints of Figure 7 end at the length that its profile trains", () => {
  const epochs = (profile: keyof typeof PROFILES) =>
    figure7.workloads(PROFILES[profile]).map(({ epoch }) => epoch);
  assert.equal(epochs("smoke").at(-1), 10);
  assert.equal(epochs("standard").at(-1), 60);
  assert.deepEqual(epochs("standard"), epochs("paper"));
});
