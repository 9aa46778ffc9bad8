/** Partitioning suites of roc: their published keys, claims and cells. @module */
import assert from "node:assert/strict";
import { sideOf } from "../../../results/verdicts/timed.ts";
import { loadDataset } from "../../../datasets/load.ts";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { findPaper } from "../../../experiments/papers.ts";
import { matches, readPublished } from "../../../experiments/published/mod.ts";
import { timeStrategies } from "../../../experiments/roc/partitioning/timed_cuts.ts";
import { trainedGraph } from "../../../experiments/roc/partitioning/partitioned_graphs.ts";
import { figure5 } from "../../../experiments/roc/neugraph/figure_5.ts";
import { figure8 } from "../../../experiments/roc/partitioning/figure_8.ts";
import { figure9 } from "../../../experiments/roc/partitioning/figure_9.ts";
import { table1 } from "../../../experiments/roc/partitioning/table_1.ts";
import { table2 } from "../../../experiments/roc/cost_model/table_2.ts";
import { table4 } from "../../../experiments/roc/table_4.ts";
import { wholeTraining } from "../../../experiments/roc/neugraph/whole_training.ts";
import { declaredCells } from "../../../experiments/session/verdicts/declared_cells.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { Row, Sample } from "../../../results/row.ts";
import { runComparison, testLab } from "../lab.ts";
import { decidingRounds } from "../../../experiments/roc/partitioning/deciding_rounds.ts";

const SUITES = [table1, table2, table4, figure5, figure8, figure9, wholeTraining];

Deno.test("every number of Tables 1 and 4 has a cell, and so have the speed-ups of Sections 7.3 and 7.6", () => {
  const cells = declaredCells(SUITES), rows = readPublished(findPaper("roc"));
  const strays = cells.filter(({ key }) => !rows.some((row) => matches(row, key)));
  assert.deepEqual(strays, []);
  const wanted = rows.filter(({ artifact, claimId }) =>
    artifact === "Table 4" || /^roc\.t1\..*\.balanced-/.test(claimId) ||
    ["roc.f5.neugraph", "roc.s7_3.partitioner", "roc.f9.speedup"].includes(claimId)
  );
  assert.equal(wanted.length, 16 + 8 + 3);
  for (const row of wanted) assert.ok(cells.some(({ key }) => matches(row, key)), row.claimId);
  // The latency of Figure 9 is compared with both equal partitions, the throughput of Section 7.3 with one.
  const metricsOf = (claimId: string) => {
    const row = wanted.find((each) => each.claimId === claimId)!;
    return [...new Set(cells.filter(({ key }) => matches(row, key)).map(({ metric }) => metric))];
  };
  const vertices = "speedup_over_equal_vertices";
  assert.deepEqual(metricsOf("roc.f9.speedup"), [vertices, "speedup_over_equal_edges"]);
  assert.deepEqual(metricsOf("roc.s7_3.partitioner"), [vertices]);
});

Deno.test("every cell of two devices has the metrics that its suite announces, and all memory is given back", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const lab = testLab(device);
    for (const suite of SUITES.filter((each) => each !== table4)) {
      const workloads = suite.workloads(PROFILES.smoke).filter(({ id, factors }) =>
        factors.devices === "2(1)" && !id.startsWith("amazon")
      );
      assert.equal(workloads.length, 1);
      for (const workload of workloads) {
        const rows = (await runComparison(lab, { suite, workload })).rows;
        const bad = rows.filter(({ status }) => status !== "ok");
        assert.deepEqual(bad.map(({ cell, reason }) => `${cell}: ${reason}`), []);
        for (const { id: contender } of suite.contenders) {
          const own = new Set(rows.filter((row) => row.contender === contender).map(({ metric }) => metric));
          for (const id of Object.keys(suite.metrics)) {
            assert.ok(own.has(id), `${workload.id} ${contender}: ${id}`);
          }
        }
        for (const { metric, median } of rows) assert.ok(Number.isFinite(median), metric);
        for (const row of rows.filter(isMeasuredTime)) {
          assert.ok(row.checked_rows! > 0 && row.rel_err! <= row.tolerance! && row.timer !== "", row.metric);
        }
      }
    }
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});

