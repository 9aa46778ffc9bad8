/**
 * The suites of roc's memory manager and of its accuracies: what they join, and what their claims are decided
 * from. @module
 */
import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { findPaper } from "../../../experiments/papers.ts";
import { matches, readPublished } from "../../../experiments/published/mod.ts";
import { figure10 } from "../../../experiments/roc/memory/figure_10.ts";
import { figure4 } from "../../../experiments/roc/memory/figure_4.ts";
import { figure6 } from "../../../experiments/roc/accuracy/figure_6.ts";
import { figure7 } from "../../../experiments/roc/accuracy/figure_7.ts";
import { oneMapCommNet, publishedOperations } from "../../../experiments/roc/memory/managed_graphs.ts";
import { fewestLoads, randomOperations } from "../../../experiments/roc/memory/plan_search.ts";
import { residualError } from "../../../experiments/roc/accuracy/residual_algebra.ts";
import { table3 } from "../../../experiments/roc/memory/table_3.ts";
import { declaredCells } from "../../../experiments/session/verdicts/declared_cells.ts";
import { NO_DATASET } from "../../../experiments/lab.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { Row, Sample } from "../../../results/row.ts";
import { assertOperationGraph, countStates, ginExample } from "../../../training/memory_manager/mod.ts";
import { runComparison, testLab } from "../lab.ts";

const SUITES = [table3, figure4, figure6, figure7, figure10];

Deno.test("every cell of these suites that says so is a published row's, and every number of their artifacts has a cell", () => {
  const cells = declaredCells(SUITES), rows = readPublished(findPaper("roc"));
  assert.deepEqual(cells.filter(({ key }) => !rows.some((row) => matches(row, key))), []);
  const artifacts = [
    "Table 3",
    "Section 5",
    "Section 7.4",
    "Section 7.5",
    "Section 7.7",
    "Figure 6",
    "Figure 7",
    "Figure 10",
  ];
  const wanted = rows.filter(({ artifact, reason }) => artifacts.includes(artifact) && reason !== "setting");
  assert.equal(wanted.length, 8 + 2 + 2 + 1 + 4 + 4 + 6);
  for (const row of wanted) assert.ok(cells.some(({ key }) => matches(row, key)), row.claimId);
});

Deno.test("a printed bar is joined to its own policy alone", () => {
  const cells = declaredCells(SUITES), rows = readPublished(findPaper("roc"));
  const cellsOf = (claimId: string) => {
    const row = rows.find((each) => each.claimId === claimId)!;
    return cells.filter(({ key }) => matches(row, key)).map(({ cell }) => cell);
  };
  assert.deepEqual(cellsOf("roc.f10.lru.transfer"), ["roc/figure-10:capacity:2.25:lru"]);
  assert.deepEqual(cellsOf("roc.f10.dp.time"), ["roc/figure-10:epoch:dynamic-program"]);
  assert.deepEqual(cellsOf("roc.s7_4.roc-epochs"), ["roc/figure-6:target:two-epochs:roc"]);
  assert.deepEqual(cellsOf("roc.intro.transfer"), ["roc/figure-10:capacity:2.25:dynamic-program"]);
  const frameworks = cellsOf("roc.meta.speedup");
  assert.equal(frameworks.length, 9);
  for (const cell of frameworks) assert.match(cell, /^roc\/figure-4:pubmed:\w+:policy:/);
  assert.deepEqual(cellsOf("roc.f7.graphsage"), ["roc/figure-7:best:graphsage"]);
});

Deno.test("the search of all schedules gives the example's loads, and random graphs are valid", () => {
  const graph = ginExample();
  const loads = [33, 34, 35, 1000].map((capacity) => fewestLoads(graph, capacity));
  assert.deepEqual(loads, [Infinity, 30, 20, 20]);
  for (let seed = 0; seed < 50; seed++) assertOperationGraph(randomOperations(seed));
  assert.deepEqual(randomOperations(3), randomOperations(3));
});

Deno.test("CommNet with one map a layer is a chain of four operations a layer", () => {
  for (const layers of [1, 2, 3]) {
    const graph = oneMapCommNet("reddit", { hidden: 256, layers });
    assert.equal(graph.operations.length, 4 * layers);
    assert.equal(countStates(graph).states, 4 * layers);
  }
  const maps = publishedOperations({ model: "CommNet", graph: "reddit", hidden: 256, layers: 2 });
  assert.ok(countStates(maps).states > 16);
});

Deno.test("the residual GCN's scores are those of the printed rule", async () => {
  for (const layers of [1, 2, 4]) assert.ok(await residualError(layers, 5) < 1e-12);
});

