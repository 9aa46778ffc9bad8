/** Regimes of roc's claims: what lies outside is not decided, and what is inside is. @module */
import assert from "node:assert/strict";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { premiseOf } from "../../../experiments/premises/condition.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { figure6 } from "../../../experiments/roc/accuracy/figure_6.ts";
import { figure10 } from "../../../experiments/roc/memory/figure_10.ts";
import { partFacts } from "../../../experiments/roc/partitioning/part_premises.ts";
import { unbalancedAtDrifts } from "../../../experiments/roc/partitioning/drift_sweep.ts";
import { figure5 } from "../../../experiments/roc/neugraph/figure_5.ts";
import { figure8 } from "../../../experiments/roc/partitioning/figure_8.ts";
import { figure9 } from "../../../experiments/roc/partitioning/figure_9.ts";
import { table1 } from "../../../experiments/roc/partitioning/table_1.ts";
import { decideClaims } from "../../../experiments/session/verdicts/claim_verdicts.ts";
import { findPaper } from "../../../experiments/papers.ts";
import type { Suite } from "../../../experiments/suite.ts";
import type { Row, Sample } from "../../../results/row.ts";

type Values = Readonly<Record<string, number>>;

/** Rows of every cell of a suite: a metric has one value in all of them, or one a contender. */
function rowsOf(suite: Suite, values: Values | ((contender: string) => Values), shared: Partial<Row> = {}) {
  const of = typeof values === "function" ? values : () => values;
  return suite.workloads(PROFILES.standard).flatMap(({ id: workload, dataset = "" }) =>
    suite.contenders.flatMap(({ id: contender }) =>
      Object.entries(of(contender)).map(([metric, median]) => ({
        ...{
          suite: suite.id,
          cell: `${suite.id}:${workload}:${contender}`,
          contender,
          dataset,
          metric,
          median,
        },
        ...{ unit: "1", status: "ok", source: "measured", dataset_kind: "stand-in", attempt: 1, n: 15 },
        ...shared,
      } as Row))
    )
  );
}

function premise(suite: Suite, claim: string, rows: readonly Row[]) {
  const { premise } = suite.claims.find(({ claimId }) => claimId === `roc.q.${claim}`)!;
  return premiseOf(premise!, new SuiteEvidence(suite.id, { rows, samples: [] }, 1));
}

const met = (...asked: Parameters<typeof premise>) => premise(...asked).met;

const REAL = { dataset_kind: "real" } as const;

Deno.test("a part's vertices and its heaviest one are those of an even cut of the printed graph", () => {
  const star: CsrMatrix = {
    ...{ rows: 4, cols: 4, rowPtr: Uint32Array.of(0, 3, 4, 5, 6), colIdx: Uint32Array.of(1, 2, 3, 0, 0, 0) },
  };
  assert.deepEqual(partFacts(star, { id: "reddit", gpus: 2 }), {
    part_vertices: 2,
    part_scale: 4 / 232_965,
    heaviest_vertex: 1,
  });
});

Deno.test("balance is asked of parts from a quarter of the printed ones, without a heavy vertex, in the real order", () => {
  for (
    const [suite, claim] of [[figure8, "partition-order"], [figure5, "beats-neugraph"], [
      figure5,
      "scales",
    ]] as const
  ) {
    const inside = { part_vertices: 9e9, part_scale: 0.25, heaviest_vertex: 0.1 };
    assert.ok(met(suite, claim, rowsOf(suite, inside, REAL)), claim);
    assert.ok(!met(suite, claim, rowsOf(suite, { ...inside, part_scale: 0.249 }, REAL)), claim);
    assert.ok(!met(suite, claim, rowsOf(suite, { ...inside, heaviest_vertex: 0.101 }, REAL)), claim);
    const drawn = premise(suite, claim, rowsOf(suite, inside));
    assert.ok(!drawn.met, claim);
    assert.match(drawn.text, /is drawn with one drift/);
  }
});

Deno.test("Table 1 is asked from 5,000 vertices a part, of the real order or a swept drift", () => {
  const inside = { part_vertices: 5000, heaviest_vertex: 0.01 };
  assert.ok(met(table1, "balanced-both", rowsOf(table1, inside, REAL)));
  assert.ok(!met(table1, "balanced-both", rowsOf(table1, { ...inside, part_vertices: 4999 }, REAL)));
  assert.ok(!met(table1, "balanced-both", rowsOf(table1, inside)));
  assert.ok(met(table1, "balanced-both", rowsOf(table1, { ...inside, equal_edges_drift_100: 1.5 })));
});

Deno.test("Figure 9 is asked at the printed sizes, which the standard profile has", () => {
  const of = (scale: number) =>
    met(figure9, "small-graphs-multinode", rowsOf(figure9, { graph_scale: scale }));
  assert.deepEqual([of(1), of(0.1), of(24)], [true, false, false]);
});