const isMeasuredTime = ({ unit, source }: Row) =>
  ["ns", "us", "ms", "s"].includes(unit) && source === "measured";

Deno.test("on one device speed-ups over equal cuts are measured, but for what is changed", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    for (const suite of [figure8, figure9]) {
      const workload = suite.workloads(PROFILES.smoke).find(({ gpus }) => gpus === 1)!;
      const lab = testLab(device);
      const rows = (await runComparison(lab, { suite: suite as Suite, workload })).rows;
      const sources = (metric: string) =>
        new Set(rows.filter((row) => row.metric === metric).map(({ source }) => source));
      for (const over of ["equal_vertices", "equal_edges"]) {
        assert.deepEqual([...sources(`speedup_over_${over}`)], ["measured"], suite.id);
        assert.deepEqual([...sources(`speedup_over_${over}_slow_link`)], ["modelled"], suite.id);
      }
    }
  } finally {
    device.close();
  }
});

Deno.test("contenders that were left out are not timed, nor compared with", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const lab = testLab(device), asked = figure8.contenders.filter(({ id }) => id !== "equal-edges");
    const workload = figure8.workloads(PROFILES.smoke).find(({ factors }) => factors.devices === "2(1)")!;
    const dataset = await loadDataset(workload.dataset!);
    const rows = (await runComparison(lab, { suite: figure8, workload, contenders: asked, dataset })).rows;
    assert.deepEqual([...new Set(rows.map(({ contender }) => contender))], ["equal-vertices", "learned"]);
    assert.ok(rows.every(({ status }) => status === "ok"));
    const metrics = rows.map(({ metric }) => metric);
    assert.ok(metrics.includes("speedup_over_equal_vertices"));
    assert.ok(!metrics.some((metric) => metric.startsWith("speedup_over_equal_edges")));
    const graph = trainedGraph(lab.profile, "reddit"), strategies = asked.map(({ id }) => id);
    const timed = {
      graph,
      gpus: 2,
      training: 0,
      strategies,
      withWhole: true,
      ...decidingRounds(lab.profile),
    };
    const { cuts } = await lab.once(timeStrategies, dataset, timed);
    assert.deepEqual([...cuts.keys()], strategies);
  } finally {
    device.close();
  }
});

type Interval = readonly [low: number, median: number, high: number];

/** Fifteen samples of a row, over its interval. */
function samplesOf({ cell, metric, ci_lo, median, ci_hi }: Row): Sample[] {
  const values = [ci_lo ?? median!, median!, ci_hi ?? median!];
  return Array.from(
    { length: 15 },
    (_, round) => ({ cell, metric, preparation: round % 3, round, value: values[round % 3] } as Sample),
  );
}

/** Kinds of a claim's parts from one interval a row: `+` holds, `-` fails, `?` open. */
function decide(
  suite: Suite,
  claim: string,
  value: (
    cell: { readonly workload: string; readonly contender: string; readonly metric: string },
  ) => Interval,
): string {
  const metrics = Object.keys(suite.metrics);
  const rows = suite.workloads(PROFILES.standard).flatMap(({ id: workload }) =>
    suite.contenders.flatMap(({ id: contender }) =>
      metrics.map((metric) => {
        const [ci_lo, median, ci_hi] = value({ workload, contender, metric });
        const cell = `${suite.id}:${workload}:${contender}`;
        const shared = { n: 13, status: "ok", source: "modelled", dataset_kind: "stand-in" };
        return {
          ...shared,
          suite: suite.id,
          cell,
          contender,
          metric,
          median,
          // An exact value has no interval.
          ...(ci_lo !== ci_hi && { ci_lo, ci_hi }),
          dataset: workload,
        };
      })
    )
  ) as unknown as Row[];
  const evidence = new SuiteEvidence(suite.id, { rows, samples: rows.flatMap(samplesOf) }, 1);
  const { decide } = suite.claims.find(({ claimId }) => claimId === `roc.q.${claim}`)!;
  return decide(evidence).map((part) => {
    return { holds: "+", fails: "-", open: "?" }[sideOf(part).side];
  }).join("");
}

