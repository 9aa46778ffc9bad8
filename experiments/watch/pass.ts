/**
 * One pass of the author's loop: the saved version is checked, then timed in one comparison with the version
 * before it and with the operation's baseline.
 *
 * @module
 */
import { openWasmDevice } from "../../hardware/cpu/device.ts";
import { measure, type Measured, timesOf } from "../../hardware/measuring/measure.ts";
import { type Roofline, rooflineMs } from "../../hardware/models/roofline.ts";
import { median, type RatioSummary, summarizeRatios } from "../../platform/statistics/mod.ts";
import { extentOf, type Profile } from "../profiles.ts";
import type { Version } from "./version.ts";
import type { Checked } from "./worker_messages.ts";

/** Versions of a pass. */
export interface PassVersions {
  /** The version that was saved. */
  readonly saved: Version;
  /** The right version before it; absent in the first pass. */
  readonly before?: Version | undefined;
  /** Baseline of the operation, as it was when the loop began. */
  readonly baseline: Version;
}

/** Conditions of a pass. */
export interface PassOptions {
  /** Rounds, preparations and budget of the comparison. */
  readonly profile: Profile;
  /** Seed of the order of turns and of the intervals. */
  readonly seed: number;
  /** Limits of the device. */
  readonly roofline: Roofline;
  /** Ends the pass after the round in progress. */
  readonly signal: AbortSignal;
}

/** Result of a pass whose version was right. */
export interface TimedPass {
  /** Milliseconds of an execution. */
  readonly ms: number;
  /** Speed-up over the version before: its time over this one's, round by round. */
  readonly overBefore?: RatioSummary;
  /** Speed-up over the baseline. */
  readonly overBaseline?: RatioSummary;
  /** Share of the roofline, by compulsory traffic. */
  readonly share: number;
}

/**
 * Times a version that was right against the others, in interleaved rounds. Another version that fails
 * meanwhile has no ratio.
 *
 * @throws {ReproError} where the saved version fails, or is wrong on fresh inputs after its rounds.
 * @throws {Interrupted} after a signal.
 */
export async function timePass(
  { saved, before, baseline }: PassVersions,
  { profile, seed, roofline, signal }: PassOptions,
): Promise<TimedPass> {
  // Versions time themselves; the loop asks its own device for nothing but room, of which they take none.
  const device = openWasmDevice({ threads: 1 });
  try {
    const measured = await measure(device, [
      saved.contender("saved"),
      ...before === undefined ? [] : [before.contender("before")],
      baseline.contender("baseline"),
    ], {
      ...extentOf(profile, { decides: true }),
      seed,
      signal,
    });
    const ms = median(timesOf(measured, "saved"));
    const overBefore = speedUp(measured, "before", seed), overBaseline = speedUp(measured, "baseline", seed);
    const { multiplyAdds, compulsoryBytes: bytes } = saved.opened;
    return {
      ms,
      ...(overBefore && { overBefore }),
      ...(overBaseline && { overBaseline }),
      share: rooflineMs(roofline, { multiplyAdds, bytes }) / ms,
    };
  } finally {
    device.close();
  }
}

/** Speed-up of the saved version over another one; `undefined` where that one has no samples. */
function speedUp({ samples }: Measured, other: string, seed: number): RatioSummary | undefined {
  const of = (id: string) =>
    new Map(samples.filter(({ contender }) => contender === id).map((sample) => [sample.round, sample]));
  const saved = of("saved");
  const rounds = [...of(other).values()].flatMap(({ round, preparation, ms: numerator }) => {
    const denominator = saved.get(round)?.ms;
    return denominator === undefined ? [] : [{ preparation, numerator, denominator }];
  });
  return rounds.length === 0 ? undefined : summarizeRatios(rounds, { seed });
}

/** Result of a pass: the check, and times where it was right and the device is one to be timed. */
export interface PassResult {
  /** Full name of the kernel: `row-split@x86`. */
  readonly kernel: string;
  /** Comparison with the oracle. */
  readonly check: Checked;
  /** Times; absent where the result was wrong, or the adapter emulates a GPU. */
  readonly timed?: TimedPass;
}
