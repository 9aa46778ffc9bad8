/**
 * Trace of one cell: what host, threads and GPU do over time while the cell is prepared, checked and timed.
 *
 * @module
 */
import type { PreparedContender } from "../../hardware/measuring/timed_contender.ts";
import {
  callsPerSample,
  clockOf,
  shortestSample,
  wake,
  warmUp,
} from "../../hardware/measuring/sample_length.ts";
import { type TraceDocument, TraceRecorder } from "../../hardware/trace/trace.ts";
import { traceDevice } from "../../hardware/trace/traced_device.ts";
import { UsageError, WrongResultError } from "../../platform/errors.ts";
import type { CheckReport } from "../../kernels/checks/check_report.ts";
import type { Lab } from "../lab.ts";
import type { JointMeasurement, TimedMeasurement } from "../measurement.ts";
import type { NamedCell } from "../named_cell.ts";

/** Names of the spans of a cell's trace, from the first to the last. */
export const CELL_SPANS = {
  load: "load the data",
  prepare: "prepare",
  check: "check",
  sample: "sample",
} as const;

/** Name of the span of one execution within the sample. */
export const EXECUTION = "execution";

/** Most executions of the sample, so that the file stays small. */
const MOST_CALLS = 200;

/** Trace of a cell, with the sample that it shows. */
export interface CellTrace {
  /** Trace in Chrome's format. */
  readonly trace: TraceDocument;
  /** Milliseconds that the sample was measured to take; absent where a suite times contenders together. */
  readonly sampleMs?: number;
  /** Executions of the sample. */
  readonly calls?: number;
}

/**
 * Prepares, checks and times a cell on the lab's device while the device is traced. The sample is one of the
 * length that a session takes, but of 200 executions at most, and is timed by the same clock. Of a suite
 * whose contenders take turns in a measurement of their own, that measurement is traced as a whole, with the
 * baseline.
 *
 * @throws {UsageError} for a cell that is counted or modelled, and not timed.
 * @throws {WrongResultError} where the result is wrong: its time would mean nothing.
 */
export async function traceCell(lab: Lab, cell: NamedCell): Promise<CellTrace> {
  const { suite: { measurement }, name } = cell;
  if (measurement.kind === "exact") {
    throw new UsageError({
      action: `trace cell ${JSON.stringify(name)}`,
      current: "values that are counted or modelled",
      wanted: "a cell that is timed",
      next: "name another; list and describe say which suites measure times",
    });
  }
  const trace = new TraceRecorder();
  const traced = traceDevice(lab.device, trace);
  try {
    const times = measurement.kind === "timed"
      ? await traceTrial(lab, cell, { measurement, trace })
      : await traceJoint(lab, cell, { measurement, trace });
    const { backend, name: device } = lab.device;
    return { ...times, trace: trace.document({ cell: name, backend, device, profile: lab.profile.id }) };
  } finally {
    traced[Symbol.dispose]();
  }
}

async function traceTrial(
  lab: Lab,
  { workload, contender, name }: NamedCell,
  { measurement, trace }: { readonly measurement: TimedMeasurement; readonly trace: TraceRecorder },
): Promise<Omit<CellTrace, "trace">> {
  const { device } = lab;
  const trial = await trace.around(
    CELL_SPANS.load,
    async () => await measurement.trial(lab, await lab.load(workload), workload, contender),
  );
  const plan = await trace.around(CELL_SPANS.prepare, () => trial.prepare());
  try {
    const check = await trace.around(CELL_SPANS.check, () => plan.check());
    if (!check.ok) throw wrong(name, check);
    await trace.around("warm up", () => warmUp(device, plan));
    const { calls: chosen, executionMs } = await trace.around(
      "choose the length",
      () => callsPerSample(device, plan, shortestSample(device, plan)),
    );
    const calls = Math.min(MOST_CALLS, chosen);
    await trace.around("wake", () => wake(device, plan, executionMs));
    const clock = clockOf(device, marked(plan, trace));
    const sampleMs = await trace.around(CELL_SPANS.sample, () => clock(calls), { calls });
    return { sampleMs, calls };
  } finally {
    plan.destroy();
  }
}

/** A plan whose executions are spans of the host; one with a clock of its own stays as it is. */
function marked(plan: PreparedContender, trace: TraceRecorder): PreparedContender {
  if (plan.time !== undefined) return plan;
  return { ...plan, run: () => trace.aroundCall(EXECUTION, () => plan.run()) };
}

async function traceJoint(
  lab: Lab,
  { suite, workload, contender }: NamedCell,
  { measurement, trace }: { readonly measurement: JointMeasurement; readonly trace: TraceRecorder },
): Promise<Omit<CellTrace, "trace">> {
  const dataset = await trace.around(CELL_SPANS.load, () => lab.load(workload));
  const contenders = suite.contenders.filter(({ id }) => id === contender.id || id === suite.baseline);
  const outcomeOf = await trace.around(
    CELL_SPANS.sample,
    () => measurement.measure(lab, dataset, workload, contenders),
  );
  // Throws what ended the contender.
  outcomeOf(contender.id);
  return {};
}

function wrong(name: string, { worst }: CheckReport): WrongResultError {
  return new WrongResultError({
    action: `trace cell ${JSON.stringify(name)}`,
    current: `${worst!.got} in row ${worst!.row}`,
    wanted: `${worst!.wanted}, as the oracle has`,
    next: "correct the kernel first",
  });
}
