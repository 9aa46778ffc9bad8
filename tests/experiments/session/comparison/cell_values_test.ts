/** Values of a cell's rows, worked out by hand, and statuses of cells that failed. @module */
import assert from "node:assert/strict";
import type { LoadedDataset } from "../../../../datasets/dataset.ts";
import type { Workload } from "../../../../experiments/cell.ts";
import { NO_DATASET } from "../../../../experiments/lab.ts";
import type { Trial } from "../../../../experiments/measurement.ts";
import { CellRows } from "../../../../experiments/session/comparison/cell_rows.ts";
import { statusOf } from "../../../../experiments/session/comparison/cell_status.ts";
import type { Suite } from "../../../../experiments/suite.ts";
import type { Device } from "../../../../hardware/device.ts";
import {
  DataError,
  DeviceError,
  MissingError,
  OutOfMemoryError,
  WrongResultError,
} from "../../../../platform/errors.ts";
import { SENTINEL } from "../../../../results/sentinel.ts";
import type { CalibrationRecord } from "../../../../results/store/session_document.ts";
import { testContext, testLab } from "../../lab.ts";

const A = { id: "a", label: "a kernel" },
  B = { id: "b", label: "another" },
  C = { id: "c", label: "a third" };
const DEVICE = { backend: "x86", adapterKind: "none", name: "a CPU", threads: 2, isa: "avx2", timer: "wall" };
const CHECK = { ok: true, relErr: 0, tolerance: 1, checkedRows: 1 };

/** Rows of three contenders, the first of which is the baseline, on a machine of 10 GB/s and 4 GFLOP/s. */
const cellRows = (workload: Partial<Workload> = { dataset: "cora" }) =>
  new CellRows(
    {
      ...{
        id: "own/values",
        artifact: "Values",
        contenders: [A, B, C],
        baseline: "a",
        metrics: { epoch: { unit: "us" } },
      },
      measurement: { kind: "timed", ratios: { beside_c: "c" } },
    } as unknown as Suite,
    { id: "w", factors: { width: 16, depth: 3, hops: 2 }, ...workload },
    {
      lab: testLab(DEVICE as unknown as Device),
      context: { ...testContext(), calibration: { bandwidthGBs: 10, gflops: 4 } as CalibrationRecord },
    },
  );

const samplesOf = (contender: typeof A, ms: readonly number[]) =>
  ms.map((each, round) =>
    cells.sample(contender, { contender: "", preparation: 0, round, calls: 3, ms: each, waits: 0 })
  );

const cells = cellRows();

/** Rows of contender `b` by metric. */
function rowsOfB(times: Partial<Record<"a" | "b" | "c", readonly number[]>>, trial: Partial<Trial>) {
  const samples = [A, B, C].flatMap((each) => samplesOf(each, times[each.id as "a" | "b" | "c"] ?? []));
  const remarks = { remark: "", waiting: new Map(), others: new Map(), clocks: new Map() };
  const entry = { contender: B, trial: trial as Trial, check: CHECK, prepareMs: 7 };
  const rows = cells.timed(entry, samples, remarks);
  assert.equal(new Set(rows.map(({ metric }) => metric)).size, rows.length);
  return (metric: string) => rows.find((row) => row.metric === metric);
}

const WORK = { multiplyAdds: 1e6, compulsoryBytes: 8e6, bytesWithoutReuse: 20e6 };

Deno.test("a time is the median of its samples, with its rate, its share of the roofline and its ratios", () => {
  const row = rowsOfB({ a: [4, 6, 8], b: [1, 2, 4], c: [1, 1, 1] }, { work: WORK, preprocessMs: 5 });
  const time = row("time")!;
  assert.deepEqual([time.median, time.mad, time.n, time.unit, time.timer], [2, 1, 3, "ms", "wall"]);
  // 8 MB at 10 GB/s take longer than 2 MFLOP at 4 GFLOP/s, which take half a millisecond.
  assert.equal(row("roofline_bound_compulsory")!.median, 0.8);
  assert.equal(row("roofline_bound_no_reuse")!.median, 2);
  assert.equal(row("roofline_bound_no_reuse")!.source, "modelled");
  assert.equal(time.roofline_share, 0.4);
  assert.equal(row("gflops")!.median, 1);
  assert.deepEqual([row("prepare")!.median, row("preprocess")!.median], [7, 5]);
  const speedup = row("speedup")!, beside = row("beside_c")!;
  // Round by round a / b is 4, 3 and 2, and c / b is 1, 1/2 and 1/4.
  assert.deepEqual([speedup.median, speedup.mad, speedup.vs, speedup.n, speedup.unit], [3, 1, "a", 3, "x"]);
  assert.deepEqual([beside.median, beside.mad, beside.vs, beside.n], [0.5, 0.25, "c", 3]);
  assert.ok(speedup.ci_lo! < 3 && speedup.ci_hi! > 3);
});

