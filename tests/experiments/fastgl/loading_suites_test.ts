/** The suites of fastgl's memory IO, sweeps, aggregation kernels and convergence: what they join, what claims are decided from. @module */
import assert from "node:assert/strict";
import { sideOf } from "../../../results/verdicts/timed.ts";
import { loadDataset } from "../../../datasets/load.ts";
import { changedMetric } from "../../../experiments/claims/model_changes.ts";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { figure10a } from "../../../experiments/fastgl/feature_loading/figure_10_a.ts";
import { figure10b } from "../../../experiments/fastgl/feature_loading/figure_10_b.ts";
import { figure12 } from "../../../experiments/fastgl/aggregation/figure_12.ts";
import { figure14b } from "../../../experiments/fastgl/scalability/figure_14_b.ts";
import { figure14c } from "../../../experiments/fastgl/scalability/figure_14_c.ts";
import { figure14d } from "../../../experiments/fastgl/scalability/figure_14_d.ts";
import { figure16 } from "../../../experiments/fastgl/training/convergence/figure_16.ts";
import { section41 } from "../../../experiments/fastgl/device_memory/section_4_1.ts";
import { section42 } from "../../../experiments/fastgl/aggregation/section_4_2.ts";
import { CHANGES } from "../../../experiments/fastgl/training/several_devices.ts";
import { table7 } from "../../../experiments/fastgl/feature_loading/table_7.ts";
import type { JointMeasurement } from "../../../experiments/measurement.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { findPaper } from "../../../experiments/papers.ts";
import { matches, readPublished } from "../../../experiments/published/mod.ts";
import { declaredCells } from "../../../experiments/session/verdicts/declared_cells.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { Row, Sample } from "../../../results/row.ts";
import { replaceAllocation } from "../../hardware/replaced_allocation.ts";
import { runComparison, testLab } from "../lab.ts";
import { metricTexts } from "../../../experiments/metrics.ts";

const SUITES = [
  ...[figure10a, figure10b, table7, figure12, figure14b, figure14c, figure14d, figure16],
  ...[section41, section42],
];

Deno.test("every cell of these suites that says so is a published row's, and every row of their artifacts has a cell", () => {
  const cells = declaredCells(SUITES), rows = readPublished(findPaper("fastgl"));
  assert.deepEqual(cells.filter(({ key }) => !rows.some((row) => matches(row, key))), []);
  const wanted = rows.filter(({ artifact, claimId, reason }) =>
    reason !== "setting" &&
    (artifact === "Table 7" ||
      ["f10.reorder", "f12.", "f14.b.", "f14.c.", "f14.d."].some((part) =>
        claimId.startsWith(`fastgl.${part}`)
      ))
  );
  assert.equal(wanted.length, 4 * 3 + 4 * 2 + 1 + 1 + 3 * 2);
  for (const row of wanted) assert.ok(cells.some(({ key }) => matches(row, key)), row.claimId);
});

/** One workload of each suite that shows all of its metrics. */
const SHOWN: Readonly<Record<string, string>> = {
  [figure10a.id]: "c0.3",
  [figure10b.id]: "ogbn-products",
  [table7.id]: "ogbn-products",
  [figure12.id]: "ogbn-products:backward",
  [figure14b.id]: "b12000",
  [figure14c.id]: "d128",
  [figure14d.id]: "f5-10",
  [section41.id]: "mag",
  [section42.id]: "mag:backward",
};

for (const suite of SUITES) {
  Deno.test(`${suite.id}: cells of a smoke run are right, and have the metrics that the suite announces`, async () => {
    const device = openWasmDevice({ threads: 2 });
    try {
      const lab = testLab(device, { rounds: 2, maxRounds: 2, preparations: 1 });
      const rows: Row[] = [];
      // What is measured once for a graph is known by the graph.
      const datasets = new Map<string, ReturnType<typeof loadDataset>>();
      for (const workload of suite.workloads(PROFILES.smoke)) {
        if (workload.id !== (SHOWN[suite.id] ?? workload.id)) continue;
        const name = workload.dataset!;
        rows.push(
          ...(await runComparison(lab, {
            suite,
            workload,
            dataset: await datasets.getOrInsertComputed(name, () => loadDataset(name)),
          })).rows,
        );
      }
      const bad = rows.filter(({ status }) => status !== "ok").map(({ cell, reason }) =>
        `${cell}: ${reason}`
      );
      assert.deepEqual(bad, []);
      // Rows of loaded features name the kernel that gathered them.
      const gathering = [figure10a, figure10b, table7].some(({ id }) => id === suite.id);
      const named = rows.filter(({ factors }) => factors.split(";").includes("gather=row-copy@wasm"));
      assert.equal(named.length, gathering ? rows.length : 0);
      const seen = new Set(rows.map(({ metric }) => metric));
      for (const { id } of metricTexts(suite.metrics)) assert.ok(seen.has(id), id);
      for (const { stack = [] } of suite.plots) {
        for (const metric of stack) assert.ok(seen.has(metric), metric);
      }
      assert.equal(device.ledger.live, 0, "nothing stays on the device");
    } finally {
      device.close();
    }
  });
}