const about = (value: number): Interval => [0.99 * value, value, 1.01 * value];

Deno.test("as fast allows no points against, and the answer must be the same under every change", () => {
  for (const [suite, claim] of [[figure8, "partition-order"], [figure9, "inference-transfer"]] as const) {
    const of = (slow: number, under = (_change: string) => true) =>
      decide(suite, claim, ({ workload, metric }) => {
        const [, change] = metric.split("speedup_over_equal_edges");
        return about(workload.endsWith(":4") && change !== undefined && under(change) ? slow : 1.2);
      });
    assert.equal(of(1.02), "++++++++");
    assert.equal(of(1), "+++?++++");
    assert.equal(of(0.98), "+++-++++", "two points against are against");
    assert.equal(of(0.9, (change) => change === "_latency_x4"), "+++?++++");
    assert.equal(of(0.9, (change) => change === ""), "+++?++++");
  }
});

Deno.test("on one GPU a strategy with a partition beside the whole graph does not coincide", () => {
  const of = (others: number) =>
    decide(
      figure8,
      "one-gpu-equal",
      ({ contender }) => contender === "learned" ? [others, others, others] : [0, 0, 0],
    );
  assert.deepEqual([of(0), of(1)], ["+++", "++-"]);
});

Deno.test("several nodes are slower where the best of them is slower than the best of one", () => {
  const of = (speedups: Readonly<Record<string, number>>, fast = 1) =>
    decide(figure9, "small-graphs-multinode", ({ workload, metric }) => {
      const gpus = workload.split(":")[1];
      return about(speedups[gpus] * (Number(gpus) > 4 && metric.endsWith("devices_x16") ? fast : 1));
    });
  const one = { 1: 1, 2: 1.8, 4: 2.5 };
  assert.equal(of({ ...one, 8: 2, 16: 1.2 }), "+");
  assert.equal(of({ ...one, 8: 2, 16: 3 }), "-");
  assert.equal(of({ ...one, 8: 2.5, 16: 1 }), "?");
  assert.equal(of({ ...one, 8: 2, 16: 3 }, 0.1), "?");
});

Deno.test("throughput grows in trend: one swap of neighbours is none, two are", () => {
  const of = (...speedups: readonly number[]) =>
    decide(figure5, "scales", ({ workload }) => about(speedups[Math.log2(Number(workload.split(":")[1]))]));
  assert.equal(of(1, 2, 4, 7, 12), "++");
  assert.equal(of(1, 2, 4, 7, 6), "++");
  assert.equal(of(1, 2, 4, 3.5, 3), "-+");
  assert.equal(of(1, 0.9, 0.8, 0.7, 0.6), "--");
});

Deno.test("one wrong feature, bound, cut or number of samples decides against its claim, and so does no evidence", () => {
  const metrics = {
    "features": ["wrong_features", "vertices_counted"],
    "feature-bounds": ["wrong_bounds", "vertices_counted"],
    "per-layer-samples": ["wrong_samples", "iterations"],
    "contiguous": ["wrong_cuts", "cuts"],
  } as const;
  for (const [claim, [wrong, looked]] of Object.entries(metrics)) {
    const of = (bad: number, seen: number) =>
      decide(table2, claim, ({ metric }) => {
        const value = metric === wrong ? bad : metric === looked ? seen : 3;
        return [value, value, value];
      })[0];
    assert.deepEqual([of(0, 9), of(1, 9), of(0, 0)], ["+", "-", "-"], claim);
  }
  const most = (claim: string, value: number) => decide(table2, claim, () => [value, value, value]);
  assert.deepEqual(["balanced", "complexity"].map((claim) => most(claim, 1) + most(claim, 1.01)), [
    "+-",
    "+-",
  ]);
  assert.deepEqual([most("additive", 1e-12), most("additive", 1e-6)], ["+", "-"]);
});

Deno.test("Table 1 times the strategies that it prints, and no other cut", () => {
  assert.ok(table1.contenders.every(({ system }) => system !== undefined));
  assert.deepEqual(table1.contenders.map(({ id }) => id), ["equal-vertices", "static", "dynamic", "learned"]);
});
