/** Premises of group sizes: on a card, with best sizes inside the sweep and enough graphs. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { figure5 } from "../../../../experiments/eppgcn/group_sizes/figure_5.ts";
import { figure8 } from "../../../../experiments/eppgcn/group_sizes/figure_8.ts";
import { figure9 } from "../../../../experiments/eppgcn/group_sizes/figure_9.ts";
import { table2 } from "../../../../experiments/eppgcn/group_sizes/table_2.ts";
import { PAPER_GRAPHS } from "../../../../experiments/eppgcn/paper_graphs.ts";
import { premiseOf } from "../../../../experiments/premises/condition.ts";
import type { ClaimRule } from "../../../../experiments/suite.ts";
import type { Row } from "../../../../results/row.ts";

/** A metric of a cell, with further columns of its row. */
type Cell = readonly [
  workload: string,
  contender: string,
  metric: string,
  median: number,
  row?: Partial<Row>,
];

function premise(suite: { id: string; claims: readonly ClaimRule[] }, claim: string, cells: readonly Cell[]) {
  const rows = cells.map(([workload, contender, metric, median, row]) => ({
    ...{ suite: suite.id, cell: `${suite.id}:${workload}:${contender}`, contender, metric, median, n: 1 },
    ...{ status: "ok", source: "measured", backend: "webgpu", adapter_kind: "hardware", dataset: workload },
    ...row,
  } as Row));
  const evidence = new SuiteEvidence(suite.id, { rows, samples: [] }, 1);
  return premiseOf(suite.claims.find(({ claimId }) => claimId === `eppgcn.q.${claim}`)!.premise!, evidence);
}

/** Curves of Figure 5, swept up to `most`, whose best size is 32, but for one of a path of layer 1. */
const curves = (best: number, row: Partial<Row> = {}, most = 128) =>
  ["blog", "twitter"].flatMap((dataset) =>
    ["graph", "path", "path-1"].flatMap((contender): Cell[] => [
      ...[2, most].map((size): Cell => [`${dataset}:gs${size}`, contender, "time", 1, row]),
      [`${dataset}:sweep`, contender, "optimal_group_size", contender === "path-1" ? best : 32],
    ])
  );

Deno.test("a best size at either end of the sweep may not be the best, on the curves that a claim is about", () => {
  const met = (claim: string, best: number) => premise(figure5, claim, curves(best)).met;
  assert.deepEqual([2, 4, 64, 128].map((best) => met("one-size", best)), [false, true, true, false]);
  assert.equal(premise(figure5, "one-size", curves(128, {}, 512)).met, true, "swept beyond");
  assert.equal(met("unimodal", 128), true, "the figure does not show the path of layer 1");
});

Deno.test("modelled times of groups, and measured ones of CPU threads or an emulated card, decide nothing", () => {
  for (
    const row of [
      { source: "modelled" },
      { backend: "wasm", adapter_kind: "none" },
      { adapter_kind: "software" },
    ] as const
  ) {
    const { met, text } = premise(figure5, "unimodal", curves(32, row));
    assert.equal(met, false);
    assert.match(text, /not those of groups on a card/);
  }
});

const fit = (graphs: number, cutOff: number): readonly Cell[] => [
  ["vertices", "bivariate", "pearson_r", 0.5],
  ["vertices", "equation", "fit_graphs", graphs],
  ["vertices", "equation", "cut_off", cutOff],
];

Deno.test("a fit needs forty graphs, none of whose best sizes was cut off", () => {
  for (const claim of ["degree", "degree-strongest", "dim-weak", "vertices-partial"]) {
    assert.equal(premise(table2, claim, fit(40, 0)).met, true);
    assert.equal(premise(table2, claim, fit(39, 0)).met, false);
    assert.equal(premise(table2, claim, fit(40, 1)).met, false);
  }
});

Deno.test("groupings are compared where enumeration found its best size below the largest", () => {
  const cells = (best: number) =>
    PAPER_GRAPHS.flatMap(({ id }, i): Cell[] => [
      [id, "regression", "time", 1],
      [id, "regression", "fit_graphs", 42],
      [id, "oracle", "group_size_layer_0", i === 4 ? best : 16],
      [id, "oracle", "group_size_layer_1", 1],
    ]);
  for (const claim of ["regression", "grouping-helps", "grouping-small-graphs", "ml-vs-lr"]) {
    assert.equal(premise(figure8, claim, cells(256)).met, true, "no size is below 1");
    assert.match(premise(figure8, claim, cells(512)).text, /best size of Blog is at an end/);
  }
});

Deno.test("two cards that are only modelled leave Figure 9 open, whatever device runs it", () => {
  const cells = PAPER_GRAPHS.map(({ id }): Cell => [id, "v100s", "speedup", 2, { source: "modelled" }]);
  assert.equal(premise(figure9, "v100s", cells).elsewhere, "a P100 and a V100S");
});