Deno.test("Figure 12 compares throughputs with both baselines: what is printed of both is joined to four ratios", async () => {
  const row = readPublished(findPaper("fastgl")).find(({ claimId }) => claimId === "fastgl.f12.roofline")!;
  const joined = declaredCells([figure12]).filter(({ key }) => matches(row, key));
  assert.deepEqual(
    joined.map(({ cell, metric }) => `${cell.split(":").slice(2).join(":")} ${metric}`),
    ["forward", "backward"].flatMap((direction) =>
      ["speedup", "gnnadvisor_speedup"].map((metric) => `${direction}:policy:fastgl ${metric}`)
    ),
  );
  const device = openWasmDevice({ threads: 1 });
  try {
    const lab = testLab(device, { rounds: 3, maxRounds: 3, preparations: 1 });
    const [workload] = figure12.workloads(PROFILES.smoke);
    const measured = async (contenders: readonly string[]) => {
      const asked = figure12.contenders.filter(({ id }) => contenders.includes(id));
      const { rows, samples } = await runComparison(lab, { suite: figure12, workload, contenders: asked });
      return { ratios: rows.filter(({ metric }) => metric === "gnnadvisor_speedup"), samples };
    };
    const { ratios, samples } = await measured(["policy:dgl", "policy:gnnadvisor", "policy:fastgl"]);
    const msOf = (contender: string) =>
      samples.filter(({ cell, metric }) => metric === "time" && cell.endsWith(`:${contender}`))
        .map(({ value }) => value);
    assert.deepEqual(ratios.map(({ contender }) => contender), ["policy:dgl", "policy:fastgl"]);
    for (const { contender, median, vs, n } of ratios) {
      const quotients = msOf("policy:gnnadvisor").map((ms, round) => ms / msOf(contender)[round]);
      assert.deepEqual([vs, n], ["policy:gnnadvisor", 3]);
      assert.ok(Math.abs(median! / quotients.sort((a, b) => a - b)[1] - 1) < 1e-9);
    }
    assert.deepEqual((await measured(["policy:dgl", "policy:fastgl"])).ratios, [], "what was not asked for");
  } finally {
    device.close();
  }
});

for (const [suite, wanted] of [[table7, 1], [figure14c, 2]] as readonly (readonly [Suite, number])[]) {
  Deno.test(`${suite.id}: asked for the baseline alone, only it and those that its values need load features`, async () => {
    const device = openWasmDevice({ threads: 1 });
    let loaders = 0;
    using _ = replaceAllocation(device, (allocate) => (label, bytes) => {
      if (label.startsWith("feature cache")) loaders++;
      return allocate(label, bytes);
    });
    try {
      const lab = testLab(device, { rounds: 2 });
      const [workload] = suite.workloads(PROFILES.smoke);
      const baseline = suite.contenders.filter(({ id }) => id === suite.baseline);
      const dataset = await loadDataset(workload.dataset!);
      const run = (suite.measurement as JointMeasurement).measure(lab, dataset, workload, baseline);
      const { times } = (await run)(suite.baseline);
      assert.ok(Object.values(times).every((time) => time!.check.ok && time!.check.checkedRows > 0));
      assert.equal(loaders, wanted);
    } finally {
      device.close();
    }
  });
}

/** Numbers of a cell's metric: one that is exact, or one a round. Its name under a change of the model comes last. */
type Values = (
  workload: string,
  contender: string,
  metric: string,
  changed: string,
) => number | readonly number[];

/** A metric as it is shown, and as it is named under each change of the model. */
const variants = ({ id }: { readonly id: string }) =>
  CHANGES.map((change) => ({ id, metric: changedMetric(id, change) }));

/** How a claim is decided from rows of a standard run with these numbers; intervals are as wide as the rounds are. */
function decide(suite: Suite, claim: string, values: Values): readonly ClaimPart[] {
  const rows: Row[] = [], samples: Sample[] = [];
  for (const workload of suite.workloads(PROFILES.standard)) {
    for (const { id: contender } of suite.contenders) {
      const cell = `${suite.id}:${workload.id}:${contender}`;
      for (const { id, metric } of metricTexts(suite.metrics).flatMap(variants)) {
        const value = values(workload.id, contender, id, metric);
        const all = typeof value === "number" ? [value] : value;
        const sorted = all.toSorted((a, b) => a - b);
        const row = {
          suite: suite.id,
          cell,
          contender,
          metric,
          dataset: workload.dataset,
          profile: "standard",
        };
        const interval = typeof value === "number" ? {} : { ci_lo: sorted[0], ci_hi: sorted.at(-1) };
        rows.push({
          ...{ ...row, ...interval, median: sorted[sorted.length >> 1], n: all.length },
          ...{ status: "ok", source: "measured", dataset_kind: "stand-in" },
        } as unknown as Row);
        all.forEach((each, round) =>
          samples.push({ cell, metric, preparation: 0, round, value: each } as unknown as Sample)
        );
      }
    }
  }
  return suite.claims.find(({ claimId }) => claimId === `fastgl.q.${claim}`)!.decide(
    new SuiteEvidence(suite.id, { rows, samples }, 1),
  );
}