Deno.test("a ratio to what was not timed is skipped where that is the baseline, and absent elsewhere", () => {
  const row = rowsOfB({ b: [1, 2, 4] }, { work: WORK });
  const { status, reason, median } = row("speedup")!;
  assert.deepEqual([status, reason, median], ["skipped", "the baseline a was not timed", undefined]);
  assert.equal(row("beside_c"), undefined);
  assert.equal(row("preprocess"), undefined);
});

Deno.test("work without arithmetic has a bandwidth and no ratio; a process beside the device no roofline", () => {
  const times = { a: [4, 4, 4], b: [2, 2, 2] };
  const copies = rowsOfB(times, { work: { ...WORK, multiplyAdds: 0 } });
  const { median, unit } = copies("bandwidth")!;
  assert.deepEqual([median, unit], [4, "GB/s"]);
  assert.deepEqual(["gflops", "speedup", "roofline_bound_no_reuse"].map(copies), Array(3).fill(undefined));
  const process = rowsOfB(times, { work: WORK, ranOn: { threads: 1, adapterKind: "none", timer: "wall" } });
  assert.equal(process("roofline_bound_compulsory"), undefined);
  assert.equal(process("time")!.roofline_share, undefined);
  const clocked = rowsOfB(times, { work: WORK, clock: "gpu-timestamp" });
  assert.deepEqual(
    ["time", "speedup"].map((metric) => clocked(metric)!.timer),
    Array(2).fill("gpu-timestamp"),
  );
});

Deno.test("samples stand under their cell, in their rounds; repetitions too, and exact values have none", () => {
  assert.deepEqual(samplesOf(B, [5])[0], {
    ...{ cell: "own/values:w:b", metric: "time", unit: "ms", preparation: 0, round: 0, calls: 3, value: 5 },
  });
  const fact = { metric: "epoch", unit: "s" };
  assert.deepEqual(cells.repetitions(B, { ...fact, value: 3 }), []);
  const places = (
    own: { readonly preparations?: readonly number[]; readonly calls?: number | readonly number[] },
  ) =>
    cells.repetitions(B, { ...fact, value: [3, 5], ...own }).map(({ preparation, round, calls, value }) => [
      ...[preparation, round, calls, value],
    ]);
  assert.deepEqual(places({}), [[0, 0, 1, 3], [0, 1, 1, 5]]);
  assert.deepEqual(places({ preparations: [0, 1], calls: 4 }), [[0, 0, 4, 3], [1, 1, 4, 5]]);
  assert.deepEqual(places({ calls: [6, 7] }), [[0, 0, 6, 3], [0, 1, 7, 5]]);
  assert.deepEqual(places({ calls: [6, 7, 8] }), [[0, 0, 1, 3], [0, 1, 1, 5]], "counts of other executions");
});

Deno.test("an exact value has no interval, repetitions have one, a single repetition none", () => {
  const row = (value: number | readonly number[]) => {
    const { n, median, mad, ci_lo, ci_hi, status } = cells.fact(B, { metric: "m", unit: "1", value });
    return { n, median, status, mad, bounds: [ci_lo, ci_hi] };
  };
  const none = { mad: undefined, bounds: [undefined, undefined] };
  assert.deepEqual(row(3), { n: 1, median: 3, status: "ok", ...none });
  assert.deepEqual(row([3]), { n: 1, median: 3, status: "ok", ...none });
  // Of two values there are four resamples, whose medians are 2, 3, 3 and 4; the interval leaves out 2.5 %.
  assert.deepEqual(row([4, 2]), { n: 2, median: 3, status: "ok", mad: 1, bounds: [2.075, 3.925] });
  for (const value of [NaN, Infinity]) {
    assert.deepEqual(row(value), { n: 0, median: undefined, status: "skipped", ...none });
  }
});

