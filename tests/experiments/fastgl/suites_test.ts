/** The suites of fastgl's sampling: what they join, what they decide, and that their cells come out. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { algorithm2 } from "../../../experiments/fastgl/sampling/algorithm_2.ts";
import { figure13 } from "../../../experiments/fastgl/sampling/figure_13.ts";
import { figure6 } from "../../../experiments/fastgl/feature_loading/figure_6.ts";
import { FOUR_GRAPHS } from "../../../experiments/fastgl/sampling_graphs.ts";
import { section33 } from "../../../experiments/fastgl/sampling/section_3_3.ts";
import { table4 } from "../../../experiments/fastgl/feature_loading/table_4.ts";
import { table6 } from "../../../experiments/fastgl/table_6.ts";
import { table8 } from "../../../experiments/fastgl/sampling/table_8.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { findPaper } from "../../../experiments/papers.ts";
import { matches, readPublished } from "../../../experiments/published/mod.ts";
import { declaredCells } from "../../../experiments/session/verdicts/declared_cells.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { Row, Sample } from "../../../results/row.ts";
import { judgeClaims } from "../../../results/verdicts/verdict.ts";
import { runComparison, testLab } from "../lab.ts";
import { metricTexts } from "../../../experiments/metrics.ts";

const SUITES = [table4, figure6, algorithm2, table8, figure13, section33, table6];

Deno.test("every cell of these suites that says so is a published row's, and every row of their tables has a cell", () => {
  const cells = declaredCells(SUITES);
  const joined = new Set(
    readPublished(findPaper("fastgl")).flatMap((row) =>
      cells.filter(({ key }) => matches(row, key)).length > 0 ? [row.claimId] : []
    ),
  );
  const rows = readPublished(findPaper("fastgl"));
  const strays = cells.filter(({ key }) => !rows.some((row) => matches(row, key)));
  assert.deepEqual(strays, []);
  const wanted = rows.filter(({ artifact, reason }) =>
    ["Table 4", "Table 6", "Table 8", "Figure 13"].includes(artifact) && reason !== "setting"
  );
  assert.equal(wanted.length, 8 + 20 + 12 + 3);
  for (const { claimId } of wanted) assert.ok(joined.has(claimId), claimId);
  for (const also of ["fastgl.s3_1.overlap", "fastgl.s3_3.idmap-share"]) assert.ok(joined.has(also), also);
});

/** Smoke rows of a suite's workloads, each cell timed once. */
async function smokeRows(suite: Suite, graphs: readonly string[]): Promise<Row[]> {
  const device = openWasmDevice({ threads: 2 });
  try {
    const lab = testLab(device, { rounds: 1, maxRounds: 1, preparations: 1 });
    const rows: Row[] = [];
    for (const workload of suite.workloads(PROFILES.smoke).filter(({ id }) => graphs.includes(id))) {
      rows.push(...(await runComparison(lab, { suite, workload })).rows);
    }
    assert.equal(device.ledger.live, 0);
    return rows;
  } finally {
    device.close();
  }
}

/** Metrics of GPUs alone, whose launches are of a size that the host chooses. */
const OF_GPUS = ["launched_edges"];

for (const suite of SUITES) {
  Deno.test(`${suite.id}: every cell of a smoke run is right, and has the metrics that the suite announces`, async () => {
    const rows = await smokeRows(suite, ["ogbn-products"]);
    assert.deepEqual(
      rows.filter(({ status, contender }) => status !== "ok" && !contender.startsWith("peer:"))
        .map(({ cell, reason }) => `${cell}: ${reason}`),
      [],
    );
    const seen = new Set(rows.map(({ metric }) => metric));
    for (const { id } of metricTexts(suite.metrics)) assert.equal(seen.has(id), !OF_GPUS.includes(id), id);
    for (const { stack = [] } of suite.plots) for (const metric of stack) assert.ok(seen.has(metric), metric);
  });
}

/** How a claim of a suite is decided from exact rows: metric by `workload contender`. */
function decide(
  suite: Suite,
  claim: string,
  values: Readonly<Record<string, (workload: string, contender: string) => number>>,
  profile = "standard",
): readonly ClaimPart[] {
  const rows = FOUR_GRAPHS.flatMap((workload) =>
    suite.contenders.flatMap(({ id: contender }) =>
      Object.entries(values).map(([metric, value]) => ({
        ...{
          suite: suite.id,
          cell: `${suite.id}:${workload}:${contender}`,
          contender,
          dataset: workload,
          profile,
        },
        ...{
          metric,
          median: value(workload, contender),
          n: 1,
          status: "ok",
          source: "measured",
          dataset_kind: "real",
        },
      }))
    )
  ) as unknown as Row[];
  const evidence = new SuiteEvidence(suite.id, { rows, samples: [] }, 1);
  return suite.claims.find(({ claimId }) => claimId === `fastgl.q.${claim}`)!.decide(evidence);
}

const failing = (parts: readonly ClaimPart[]) =>
  parts.filter((part) => !(part.kind === "exact" && part.holds)).length;

const PRINTED: Readonly<Record<string, number>> = {
  "reddit": 93.2,
  "ogbn-products": 71.4,
  "mag": 35.3,
  "ogbn-papers100m": 38,
};