/** Fifteen rounds around a value. */
const around = (value: number, spread = 0.01) =>
  Array.from({ length: 15 }, (_, i) => value * (1 + spread * (i - 7) / 7));

/** Parts that do not hold: false, ratios that are not above 1, open ones. */
function failing(parts: readonly ClaimPart[]): number {
  return parts.filter((part) => sideOf(part).side !== "holds").length;
}

const open = (parts: readonly ClaimPart[]) => parts.filter((part) => sideOf(part).side === "open").length;

Deno.test("memory IO must fall with the ratio for both systems, and FastGL's be below for small ratios and not above for large", () => {
  const of = (change: (ratio: number, system: string) => number | undefined, gain = 2) =>
    decide(figure10a, "a-cache-ratio", (workload, system, metric) => {
      const ratio = Number(workload.slice(1)), isFast = system === "policy:fastgl";
      // A difference of times is the time of no call: no rule reads it.
      if (metric === "io_gap") return around(-1);
      if (metric === "io_speedup") return around(ratio < 0.5 ? 2 : gain, 0.1);
      return around(change(ratio, system) ?? (isFast ? 50 : 100) * (1.1 - ratio));
    });
  const usual = of(() => undefined);
  assert.deepEqual([usual.length, failing(usual)], [2 * 7 + 5 + 3, 0]);
  assert.equal(
    failing(of((ratio, system) => system === "policy:gnnlab" && ratio === 0.2 ? 105 : undefined)),
    1,
  );
  assert.ok(
    failing(of((ratio, system) => system === "policy:fastgl" && ratio === 0.3 ? 90 : undefined)) >= 2,
  );
  assert.deepEqual([failing(of(() => undefined, 0.5)), open(of(() => undefined, 0.5))], [3, 0]);
  // A quotient that cannot be told from 1 is open.
  assert.equal(open(of(() => undefined, 1.01)), 3);
});

Deno.test("what Match saves of a cache's misses must not grow with the cache: rows that are copied decide", () => {
  const of = (gap: (ratio: number) => number) =>
    decide(
      figure10a,
      "a-gap-shrinks",
      (workload, contender) => 1000 - (contender === "policy:fastgl" ? gap(Number(workload.slice(1))) : 0),
    );
  assert.equal(failing(of((ratio) => 100 - 100 * ratio)), 0);
  const grows = of((ratio) => ratio === 0.5 ? 120 : 100 - 100 * ratio);
  assert.deepEqual([failing(grows), open(grows)], [1, 0]);
  assert.equal(failing(of(() => 5)), 0, "none grows");
});

Deno.test("Match must beat copying everything and Reorder Match, in time and in what is copied, on every graph", () => {
  const LOADED: Readonly<Record<string, number>> = { "policy:dgl": 100, "match": 60, "mr": 50 };
  const of = (other: Values) =>
    failing(decide(figure10b, "b-order", (workload, contender, metric, changed) => {
      const value = other(workload, contender, metric, changed);
      if (value !== 0) return value;
      const loaded = LOADED[contender] ?? 55;
      return metric === "loaded" ? loaded : around(loaded);
    }));
  assert.equal(of(() => 0), 0);
  assert.equal(of((graph, id, metric) => graph === "mag" && id === "mr" && metric === "loaded" ? 60 : 0), 1);
  assert.equal(
    of((graph, id, metric) =>
      graph === "reddit" && id === "match" && metric === "memory_io_time" ? around(120) : 0
    ),
    1,
  );
});

Deno.test("with random walks, gains must follow match degrees from graph to graph", () => {
  const GAINS: Readonly<Record<string, number>> = {
    "reddit": 2.9,
    "ogbn-products": 1.7,
    "mag": 1.3,
    "ogbn-papers100m": 1.2,
  };
  const of = (changes: Readonly<Record<string, number>>) =>
    decide(table7, "gain-follows-match", (workload) => around(changes[workload] ?? GAINS[workload]));
  assert.equal(failing(of({})), 0);
  assert.equal(failing(of({ reddit: 1.5 })), 1);
  assert.equal(open(of({ mag: 1.7 })), 1);
});

