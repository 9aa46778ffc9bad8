/**
 * Outcome of a set-up of an audit: its time, and what remains of the technique's speed-up over it.
 *
 * @module
 */
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { SetupTimes } from "./audit.ts";

/** Metrics of a set-up. */
export const SETUP_METRICS = {
  time: { label: "time", unit: "ms", better: "lower" },
  remaining: { label: "speed-up of the technique that remains", unit: "x", better: "higher" },
  preparation: { label: "preparation of the kernels", unit: "ms", better: "lower" },
  moved: { label: "copied, loaded or sent", unit: "MB", better: "lower" },
} as const satisfies Metrics;

/** Outcome of a set-up beside the technique, round by round; that of the technique where none is given. */
export function setupOutcome(setup: SetupTimes, technique?: SetupTimes): JointOutcome<typeof SETUP_METRICS> {
  const { times, modelledMs, preparation, loadedBytes, chosen, ranOn } = setup, { ranks = 1 } = times;
  const modelled = (value: readonly number[]) => ({ value, source: "modelled", ranks } as const);
  const ratio = technique && (modelledMs ?? times.ms).map((ms, round) => ms / technique.times.ms[round]);
  return {
    times: { ...(modelledMs === undefined && { time: times }), ...(preparation && { preparation }) },
    facts: {
      ...(modelledMs && { time: modelled(modelledMs) }),
      ...(ratio && { remaining: modelledMs ? modelled(ratio) : { value: ratio, ranks } }),
      ...(loadedBytes !== undefined && { moved: { value: loadedBytes / 1e6, ranks } }),
    },
    ...(chosen !== undefined && { factors: { chosen } }),
    ...(ranOn && { ranOn }),
  };
}