/** Rows and samples of a suite at smoke sizes, of which these cells are skipped and all others measured. */
async function smokeEvidence(suite: Suite, skipped: readonly string[] = []): Promise<SuiteEvidence> {
  const device = openWasmDevice({ threads: 2 });
  try {
    const lab = testLab(device), rows: Row[] = [], samples: Sample[] = [];
    const loaded = new Map([["", NO_DATASET]]);
    for (const workload of suite.workloads(PROFILES.smoke)) {
      const { dataset: name = "" } = workload;
      if (!loaded.has(name)) loaded.set(name, await loadDataset(name));
      // Other systems, which may or may not be set up, have tests of their own.
      const own = suite.contenders.filter(({ runtime }) => runtime === undefined);
      const outcome = await runComparison(lab, {
        suite,
        workload,
        contenders: own,
        dataset: loaded.get(name)!,
      });
      rows.push(...outcome.rows as Row[]);
      samples.push(...outcome.samples as Sample[]);
    }
    assert.equal(device.ledger.live, 0, "nothing stays on the device");
    const unmeasured = rows.filter(({ status }) => status !== "ok");
    assert.deepEqual(
      unmeasured.filter(({ status, cell }) => status !== "skipped" || !skipped.includes(cell))
        .map(({ cell, reason }) => [cell, reason]),
      [],
    );
    assert.deepEqual(new Set(unmeasured.map(({ cell }) => cell)), new Set(skipped));
    return new SuiteEvidence(suite.id, { rows, samples }, 1);
  } finally {
    device.close();
  }
}

function decide(suite: Suite, claim: string, evidence: SuiteEvidence): readonly ClaimPart[] {
  return suite.claims.find(({ claimId }) => claimId === `roc.q.${claim}`)!.decide(evidence);
}

const holds = (part: ClaimPart) => part.kind === "exact" && part.holds;

Deno.test("Table 3's claims hold for the dynamic program, and the same counts catch LRU", async () => {
  const evidence = await smokeEvidence(table3);
  for (const claim of ["active-tensors", "dp-optimal", "dp-monotone", "dp-never-worse"]) {
    assert.ok(decide(table3, claim, evidence).every(holds), claim);
  }
  const lru = evidence.row({ workload: "random", contender: "lru" }, "not_optimal").median!;
  const streaming = evidence.row({ workload: "random", contender: "streaming" }, "not_optimal").median!;
  assert.ok(lru > 0 && streaming > lru);
  assert.deepEqual(decide(table3, "state-count", evidence).map(({ kind }) => kind), [
    "exact",
    "exact",
    "open",
  ]);
});

Deno.test("Figure 10 models the order of loads, and measures epochs whose loads keep it", async () => {
  const evidence = await smokeEvidence(figure10);
  const [order, ...others] = decide(figure10, "transfer-order", evidence);
  assert.deepEqual(others, []);
  assert.ok(order.kind === "open", "the order of loads turns, and no capacity is printed");
  assert.match(order.text, /at a capacity of 2 to 2\.6 within 1\.42 to 16 GB/);
  assert.equal(order.reason, "it turns between 1.9 and 2 GB, and between 2.6 and 2.7 GB");
  const loaded = ["dynamic-program", "lru", "streaming"].map((contender) =>
    evidence.row({ workload: "epoch", contender }, "loaded_volume").median!
  );
  assert.ok(0 < loaded[0] && loaded[0] <= loaded[1] && loaded[1] < loaded[2], String(loaded));
  assert.equal(decide(figure10, "time-order", evidence).length, 4);
});

Deno.test("Figure 4 lets only the ledger's least bytes above the card show that a framework does not fit", async () => {
  const evidence = await smokeEvidence(figure4);
  const kinds = decide(figure4, "reddit-oom", evidence).map((part) => holds(part) ? "holds" : part.kind);
  assert.deepEqual(kinds, [1, 2, 3].flatMap(() => ["holds", "open", "open", "holds"]));
  assert.equal(decide(figure4, "single-gpu-comparable", evidence).length, 9);
  assert.ok(evidence.readPolicy);
});

Deno.test("accuracies of Figures 6 and 7 are percentages, and every claim finds what it asks for", async () => {
  const sixth = await smokeEvidence(figure6);
  // The rule of residual layers is asked of residual networks alone.
  const others = ["graphsage", "gcn", "fastgcn"].map((id) => `roc/figure-7:shape:${id}`);
  const seventh = await smokeEvidence(figure7, others);
  // A smoke run has 55 test vertices and trains for a few epochs: some systems hit none of them.
  const accuracies = [
    ...figure6.contenders.map(({ id: contender }) =>
      sixth.row({ workload: "target:end", contender }, "final_accuracy").median!
    ),
    ...figure7.contenders.map(({ id: contender }) =>
      seventh.row({ workload: "best", contender }, "best_accuracy").median!
    ),
  ];
  assert.ok(accuracies.every((percent) => percent >= 0 && percent <= 100), String(accuracies));
  assert.ok(accuracies.some((percent) => percent > 1), String(accuracies));
  assert.equal(decide(figure6, "more-epochs", sixth).length, 1);
  assert.ok(decide(figure6, "time-to-accuracy", sixth).length > 2);
  assert.ok(decide(figure7, "residual-shape", seventh).every(holds));
  assert.equal(decide(figure7, "depth-width", seventh).length, 5);
  assert.equal(decide(figure7, "reference-order", seventh).length, 3);
});
