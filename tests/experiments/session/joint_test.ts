/**
 * A joint measurement becomes rows: its times with their check and clock, its facts, and the errors of single contenders.
 *
 * @module
 */
import assert from "node:assert/strict";
import { NO_DATASET } from "../../../experiments/lab.ts";
import type { JointMeasurement } from "../../../experiments/measurement.ts";
import type { Contender, Workload } from "../../../experiments/cell.ts";
import type { Facts, Metrics, Times } from "../../../experiments/metrics.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import { MissingError } from "../../../platform/errors.ts";
import { runComparison, testLab } from "../lab.ts";

const right: CheckReport = { ok: true, relErr: 1e-7, tolerance: 1e-5, checkedRows: 12 };
const wrong: CheckReport = {
  ...right,
  ok: false,
  relErr: 1,
  worst: { row: 3, col: 1, got: 7, wanted: 5, allowed: 0.1 },
};

/** Contenders that were asked for in the last measurement. */
let asked: readonly string[] = [];

const METRICS = {
  epoch_time: { label: "epoch time", unit: "ms", better: "lower" },
  loaded: { label: "loaded", unit: "MB", better: "lower" },
} as const satisfies Metrics;

const measure: JointMeasurement<Workload, Contender, typeof METRICS>["measure"] = async (
  { profile, seed },
  _dataset,
  _workload,
  contenders,
) => {
  asked = contenders.map(({ id }) => id);
  const turns = contenders.map(({ id }, place) => ({
    id,
    take: (round: number) =>
      id === "fails" && round > 1
        ? Promise.reject(new MissingError({ action: "a", current: "b", wanted: "c", next: "d" }))
        : Promise.resolve(place + round),
  }));
  const taken = await takeTurns(turns, { rounds: profile.rounds, seed, signal: undefined });
  return (id) => {
    if (id === "forgotten") throw new TypeError("no such contender");
    const check = id === "wrong" ? wrong : right;
    return {
      times: { epoch_time: { ms: taken.of(id), check, timer: "wall" } },
      facts: { loaded: 3 },
      ...(id === "right" && { factors: { gather: "row-copy@wasm" } }),
    };
  };
};

const suite: Suite<Workload, Contender, typeof METRICS> = {
  id: "own/joint",
  artifact: "Joint",
  title: "Contenders that are measured together",
  question: "What becomes of each?",
  contenders: ["base", "right", "wrong", "fails", "forgotten"].map((id) => ({ id, label: id })),
  baseline: "base",
  workloads: () => [{ id: "none", factors: {} }],
  settings: {},
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [],
  notes: [],
  claims: [],
};

async function rowsOf(
  contenders: readonly string[],
  measurement: JointMeasurement = suite.measurement as JointMeasurement,
) {
  const device = openWasmDevice({ threads: 1 });
  try {
    const lab = testLab(device, { rounds: 4 }), [workload] = suite.workloads(lab.profile);
    const chosen = suite.contenders.filter(({ id }) => contenders.includes(id));
    return await runComparison(lab, {
      suite: { ...suite, measurement },
      workload,
      contenders: chosen,
      dataset: NO_DATASET,
    });
  } finally {
    device.close();
  }
}

Deno.test("times have their check and clock, what is wrong or fails has no time, and nobody hinders another", async () => {
  const { rows, samples } = await rowsOf(suite.contenders.map(({ id }) => id));
  const time = (id: string) => rows.find((row) => row.contender === id && row.metric === "epoch_time")!;
  const own = time("right");
  assert.deepEqual(
    [own.status, own.n, own.median, own.timer, own.checked_rows, own.rel_err, own.tolerance],
    ["ok", 4, 3.5, "wall", 12, 1e-7, 1e-5],
  );
  const samplesOf = (id: string) => samples.filter(({ cell }) => cell.endsWith(`:${id}`)).length;
  assert.deepEqual([samplesOf("right"), samplesOf("wrong"), samplesOf("fails")], [4, 0, 0]);
  assert.equal(rows.find(({ contender, metric }) => contender === "right" && metric === "loaded")!.median, 3);
  assert.deepEqual([own.factors, time("base").factors], ["gather=row-copy@wasm", ""]);
  assert.deepEqual([time("wrong").status, time("wrong").median], ["wrong", undefined]);
  assert.match(time("wrong").reason, /row 3, column 1: 7, the oracle has 5/);
  assert.equal(time("fails").status, "skipped");
  assert.equal(time("forgotten").status, "failed");
});