Deno.test("rows name the dataset as it was loaded, and what its trial ran on", () => {
  const cells = cellRows(), row = () => cells.row(B, { metric: "m" });
  const columns = () => {
    const { dataset, dataset_kind, dataset_hash, backend, adapter_kind, threads, isa, factors } = row();
    return [dataset, dataset_kind, dataset_hash, backend, adapter_kind, threads, isa, factors];
  };
  assert.deepEqual(columns(), ["cora", "", "", "x86", "none", 2, "avx2+simd128", "depth=3;hops=2;width=16"]);
  cells.loaded({ id: "cora@1/4", kind: "stand-in", hash: "abc" } as LoadedDataset);
  cells.opened(B, {
    factors: { engine: "local" },
    isa: "scalar",
    ranOn: { threads: 1, adapterKind: "hardware", timer: "wall" },
  });
  assert.deepEqual(columns(), [
    "cora@1/4",
    "stand-in",
    "abc",
    "x86",
    "hardware",
    1,
    "scalar",
    "depth=3;engine=local;hops=2;width=16",
  ]);
  assert.equal(cells.row(A, { metric: "m" }).isa, "avx2+simd128", "another contender's trial");
  const { backend, isa, webgpu } = cells.row({ ...C, runtime: "library" }, { metric: "m" });
  assert.deepEqual([backend, isa, webgpu], ["library-cpu", "", ""]);
  const without = cellRows({});
  without.loaded(NO_DATASET);
  const { dataset, dataset_kind } = without.row(B, { metric: "m" });
  assert.deepEqual([dataset, dataset_kind], ["", ""]);
});

Deno.test("measured times are marked by the check of their result, and have the unit of their metric", () => {
  const times = { ms: [2, 3, 4], check: { ...CHECK, relErr: 0.25 }, timer: "wall", ranks: 2 } as const;
  const { median, mad, n, unit, timer, ranks, rel_err, ci_lo, ci_hi } = cells.times(B, "epoch", times);
  assert.deepEqual([median, mad, n, unit, timer, ranks, rel_err], [3e3, 1e3, 3, "us", "wall", 2, 0.25]);
  assert.deepEqual([ci_lo, ci_hi], [2e3, 4e3]);
  const { ranks: _, ...alone } = times;
  assert.equal(cells.times(B, "epoch", alone).ranks, 1);
  const fact = { metric: "m", unit: "1", value: 3 };
  assert.deepEqual([cells.fact(B, fact).ranks, cells.fact(B, { ...fact, ranks: 3 }).ranks], [1, 3]);
});

Deno.test("the sentinel's row is of no dataset, and factors are in the order of their names", () => {
  const at = { contender: "", calls: 1, waits: 0, preparation: 0 };
  const { row, samples } = cells.sentinel([3, 1, 2].map((ms, round) => ({ ...at, round, ms })));
  assert.deepEqual([row.metric, row.median, row.mad, row.n], [SENTINEL, 2, 1, 3]);
  assert.deepEqual([row.dataset, row.dataset_kind, row.factors], ["", "", ""]);
  assert.deepEqual(
    samples.map(({ metric, value }) => [metric, value]),
    [3, 1, 2].map((ms) => [SENTINEL, ms]),
  );
  const { factors, dataset, isa, cell } = cells.row(B, { metric: "m" });
  assert.deepEqual([factors, dataset, isa, cell], [
    "depth=3;hops=2;width=16",
    "cora",
    "avx2+simd128",
    "own/values:w:b",
  ]);
});

Deno.test("an error gives its cell a status, and its state and next step; damaged data its whole message", () => {
  const parts = { action: "read", current: "two", wanted: "three", next: "try again" };
  const text = "two; try again";
  assert.deepEqual(statusOf(new WrongResultError(parts)), { status: "wrong", reason: text });
  assert.deepEqual(statusOf(new OutOfMemoryError(parts)), { status: "oom", reason: text });
  assert.deepEqual(statusOf(new MissingError(parts)), { status: "skipped", reason: text });
  assert.deepEqual(statusOf(new DeviceError(parts)), { status: "failed", reason: text });
  const damaged = new DataError({ file: "graph.mtx", line: 7 }, parts);
  assert.deepEqual(statusOf(damaged), { status: "failed", reason: damaged.message });
  assert.match(damaged.message, /read.*three/s);
  assert.deepEqual(statusOf(new TypeError("no")), { status: "failed", reason: "defect: no" });
  assert.deepEqual(statusOf("no"), { status: "failed", reason: "defect: no" });
});
