/** Regimes of claims about sampled mini-batches: at their boundaries, as rows decide them, and in sessions. @module */
import assert from "node:assert/strict";
import { datasetRecord } from "../../../datasets/registry.ts";
import { loadDataset } from "../../../datasets/load.ts";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { TABLE_3_CLAIMS } from "../../../experiments/fastgl/aggregation/table_3_claims.ts";
import { FIGURE_10_A_CLAIMS } from "../../../experiments/fastgl/feature_loading/figure_10_a_claims.ts";
import { table4 } from "../../../experiments/fastgl/feature_loading/table_4.ts";
import { sampledRegime } from "../../../experiments/fastgl/sampled_premises.ts";
import { distinctBatches, firstEpoch, wholeBatches } from "../../../experiments/fastgl/sampled_epoch.ts";
import { kernelsOfCard } from "../../../experiments/fastgl/scalability/products_sweep_claims.ts";
import { FOUR_GRAPHS, sampledGraph } from "../../../experiments/fastgl/sampling_graphs.ts";
import { memoryIoPhase } from "../../../experiments/fastgl/training/training_premises.ts";
import { findPaper } from "../../../experiments/papers.ts";
import { type PremiseCondition, premiseOf } from "../../../experiments/premises/condition.ts";
import { LONG_CALLS } from "../../../experiments/premises/long_calls.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { decideClaims } from "../../../experiments/session/verdicts/claim_verdicts.ts";
import type { ClaimRule, Suite } from "../../../experiments/suite.ts";
import type { Row } from "../../../results/row.ts";
import { matchedBatches, matchRegime } from "../../../experiments/fastgl/match_premises.ts";
import { filledDevice } from "../../../experiments/fastgl/kernel_premises.ts";

/** Row of a metric of one cell, measured on two CPU threads unless something else is said. */
function rowOf(suite: string, cell: { readonly workload: string; readonly contender: string }, {
  metric,
  ...rest
}: Partial<Row> & { readonly metric: string }): Row {
  const { workload, contender } = cell;
  return {
    ...{ suite, cell: `${suite}:${workload}:${contender}`, contender, metric, status: "ok", unit: "1" },
    ...{ dataset: workload, dataset_kind: "stand-in", source: "measured", backend: "wasm" },
    ...{ adapter_kind: "none", threads: 2, n: 1, reason: "", profile: "standard", ...rest },
  } as Row;
}

const CELL = { workload: "reddit", contender: "c" };

/** Whether conditions hold where one cell has these values. */
function isMet(
  conditions: readonly PremiseCondition[],
  values: Readonly<Record<string, number>>,
  { callMs, backend = "wasm" }: { readonly callMs?: number; readonly backend?: string } = {},
): boolean {
  const rows = Object.entries(values).map(([metric, median]) =>
    rowOf("s", CELL, { metric, median, backend, unit: metric === "time" ? "ms" : "1" })
  );
  const measured = { rows, samples: [], ...(callMs !== undefined && { callMs }) };
  return premiseOf(conditions, new SuiteEvidence("s", measured, 1)).met;
}

Deno.test("batches of 256 seeds, ten of them, of about the paper's share and overlap, all whole: and nothing less", () => {
  const within = {
    ...{ batch_seeds: 256, distinct_batches: 10, batch_over_vertices: 2, match_gap: -10, ragged_batches: 0 },
  };
  const conditions = matchedBatches(["reddit"], "c");
  assert.ok(isMet(conditions, within));
  assert.ok(isMet(conditions, { ...within, batch_over_vertices: 0.5, match_gap: 10 }));
  for (
    const [metric, value] of [
      ...[["batch_seeds", 255], ["distinct_batches", 9], ["ragged_batches", 1]] as const,
      ...[["batch_over_vertices", 2.01], ["batch_over_vertices", 0.49]] as const,
      ...[["match_gap", 10.1], ["match_gap", -10.1]] as const,
    ]
  ) {
    assert.ok(!isMet(conditions, { ...within, [metric]: value }), `${metric} = ${value}`);
  }
});