Deno.test("speed-up and match degree must both grow with the batch", () => {
  const of = (speedup: number, degree: number) =>
    decide(figure14b, "b-batch", (workload, _system, metric) => {
      const isLarge = workload === "b12000";
      return metric === "match_degree_mean" ? (isLarge ? degree : 70) : around(isLarge ? speedup : 1.5);
    });
  assert.deepEqual([failing(of(1.8, 80)), failing(of(1.2, 80)), failing(of(1.8, 60))], [0, 1, 1]);
  assert.equal(open(of(1.5, 80)), 1);
});

Deno.test("FastGL's sampling is on par with what GNNLab exposes, within a fifth, and below it for the deepest setting", () => {
  const parts = (small: number, deep: number) =>
    decide(figure14d, "d-sampling", (workload, system, metric) => {
      if (metric !== "exposed_sample_time") return around(system === "policy:fastgl" ? 1 : 2);
      return system !== "policy:gnnlab" ? around(10) : around(workload === "f5-5-10-10" ? deep : small);
    });
  const of = (small: number, deep: number) => failing(parts(small, deep));
  const opened = (small: number, deep: number) => open(parts(small, deep));
  assert.deepEqual([of(10, 11), of(11, 11), of(13, 11), of(5, 11), of(10, 9)], [0, 0, 2, 2, 1]);
  assert.deepEqual([opened(12, 11), opened(10, 10)], [2, 1], "intervals meet a fifth, or one another");
  const turned = decide(figure14d, "d-sampling", (_workload, system, id, metric) => {
    if (id !== "exposed_sample_time") return around(system === "policy:fastgl" ? 1 : 2);
    return system === "policy:gnnlab" && metric.endsWith("bandwidth_half") ? 99 : 10;
  });
  assert.equal(open(turned), 3, "a slower link turns all three");
});

Deno.test("Match may take a twentieth more memory, where it has found something to keep", () => {
  const of = (peak: number, kept: number) =>
    failing(decide(section41, "match-no-memory", (workload, contender, metric) => {
      if (metric === "reused") return workload === "mag" ? kept : 5;
      return contender === "match" && workload === "mag" ? peak : 100;
    }));
  assert.deepEqual([of(104, 5), of(106, 5), of(104, 0)], [0, 1, 1]);
});

Deno.test("one wrong output, one more access, a second writer, another bit or a larger block decides against Memory-Aware", () => {
  const of = (claim: string, metric: string, value: number, contender = "memory-aware") =>
    failing(decide(section42, claim, (workload, id, each) => {
      if (workload === "mag:forward" && id === contender && each === metric) return value;
      if (each === "accesses") return 300;
      if (each === "global_accesses") return id === "memory-aware" ? 110 : 200;
      return each.endsWith("_writers") || each === "checked_targets" ? 1 : 0;
    }));
  for (const claim of ["ma-same-result", "ma-same-bytes", "ma-no-sync", "ma-budget"]) {
    assert.equal(of(claim, "nothing", 0), 0, claim);
  }
  assert.equal(of("ma-same-result", "wrong", 1, "naive-register"), 1);
  assert.equal(of("ma-same-bytes", "accesses", 301), 2);
  assert.equal(of("ma-same-bytes", "global_accesses", 110, "naive-rmw"), 1);
  assert.deepEqual([of("ma-no-sync", "most_writers", 2), of("ma-no-sync", "least_writers", 0)], [1, 1]);
  assert.equal(of("ma-no-sync", "other_bits", 1), 1);
  assert.deepEqual([of("ma-budget", "block_threads", 1024), of("ma-budget", "block_threads", 1023)], [1, 0]);
  assert.deepEqual([of("ma-budget", "block_bytes_printed", 49_153), of("ma-budget", "block_bytes", 16_385)], [
    1,
    1,
  ]);
  // 8000 targets that drew one vertex: 4 X (Y + 8000) bytes.
  const lists = (bytes: number) =>
    failing(
      decide(section42, "ma-budget", (workload, _id, each) =>
        workload === "mag:backward" && each === "block_bytes_printed" ? bytes : 0),
    );
  assert.deepEqual([lists(4 * 8 * (32 + 8000)), lists(48 * 1024)], [1, 0], "backward lists count");
});

Deno.test("final losses converge within a hundredth; a difference beyond it counts from nine trainings on", () => {
  const of = (ratios: readonly number[]) =>
    decide(
      figure16,
      "convergence",
      (_workload, _order, metric) => metric === "final_loss_ratio" ? ratios : 1,
    );
  assert.equal(failing(of([0.995, 1.004])), 0);
  assert.equal(open(of([0.97, 1.004])), 2);
  assert.equal(open(of([0.95, 0.96])), 2);
  const decided = of(around(0.95, 0.001));
  assert.deepEqual([failing(decided), open(decided)], [2, 0]);
});
