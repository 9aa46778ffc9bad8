/** Tables 1, 2 and 9 of fastgl: what they join, what they decide, and that their cells come out. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { table1 } from "../../../experiments/fastgl/device_memory/table_1.ts";
import { table2 } from "../../../experiments/fastgl/aggregation/table_2.ts";
import { table9 } from "../../../experiments/fastgl/device_memory/table_9.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { findPaper } from "../../../experiments/papers.ts";
import { matches, readPublished } from "../../../experiments/published/mod.ts";
import { declaredCells } from "../../../experiments/session/verdicts/declared_cells.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { Row } from "../../../results/row.ts";
import { runComparison, testLab } from "../lab.ts";
import { metricTexts } from "../../../experiments/metrics.ts";

const SUITES = [table1, table2, table9];

Deno.test("every number of the three tables has one cell, and so have the means of the introduction", () => {
  const cells = declaredCells(SUITES), rows = readPublished(findPaper("fastgl"));
  assert.deepEqual(cells.filter(({ key }) => !rows.some((row) => matches(row, key))), []);
  const wanted = rows.filter(({ artifact, reason, claimId }) =>
    (["Table 1", "Table 2", "Table 9"].includes(artifact) && reason !== "setting") ||
    /^fastgl\.intro\.l[12]-hit-mean$/.test(claimId)
  );
  assert.equal(wanted.length, 4 + 12 + 10 + 2);
  for (const row of wanted) {
    assert.equal(cells.filter(({ key }) => matches(row, key)).length, 1, row.claimId);
  }
});

for (const suite of SUITES) {
  Deno.test(`${suite.id}: every cell of a smoke run has a value of each metric that the suite announces`, async () => {
    const device = openWasmDevice({ threads: 1 });
    try {
      const lab = testLab(device);
      for (const workload of suite.workloads(PROFILES.smoke)) {
        const shown = metricTexts(suite.metrics), ids = new Set(shown.map(({ id }) => id));
        // What only premises read is counted, and no table shows it.
        const rows = (await runComparison(lab, { suite, workload })).rows.filter(({ metric }) =>
          ids.has(metric)
        );
        assert.equal(rows.length, suite.contenders.length * shown.length);
        for (const { status, median, unit, metric, source } of rows) {
          assert.equal(status, "ok");
          // Where a mini-batch has no vertex that the one before lacks, Match copies nothing.
          const least = /^(card_loaded|flip_)/.test(metric) ? 0 : Number.MIN_VALUE;
          assert.ok(Number.isFinite(median) && median! >= least, `${workload.id} ${metric} ${median}`);
          assert.equal(unit, metricTexts(suite.metrics).find(({ id }) => id === metric)!.unit);
          assert.ok(source === "modelled" || source === "simulated");
        }
      }
    } finally {
      device.close();
    }
  });
}

type Values = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Kinds of a claim's parts: `+` holds, `-` fails, `?` open. Values by metric, then by `workload contender`. */
function decide(suite: Suite, values: Values, profile = "standard"): string {
  const rows = Object.entries(values).flatMap(([metric, cells]) =>
    Object.entries(cells).map(([name, median]) => {
      const [workload, contender] = name.split(" ");
      const cell = `${suite.id}:${workload}:${contender}`;
      const base = { n: 1, status: "ok", source: "modelled", dataset_kind: "stand-in" };
      return { ...base, suite: suite.id, cell, metric, median, dataset: workload, profile };
    })
  ) as unknown as Row[];
  const evidence = new SuiteEvidence(suite.id, { rows, samples: [] }, 1);
  const parts = suite.claims.flatMap((claim) => claim.decide(evidence));
  return parts.map((part) => part.kind === "open" ? "?" : part.kind === "exact" && part.holds ? "+" : "-")
    .join("");
}

Deno.test("the printed memory is as claimed; what the ledger leaves out keeps a small difference open, and no order", () => {
  const of = (changes: Readonly<Record<string, number>> = {}, profile?: string) => {
    const left = { "reddit": 13, "ogbn-products": 11, "mag": 0.52, "ogbn-papers100m": 1, ...changes };
    const cells = Object.fromEntries(
      Object.entries(left).map(([graph, value]) => [`${graph} policy:dgl`, value]),
    );
    return decide(table1, { gpu_memory_left: cells }, profile);
  };
  assert.equal(of(), "+++");
  assert.equal(of({ mag: 5 }), "?++");
  assert.equal(of({ mag: 11 }), "-++");
  assert.equal(of({ "ogbn-products": 14 }), "++-");
  assert.equal(of({ "ogbn-products": 14 }, "smoke"), "???");
});

Deno.test("memory is comparable within the bounds; beyond them it is decided where a full card would not make it so", () => {
  const of = (fastgl: number, dgl: number, profile?: string) => {
    const cells = Object.fromEntries(
      table9.workloads(PROFILES.standard).flatMap(({ id }) => [
        [`${id} policy:fastgl`, id === "mag" ? fastgl : 8000],
        [`${id} policy:dgl`, id === "mag" ? dgl : 8000],
      ]),
    );
    return decide(table9, { gpu_memory_used: cells }, profile)[2];
  };
  assert.equal(of(19893, 20085), "+");
  assert.equal(of(7500, 10_000), "+");
  assert.equal(of(5000, 10_000), "?");
  assert.equal(of(11_000, 10_000), "?");
  // (15000 + 14000) / 24000 is above 1.05.
  assert.equal(of(15_000, 10_000), "-");
  assert.equal(of(10_000, 30_000), "?");
  assert.equal(of(19893, 20085, "smoke"), "?");
});

Deno.test("rates decide where the simulator is near the printed ones, each level for what rests on it", () => {
  const of = (l1: number, l2: number, gflops: number, profile?: string) => {
    const printed: Readonly<Record<string, readonly [number, number, number]>> = {
      "reddit": [l1, l2, gflops],
      "ogbn-products": [5.11, 18.3, 397],
      "mag": [4.92, 15.7, 380],
      "ogbn-papers100m": [4.25, 19.6, 401],
    };
    const metrics = ["l1_hit_rate", "l2_hit_rate", "throughput"];
    const values = Object.fromEntries(metrics.map((metric, i) => [
      metric,
      Object.fromEntries(Object.entries(printed).map(([graph, all]) => [`${graph} naive-register`, all[i]])),
    ]));
    const parts = decide(table2, values, profile);
    assert.ok(profile === "smoke" || parts.endsWith("+++++++++"));
    return parts.slice(0, 3);
  };
  assert.equal(of(3.34, 24.6, 340), "+++");
  assert.equal(of(35, 24.6, 340), "?++");
  assert.equal(of(3.34, 34.5, 340), "+-+");
  assert.equal(of(3.34, 35, 600), "???");
  assert.equal(of(3.34, 24.6, 600), "++-");
  assert.equal(of(3.34, 24.6, 340, "smoke"), "???");
});
