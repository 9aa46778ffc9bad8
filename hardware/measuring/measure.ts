/**
 * Measuring loop: contenders of one comparison, interleaved round by round in seeded random order, over
 * several preparations, until the intervals are narrow or the budget is spent. Never A...A then B...B: the
 * drift of a machine would look like a difference.
 *
 * @module
 */
import { DeviceError, ReproError } from "../../platform/errors.ts";
import { availableMemory } from "../../platform/available_memory.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { bootstrapInterval, median, medianInPlace, type PairedRound } from "../../platform/statistics/mod.ts";
import type { Device } from "../device.ts";
import type { TimedContender } from "./timed_contender.ts";
import type { MeasuringOptions } from "./options.ts";
import { RoundLimits } from "./round_limits.ts";
import { PairwiseRounds, preparedRounds, ResidentRounds, type Rounds } from "./rounds.ts";
import { ContenderSampler } from "./contender_sampler.ts";
import { KeptSamples, type TimedSample } from "./samples.ts";
import { TurnLoop } from "./turn_loop.ts";
import type { HostTime } from "./waiting.ts";

/** Samples of a comparison; `underpowered` when the budget was spent before `minRounds`. */
export interface Measured {
  /** Samples in the order in which they were taken. */
  readonly samples: readonly TimedSample[];
  /** Rounds that every contender finished. */
  readonly rounds: number;
  /** Whether there are fewer rounds than `minRounds`, too few for a verdict. */
  readonly underpowered: boolean;
  /**
   * Errors of the contenders that failed or were wrong after their rounds, by id; none of their samples are
   * kept.
   */
  readonly failures: ReadonlyMap<string, ReproError>;
  /** First execution after each preparation, by contender; none of a plan that was ready before. */
  readonly cold: ReadonlyMap<string, readonly HostTime[]>;
  /** The first sample of every round over the second one, by contender that is compared with itself. */
  readonly selfPairs: ReadonlyMap<string, readonly PairedRound[]>;
  /** Milliseconds of the checks after timing: fresh inputs, the comparison with the oracle, digests. */
  readonly checkMs: number;
}

/**
 * Milliseconds of one contender's samples, in the order of the rounds.
 *
 * @throws {ReproError} the error of a contender that failed.
 */
export function timesOf({ samples, failures }: Measured, id: string): number[] {
  const failure = failures.get(id);
  if (failure !== undefined) throw failure;
  return samples.filter(({ contender }) => contender === id).map(({ ms }) => ms);
}

/** Share of device memory above which contenders are measured in pairs, re-prepared untimed. */
const RESIDENT_SHARE = 0.7;

/**
 * Measures a comparison. Where all contenders fit into 70 % of the device's memory they stay resident and
 * each round runs all of them in random order; where they do not, or its memory ends before all are there,
 * each round takes the contenders two at a time in the order A B B A, prepared anew and untimed, and keeps
 * the mean of each one's two samples. Before each sample a plan executes once untimed, and a sample has at
 * least two executions, unless one takes 250 ms. After its last sample every plan is checked again. A
 * contender that fails in any call, or is wrong, leaves no samples; the others continue without it.
 *
 * @throws the reason of the signal once that has aborted; memory is freed first.
 * @example
 * ```ts
 * import { measure, openWasmDevice } from "gnn-repro";
 * const device = openWasmDevice({ threads: 1 });
 * const contender = (id: string) => ({
 *   id,
 *   bytes: 0,
 *   prepare: () => Promise.resolve({ run: () => {}, recheck: () => Promise.resolve(), destroy: () => {} }),
 * });
 * const { samples } = await measure(device, [contender("a"), contender("b")], {
 *   ...{ seed: 1, minRounds: 3, maxRounds: 3, preparations: 1, budgetMs: 1000, narrow: 0.05, sampleMs: 1 },
 * });
 * if (samples.length !== 6) throw new Error("three rounds of two");
 * device.close();
 * ```
 */
export async function measure(
  device: Device,
  contenders: readonly TimedContender[],
  options: MeasuringOptions,
): Promise<Measured> {
  const limits = new RoundLimits(options);
  const loop = new TurnLoop(contenders, options.seed);
  const sampler = new ContenderSampler(device, options), kept = new KeptSamples();
  const means = { loop, sampler, kept };
  let rounds: Rounds = fitTogether(device, contenders)
    ? new ResidentRounds(contenders, means)
    : new PairwiseRounds(contenders, means);
  let round = 0;
  for (const part of limits.preparations) {
    if (limits.endsBefore(round)) break;
    let roundMs = 0;
    try {
      rounds = await preparedRounds(rounds, part.preparation, means);
      while (round < part.until && !limits.endsBefore(round)) {
        if (limits.looksBefore(round, part)) {
          if (limits.isTooLateFor(round, roundMs) || isNarrow(kept.without(loop.failures), options)) break;
        }
        const began = performance.now();
        await rounds.take(round, limits.endsAfter(round, part, roundMs));
        roundMs = performance.now() - began;
        round++;
        options.onRound?.(round, options.minRounds);
      }
      await rounds.finish();
    } finally {
      rounds.release();
    }
  }
  // Where it is no error of ours the contenders have failed by it.
  options.signal?.throwIfAborted();
  return {
    samples: kept.without(loop.failures),
    rounds: round,
    underpowered: round < options.minRounds,
    failures: new Map([...loop.failures].map(([id, error]) => [id, typed(id, error)])),
    cold: sampler.cold,
    selfPairs: kept.selfPairs,
    checkMs: sampler.checkMs,
  };
}

/**
 * Whether all contenders can stay on the device at once, in the share of its memory that is theirs. Plans
 * that are ready take their part of it already. Of the memory of a CPU device others may have taken a part:
 * half of what is free counts, since what is checked is copied.
 *
 * @param available Gives the bytes of the machine's memory that are free.
 */
export function fitTogether(
  { backend, limits: { memoryBytes }, ledger: { live } }: Pick<Device, "backend" | "limits" | "ledger">,
  contenders: readonly TimedContender[],
  available: () => number = availableMemory,
): boolean {
  const bytes = live + residentBytes(contenders.filter(({ ready }) => ready === undefined));
  if (bytes > RESIDENT_SHARE * memoryBytes) return false;
  return backend === "webgpu" || bytes <= live + available() / 2;
}

/** Bytes of contenders prepared at once; shared bytes count once. */
function residentBytes(contenders: readonly TimedContender[]): number {
  const shared = new Map(
    contenders.flatMap((c) => c.shared ? [[c.shared.by, c.shared.bytes] as const] : []),
  );
  return sumOf([...contenders.map(({ bytes }) => bytes), ...shared.values()]);
}

/** An error of a contender as one of ours: what a kernel throws on its own is named with the contender. */
function typed(id: string, error: unknown): ReproError {
  if (error instanceof ReproError) return error;
  return new DeviceError({
    action: `time "${id}"`,
    current: String(error),
    wanted: "a plan that can be prepared, run and checked any number of times",
    next: "see what its kernel throws: deno task test tests/kernels",
  }, { cause: error });
}

/** Whether every contender's median is known to within the wanted half-width. */
function isNarrow(samples: readonly TimedSample[], { narrow, seed }: MeasuringOptions): boolean {
  const byContender = Map.groupBy(samples, (s) => s.contender);
  for (const own of byContender.values()) {
    const values = own.map((s) => s.ms);
    const { lo, hi } = bootstrapInterval(values, medianInPlace, { seed, resamples: 400 });
    if ((hi - lo) / 2 > narrow * median(values)) return false;
  }
  return true;
}
