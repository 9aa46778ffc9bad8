/**
 * Check of a trial before it is timed.
 *
 * @module
 */
import type { TimerKind } from "../../../hardware/device.ts";
import { isTimed } from "../../../hardware/emulated.ts";
import { SteadyRate } from "../../../hardware/measuring/steady_rate.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import { type Breakdown, type Fact, factList, type Metrics } from "../../metrics.ts";

/** A trial that was prepared and executed once. */
export interface CheckedTrial {
  /** Comparison of its result with the oracle's. */
  readonly check: CheckReport;
  /** Milliseconds of its preparation. */
  readonly prepareMs: number;
  /** Facts of trial and plan. */
  readonly facts: readonly Fact[];
  /** Times of the parts of an execution; none of a wrong one. */
  readonly parts: Breakdown["times"];
  /** Clock of these times. */
  readonly partTimer: TimerKind;
}

/** Prepares a trial once, executes it once, and collects the facts of trial and plan. */
export async function checkTrial(
  lab: Pick<Lab, "device" | "allowSoftware">,
  trial: Trial,
  metrics: Metrics,
): Promise<CheckedTrial> {
  const { device } = lab, prepared = await trial.prepare("once");
  try {
    const known = factList(trial.facts, metrics);
    const said = new Set(known.map(({ metric }) => metric));
    const ofPlan = Object.entries(prepared.facts ?? {}).filter(([metric]) => !said.has(metric))
      .map(([metric, value]) => ({ metric, unit: "1", value }));
    const check = await prepared.check();
    // A wrong result has no times, nor have the parts of one; a software adapter's say nothing.
    const timed = check.ok && isTimed(lab);
    // The check has kept the host busy, and a GPU idle.
    if (timed && prepared.breakdown) await new SteadyRate(device).reach(prepared);
    const breakdown: Breakdown = timed && await prepared.breakdown?.() || { times: {} };
    const { times, facts = {}, timer = device.timer } = breakdown;
    return {
      check,
      prepareMs: prepared.prepareMs,
      facts: [...known, ...ofPlan, ...factList(facts, metrics)],
      parts: times,
      partTimer: timer,
    };
  } finally {
    prepared.destroy();
  }
}