Deno.test("the printed match degrees are in the claimed order; others are not; smoke sizes leave it open", () => {
  const of = (changes: Readonly<Record<string, number>> = {}, profile?: string) =>
    decide(
      table4,
      "overlap-exists",
      { match_degree_mean: (graph) => changes[graph] ?? PRINTED[graph] },
      profile,
    );
  assert.equal(failing(of()), 0);
  assert.equal(failing(of({ reddit: 60 })), 1);
  assert.equal(failing(of({ "ogbn-products": 36 })), 1);
  assert.equal(failing(of({ mag: 0 })), 1);
  const smoke = of({ reddit: 60 }, "smoke");
  assert.deepEqual(smoke.map(({ kind }) => kind), ["open", "open", "open", "exact"]);
  const spread = (least: number) =>
    failing(decide(table4, "spread", { match_degree_spread: (graph) => graph === "mag" ? least : 4 }));
  assert.deepEqual([spread(1), spread(0)], [0, 1]);
});

Deno.test("traffic must fall with Match and again with Reorder on every graph", () => {
  const LOADED: Readonly<Record<string, number>> = {
    none: 100,
    match: 50,
    "match-reorder": 40,
    "match-reorder-epoch": 30,
  };
  const of = (graph: string, contender: string, value: number) =>
    failing(decide(figure6, "traffic-order", {
      loaded: (workload, policy) => workload === graph && policy === contender ? value : LOADED[policy],
    }));
  assert.equal(of("mag", "none", 100), 0);
  assert.equal(of("mag", "match-reorder", 50), 1);
  assert.equal(of("reddit", "match", 101), 1);
});

Deno.test("one wrong load, number, order or place on any graph decides against its claim, and so does no evidence", () => {
  const metrics = {
    "match-loads": ["wrong_loads", "loaded", "match"],
    "match-exact": ["other_numbers", "reused", "match-reorder"],
    "reorder-permutation": ["wrong_orders", "windows", "match-reorder"],
    "reorder-greedy": ["not_greedy", "windows", "match-reorder-epoch"],
  } as const;
  for (const [claim, [wrong, looked, contender]] of Object.entries(metrics)) {
    const of = (bad: number, seen: number) =>
      failing(decide(figure6, claim, {
        [wrong]: (workload, policy) => workload === "mag" && policy === contender ? bad : 0,
        [looked]: () => seen,
      }));
    assert.deepEqual([of(0, 9), of(1, 9), of(0, 0)], [0, 1, 1], claim);
  }
});

Deno.test("Fused-Map with a synchronisation, three steps in two, a wrong map or another end decide against it", () => {
  const sync = (barriers: number, steps: number) =>
    failing(decide(algorithm2, "fused-fewer-sync", {
      barriers: (_workload, map) => map === "fused-map" ? barriers : 3,
      steps: (_workload, map) => map === "fused-map" ? steps : 3,
    }));
  assert.deepEqual([sync(0, 2), sync(1, 2), sync(0, 3)], [0, 1, 1]);
  for (const [claim, metric] of [["fused-bijection", "wrong_maps"], ["fused-equivalent", "other_ends"]]) {
    const of = (bad: number) =>
      failing(decide(algorithm2, claim, {
        [metric]: (workload, map) => workload === "reddit" && map === "fused-map" ? bad : 0,
        ids: () => 100,
      }));
    assert.deepEqual([of(0), of(1)], [0, 1], claim);
  }
});

Deno.test("the factor of Fused-Map must lie between 1.5 and 4 on every graph, by more than the A/A run shows", () => {
  const verdict = (factor: number) => {
    const rows: Row[] = [], samples: Sample[] = [];
    for (const workload of FOUR_GRAPHS) {
      for (const [contender, ms] of [["three-step", factor], ["fused-map", 1]] as const) {
        const of = { cell: `${table8.id}:${workload}:${contender}`, metric: "time" };
        rows.push(
          {
            ...{ ...of, suite: table8.id, contender, dataset: workload, dataset_kind: "real", unit: "ms" },
            ...{ median: ms, n: 15, status: "ok", source: "measured", attempt: 1 },
          } as Row,
        );
        samples.push(...Array.from({ length: 15 }, (_, round) => {
          return { ...of, preparation: round % 3, round, value: ms } as Sample;
        }));
      }
    }
    const [{ decide }] = table8.claims, measured = { rows, samples, smallestDifference: 0.25 };
    const evidence = new SuiteEvidence(table8.id, measured, 1);
    const text = {
      paper: "fastgl",
      artifact: "Table 8",
      claim_id: "fastgl.q.idmap",
      statement: "",
      check: "",
    };
    const claim = { ...text, tier: "time-gpu" as const };
    const measuring = { backend: "webgpu", adapterKind: "hardware" } as const;
    const parts = decide(evidence);
    return judgeClaims([{ ...measuring, claim, parts }], { session: "s" })[0]
      .verdict;
  };
  const wanted = {
    2.3: "reproduced",
    1.25: "inconclusive",
    1.15: "differs",
    4.5: "inconclusive",
    5.1: "differs",
  };
  for (const [factor, each] of Object.entries(wanted)) assert.equal(verdict(Number(factor)), each, factor);
});