Deno.test("a batch of 8000 seeds of the published graph covers the paper's share, and other batches their own", () => {
  const { vertices } = datasetRecord("reddit").counts;
  const at = (seeds: number, paperSeeds?: number) =>
    sampledRegime({
      graph: "reddit",
      vertices,
      seeds,
      distinct: 1,
      ...(paperSeeds !== undefined && { paperSeeds }),
    }).batch_over_vertices;
  assert.deepEqual([at(8000), at(4000), at(12_000, 12_000)], [1, 0.5, 1]);
  const { match_gap: gap } = matchRegime({ graph: "mag", matchDegree: 46.9, ragged: 0 });
  assert.ok(Math.abs(gap as number - 11.6) < 1e-9, "Table 4 prints 35.3");
});

Deno.test("memory IO is a phase as the paper's where aggregation runs at a quarter to four times its card's rate", () => {
  const conditions = memoryIoPhase(["reddit"], "c");
  const within = { batch_seeds: 256, distinct_batches: 15, naive_over_printed: 0.25 };
  assert.ok(isMet(conditions, within));
  assert.ok(isMet(conditions, { ...within, naive_over_printed: 4 }));
  assert.ok(!isMet(conditions, { ...within, naive_over_printed: 0.013 }));
  assert.ok(!isMet(conditions, { ...within, naive_over_printed: 4.1 }));
});

Deno.test("what computation hides of sampling is asked where it runs at about the rate of the paper's card", () => {
  const text = "naive aggregation's rate over the printed one in 0.25 to 4";
  const rate = kernelsOfCard(["f5-10"]).find((condition) => condition.text === text)!;
  const metAt = (naive_over_printed: number) => {
    const row = rowOf("s", { workload: "f5-10", contender: "policy:fastgl" }, {
      metric: "naive_over_printed",
      median: naive_over_printed,
    });
    return rate.find(new SuiteEvidence("s", { rows: [row], samples: [] }, 1)).met;
  };
  assert.deepEqual([0.0148, 0.25, 1, 4.1].map(metAt), [false, true, true, false]);
});

Deno.test("kernels fill the device and are not made of calls", () => {
  const conditions = filledDevice([CELL]);
  const within = { time: 1, work_items: 16, calls: 10 };
  assert.ok(isMet(conditions, within, { callMs: 0.01 }));
  assert.ok(!isMet(conditions, { ...within, work_items: 15 }, { callMs: 0.01 }), "two threads want 16 items");
  assert.ok(!isMet(conditions, { ...within, calls: 11 }, { callMs: 0.01 }), "calls take 11 %");
  assert.ok(!isMet(conditions, within, { callMs: 0.01, backend: "webgpu" }), "a GPU has more threads");
});

/** Text of the condition on work items of a claim, over rows of one cell each on a GPU. */
function workText({ premise = [] }: ClaimRule, rows: readonly Row[]): string {
  const condition = premise.find(({ text }) => text === "work items over threads >= 8");
  return condition!.find(new SuiteEvidence(rows[0].suite, { rows, samples: [] }, 1)).text;
}

Deno.test("loading fills a GPU by the features of a mini-batch, a sweep by the words that it reads", () => {
  const [cacheRatio] = FIGURE_10_A_CLAIMS, [bandwidth] = TABLE_3_CLAIMS;
  const loaded = (dataset: string, traffic: number, seeds: number) =>
    Object.entries({ traffic, batch_seeds: seeds }).map(([metric, median]) =>
      rowOf("s", { workload: "c0", contender: "policy:gnnlab" }, {
        metric,
        median,
        dataset,
        backend: "webgpu",
      })
    );
  // 3,171 of 39,500 vertices are trained on: 12 mini-batches of 256, which load 80.4 M floats.
  assert.equal(
    workText(cacheRatio, loaded("ogbn-products@1/62", 321.7776, 256)),
    "work items over threads of a mini-batch of ogbn-products@1/62 is 25.6, 8 or more is wanted",
  );
  assert.match(workText(cacheRatio, loaded("ogbn-products@1/62", 32.17776, 256)), /is 2.56, 8 or more/);

  const sweeps = (ms: number) =>
    ["l1", "l2", "global"].flatMap((contender) =>
      Object.entries({ bandwidth: 1000, time: ms }).map(([metric, median]) =>
        rowOf("s", { workload: "sweep", contender }, { metric, median, unit: "ms", backend: "webgpu" })
      )
    );
  // 1000 GB/s for 4 ms: 4 GB, 1e9 words over 2^18 threads.
  assert.match(workText(bandwidth, sweeps(4)), /of a sweep of l1 is 3810, 8 or more/);
  assert.match(workText(bandwidth, sweeps(0.004)), /of a sweep of l1 is 3.81, 8 or more/);
});