Deno.test("only contenders that were asked for are measured", async () => {
  await rowsOf(["base", "right"]);
  assert.deepEqual(asked, ["base", "right"]);
});

Deno.test("what rounds on several preparations gave keeps them, and its interval spans what they differ by", async () => {
  const preparations = [0, 0, 1, 1], ms = [10, 11, 20, 21], loaded = [1, 2, 3, 4];
  const outcome = { times: { epoch_time: { ms, check: right, timer: "wall" as const } }, facts: { loaded } };
  const on = async (own: { readonly preparations?: readonly number[] }) => {
    const times = { epoch_time: { ...outcome.times.epoch_time, ...own } };
    const { rows, samples } = await rowsOf(["base"], {
      kind: "joint",
      measure: () => Promise.resolve(() => ({ ...outcome, times })),
    });
    const row = (metric: string) => rows.find((each) => each.metric === metric)!;
    const kept = (metric: string) =>
      samples.filter((each) => each.metric === metric).map(({ preparation }) => preparation);
    return { time: row("epoch_time"), loaded: row("loaded"), kept };
  };
  const [several, one] = [await on({ preparations }), await on({})];
  assert.deepEqual([several.kept("epoch_time"), several.kept("loaded")], [preparations, preparations]);
  assert.deepEqual([one.kept("epoch_time"), one.kept("loaded")], [[0, 0, 0, 0], [0, 0, 0, 0]]);
  // A quarter of all draws takes the first preparation twice, one in 16 of these its larger time four times.
  for (const { n, median, ci_lo, ci_hi } of [several.time, one.time]) {
    assert.deepEqual([n, median, ci_lo! < 11.5, ci_hi! > 19.5], [4, 15.5, true, true]);
  }
  assert.ok(several.time.ci_lo! <= one.time.ci_lo! && several.time.ci_hi! >= one.time.ci_hi!);
});

Deno.test("samples of times say how many executions each is the mean of, and derived values are of none", async () => {
  const calls = async (own: { readonly calls?: number | readonly number[] }) => {
    const { samples } = await rowsOf(["base"], {
      kind: "joint",
      measure: () =>
        Promise.resolve(() => ({
          times: { epoch_time: { ms: [4, 5, 6], check: right, timer: "wall" as const, ...own } },
          facts: { loaded: [1, 2, 3] },
        })),
    });
    const of = (metric: string) => samples.filter((each) => each.metric === metric).map((each) => each.calls);
    assert.deepEqual(of("loaded"), [1, 1, 1]);
    return of("epoch_time");
  };
  assert.deepEqual(await calls({}), [1, 1, 1]);
  assert.deepEqual(await calls({ calls: 7 }), [7, 7, 7]);
  assert.deepEqual(await calls({ calls: [2, 3, 5] }), [2, 3, 5]);
  assert.deepEqual(await calls({ calls: [2, 3] }), [1, 1, 1], "of other executions than these three");
});

Deno.test("a defect of a whole measurement costs its cells, a typed error is left to the session", async () => {
  const throwing = (error: Error): JointMeasurement => ({
    kind: "joint",
    measure: () => Promise.reject(error),
  });
  const { rows } = await rowsOf(["base", "right"], throwing(new TypeError("no such kernel")));
  assert.deepEqual(
    rows.map(({ contender, status, reason }) => [contender, status, reason]),
    ["base", "base", "right", "right"].map((id) => [id, "failed", "defect: no such kernel"]),
  );
  const missing = new MissingError({ action: "a", current: "b", wanted: "c", next: "d" });
  await assert.rejects(rowsOf(["base"], throwing(missing)), missing);
});

Deno.test("a measured time does not compile without its proof, nor a value of a metric that is not declared", () => {
  // @ts-expect-error a time among the facts must say that it is modelled or simulated
  const unproved: Facts<typeof METRICS> = { epoch_time: 3 };
  const modelled: Facts<typeof METRICS> = { epoch_time: { value: 3, source: "modelled" }, loaded: 3 };
  // @ts-expect-error the suite declares no such metric
  const undeclared: Facts<typeof METRICS> = { stored: 3 };
  // @ts-expect-error a measured time needs its check and its clock
  const unchecked: Times<typeof METRICS> = { epoch_time: { ms: [3] } };
  // @ts-expect-error bytes are no time
  const bytes: Times<typeof METRICS> = { loaded: { ms: [3], check: right, timer: "wall" } };
  assert.equal(Object.keys({ ...unproved, ...modelled, ...undeclared, ...unchecked, ...bytes }).length, 3);
});