Deno.test("the sweep of capacities reaches from what one operation needs to the card", () => {
  const of = (needed: number) => met(figure10, "time-order", rowsOf(figure10, { needed }));
  assert.deepEqual([of(1.414), of(1)], [true, false]);
});

Deno.test("accuracies of fewer than five seeds decide nothing, and planted labels decide an analogue", () => {
  const rows = (n: number) => rowsOf(figure6, { target_accuracy: 90 }, { n });
  assert.deepEqual([met(figure6, "more-epochs", rows(5)), met(figure6, "more-epochs", rows(4))], [
    true,
    false,
  ]);
  const values = { target_accuracy: 90, epochs_at_least: 20, epochs_to_accuracy: 2 };
  const decided = rowsOf(figure6, values, { n: 9 });
  assert.equal(verdict([figure6], decided, [], "more-epochs").verdict, "analogue-supports");
  const real = rowsOf(figure6, values, { n: 9, ...REAL });
  assert.equal(verdict([figure6], real, [], "more-epochs").verdict, "reproduced");
});

/** A verdict on rows of a session on CPU threads. */
function verdict(suites: readonly Suite[], rows: readonly Row[], samples: readonly Sample[], claim: string) {
  const claims = decideClaims([findPaper("roc")], suites, {
    ...{ session: "s", seed: 1, rows, samples, smallestDifference: 0.03 },
    ...{ backend: "x86", adapterKind: "none", profile: "standard" },
  });
  return claims.find(({ claim_id }) => claim_id === `roc.q.${claim}`)!;
}

/** Thirty samples a row, within a hundredth of its median. */
function samplesOf(rows: readonly Row[]): Sample[] {
  return rows.flatMap(({ cell, metric, median }) =>
    Array.from({ length: 30 }, (_, round) => ({
      ...{ cell, metric, attempt: 1, preparation: 0, round, value: median! * (1 + ((round % 5) - 2) / 200) },
    } as Sample))
  );
}

Deno.test("balanced-both asks ticks for balance, and blanks for more imbalance than learned cuts have", () => {
  // Imbalances after training and of the first inference, as a session of November 2026 had them.
  const recorded: Readonly<Record<string, readonly [number, number]>> = {
    "equal-vertices": [1.3657, 1.4891],
    "static": [1.1055, 1.0918],
    "dynamic": [1.037, 1.1653],
    "learned": [1.0107, 1.0957],
  };
  const of = (imbalances: typeof recorded) => {
    const rows = rowsOf(table1, (contender) => {
      const [imbalance, inference_imbalance] = imbalances[contender];
      return { imbalance, inference_imbalance, part_vertices: 5021, heaviest_vertex: 0.01 };
    }, REAL);
    return verdict([table1], rows, samplesOf(rows), "balanced-both").verdict;
  };
  assert.equal(of(recorded), "inconclusive", "the edge-cut is as balanced as learned cuts");
  assert.equal(of({ ...recorded, static: [1, 1] }), "analogue-contradicts", "it is more balanced");
  const asPrinted = { ...recorded, static: [1.4, 1.5], dynamic: [1.04, 1.4] } as const;
  assert.equal(of(asPrinted), "analogue-supports");
  // Section 7.6 has equal splits behind by 1.2 at most.
  assert.equal(of({ ...asPrinted, dynamic: [1.04, 1.18] }), "analogue-supports");
  assert.equal(of({ ...asPrinted, dynamic: [1.04, 1.1] }), "inconclusive", "as balanced in inference");
  assert.equal(
    of({ ...asPrinted, dynamic: [1.04, 1] }),
    "analogue-contradicts",
    "more balanced in inference",
  );
  assert.equal(of({ ...asPrinted, learned: [1.01, 1.3] }), "analogue-contradicts", "it is not in inference");
});

Deno.test("a model that expects equal cuts to be even leaves balanced-both open, or says where it turns", () => {
  const kinds = (edges: readonly number[]) => {
    const drifts = Object.fromEntries([0, 25, 50, 75, 100].flatMap((drift, i) => [
      [`equal_vertices_drift_${drift}`, 2],
      [`equal_edges_drift_${drift}`, edges[i]],
    ]));
    const evidence = new SuiteEvidence(table1.id, { rows: rowsOf(table1, drifts), samples: [] }, 1);
    return unbalancedAtDrifts(evidence, { workload: "reddit", contender: "learned" }, {
      balanced: 1.2,
      text: "",
    })
      .map((part) => part.kind === "open" ? part.reason : part.kind);
  };
  assert.deepEqual(kinds([1.3, 1.3, 1.3, 1.3, 1.3]), ["exact"]);
  assert.deepEqual(kinds([1, 1, 1, 1, 1.2]), ["the model expects it at no drift, and timed cuts decide"]);
  assert.deepEqual(kinds([1, 1.1, 1.1, 1.3, 1.4]), ["it turns between 50 and 75 %"]);
});