Deno.test("batches of an epoch are whole ones, and further ones come from later epochs under other numbers", async () => {
  const seeds = [3, 3, 2].map((count, batch) => ({ seeds: new Uint32Array(count), batch }));
  assert.deepEqual(wholeBatches(seeds), seeds.slice(0, 2));
  assert.deepEqual(wholeBatches([]), []);

  const graph = sampledGraph(PROFILES.smoke, "mag");
  const dataset = await loadDataset(graph.dataset);
  const lab = { seed: 1 }, setting = { graph, batchSize: graph.batch };
  const { batches } = firstEpoch(lab, dataset, setting);
  assert.ok(batches.every((batch) => batch.seeds.length === graph.batch));
  const least = 3 * batches.length + 1;
  const distinct = distinctBatches(lab, dataset, { ...setting, least });
  assert.deepEqual(distinct.slice(0, batches.length), batches);
  assert.equal(new Set(distinct.map(({ batch }) => batch)).size, least);
  assert.ok(distinct.every((batch) => batch.seeds.length === graph.batch));
});

/** Verdicts of a suite's claims over some rows. */
function verdicts(suite: Suite, rows: readonly Row[], callMs?: number) {
  const claims = decideClaims([findPaper("fastgl")], [suite], {
    ...{ session: "t", seed: 1, rows, samples: [], smallestDifference: 0.03, backend: "wasm" },
    ...{ adapterKind: "none" as const, profile: "standard" },
    ...(callMs !== undefined && { callMs }),
  });
  return new Map(claims.map(({ claim_id: id, ...claim }) => [id, claim]));
}

const DEGREES: Readonly<Record<string, number>> = {
  ...{ "reddit": 93, "ogbn-products": 71, "mag": 35, "ogbn-papers100m": 38 },
};

/** Rows of Table 4 with batches of so many seeds. */
function table4Rows(seeds: number): Row[] {
  return FOUR_GRAPHS.flatMap((workload) =>
    Object.entries({
      ...{ batch_seeds: seeds, distinct_batches: 20, batch_over_vertices: 1 },
      ...{ match_degree_mean: DEGREES[workload], match_degree_spread: 5 },
    }).map(([metric, median]) => rowOf(table4.id, { workload, contender: "uniform" }, { metric, median }))
  );
}

Deno.test("overlap of batches of 8 seeds is out of regime, that of 256 is decided; what is so by construction holds", () => {
  const suite = table4 as unknown as Suite;
  const small = verdicts(suite, table4Rows(8)), large = verdicts(suite, table4Rows(256));
  assert.equal(small.get("fastgl.q.overlap-exists")!.verdict, "out-of-regime");
  assert.match(small.get("fastgl.q.overlap-exists")!.premise, /seeds a batch of reddit is 8, 256 or more/);
  assert.equal(large.get("fastgl.q.overlap-exists")!.verdict, "reproduced");
  assert.equal(large.get("fastgl.q.spread")!.verdict, "holds");
});

Deno.test("long calls among other conditions see the times that the rule has read", () => {
  const claimId = "fastgl.q.a-cache-ratio";
  const suite = {
    ...table4,
    claims: [{
      claimId,
      premise: [LONG_CALLS],
      decide: (evidence: SuiteEvidence) => {
        const key = { workload: "reddit", contender: "uniform" };
        return [evidence.bounded(key, "time", { side: "above", bound: 0 })];
      },
    }],
  } as unknown as Suite;
  const row = rowOf(table4.id, { workload: "reddit", contender: "uniform" }, {
    ...{ metric: "time", unit: "ms", median: 1 },
  });
  assert.equal(verdicts(suite, [row], 0.1).get(claimId)!.verdict, "out-of-regime");
  assert.notEqual(verdicts(suite, [row], 0.05).get(claimId)!.verdict, "out-of-regime");
});
