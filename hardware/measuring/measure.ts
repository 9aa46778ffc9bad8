/**
 * Measuring loop: contestants of one comparison, interleaved round by round in seeded random order, over
 * several preparations, until the intervals are narrow or the budget is spent. Never A...A then B...B: the
 * drift of a machine would look like a difference.
 *
 * @module
 */
import { DeviceError, ReproError } from "../../platform/errors.ts";
import { RandomStream } from "../../platform/random.ts";
import {
  bootstrapInterval,
  looksBetween,
  median,
  medianInPlace,
  type PairedRound,
} from "../../platform/statistics/mod.ts";
import type { Contestant, PreparedContestant } from "./contestant.ts";
import type { Device } from "../device.ts";
import {
  callsPerSample,
  clockOf,
  leastCalls,
  shortestSample,
  SURELY_LONG,
  wake,
  warmUp,
} from "./sample_length.ts";
import { SteadyRate } from "./steady_rate.ts";
import { TurnLoop } from "./turn_loop.ts";
import type { HostTime } from "./waiting.ts";

/** One timed sample: milliseconds of one execution, averaged over `calls` back to back. */
export interface TimedSample {
  /** Id of the contestant. */
  readonly contestant: string;
  /** Preparation of the plan, from 0. */
  readonly preparation: number;
  /** Round of the comparison, from 0; samples of one round are paired. */
  readonly round: number;
  /** Number of executions that the sample averages. */
  readonly calls: number;
  /** Milliseconds of one execution. */
  readonly ms: number;
  /** Waits for the device that these hold; 0 by the device's clock and on the CPU. */
  readonly waits: number;
}

/** Extent of a measurement. */
export interface MeasuringOptions {
  /** Seed of the order within each round and of the bootstrap. */
  readonly seed: number;
  /** Number of rounds needed for a verdict: 15 where a claim is decided, 3 for context. */
  readonly minRounds: number;
  /**
   * Number of rounds after which measuring ends, narrow or not. From `minRounds` on it ends at looks alone:
   * after 15, 23, 31 or 39 rounds.
   */
  readonly maxRounds: number;
  /**
   * Number of preparations, at least 1, over which the rounds are spread; each draws a new placement in
   * memory.
   */
  readonly preparations: number;
  /** Wall-clock budget of the whole comparison in milliseconds. */
  readonly budgetMs: number;
  /**
   * Milliseconds within which rounds past `minRounds` have to end to be begun; the whole budget by default.
   */
  readonly narrowingMs?: number;
  /** Relative half-width of the median's 95 % interval that counts as narrow. */
  readonly narrow: number;
  /**
   * Least milliseconds of a sample; by default those that the clock needs, {@linkcode SHORTEST_SAMPLE_MS}.
   */
  readonly sampleMs?: number;
  /** Aborts after the round in progress. */
  readonly signal?: AbortSignal;
  /** Called after each round, for progress. */
  readonly onRound?: (round: number, planned: number) => void;
  /** Called before each phase of a contestant; it must cost next to nothing. */
  readonly onPhase?: (contestant: string, phase: "warm-up" | "sample" | "recheck") => void;
}

/** Samples of a comparison; `underpowered` when the budget was spent before `minRounds`. */
export interface Measured {
  /** Samples in the order in which they were taken. */
  readonly samples: readonly TimedSample[];
  /** Rounds that every contestant finished. */
  readonly rounds: number;
  /** Whether there are fewer rounds than `minRounds`, too few for a verdict. */
  readonly underpowered: boolean;
  /**
   * Errors of the contestants that failed or were wrong after their rounds, by id; none of their samples are
   * kept.
   */
  readonly failures: ReadonlyMap<string, ReproError>;
  /** First execution after each preparation, by contestant; none of a plan that was ready before. */
  readonly cold: ReadonlyMap<string, readonly HostTime[]>;
  /** The first sample of every round over the second one, by contestant that is compared with itself. */
  readonly selfPairs: ReadonlyMap<string, readonly PairedRound[]>;
  /** Milliseconds of the checks after timing: fresh inputs, the comparison with the oracle, digests. */
  readonly checkMs: number;
}

/**
 * Milliseconds of one contestant's samples, in the order of the rounds.
 *
 * @throws {ReproError} the error of a contestant that failed.
 */
export function timesOf({ samples, failures }: Measured, id: string): number[] {
  const failure = failures.get(id);
  if (failure !== undefined) throw failure;
  return samples.filter(({ contestant }) => contestant === id).map(({ ms }) => ms);
}

/** Share of device memory above which contestants are measured in pairs, re-prepared untimed. */
const RESIDENT_SHARE = 0.7;

/**
 * Measures a comparison. Where all contestants fit into 70 % of the device's memory they stay resident and
 * each round runs all of them in random order; where they do not, each round takes the contestants two at a
 * time in the order A B B A, prepared anew and untimed, and keeps the mean of each one's two samples. Before
 * each sample a plan executes once untimed, and a sample has at least two executions, unless one takes a
 * second. After its last sample every plan is checked again. A contestant that fails in any call, or is
 * wrong, leaves no samples; the others continue without it.
 *
 * @throws {Interrupted} where the user interrupts; memory is freed first.
 * @example
 * ```ts
 * import { measure, openWasmDevice } from "gnn-repro";
 * const device = openWasmDevice({ threads: 1 });
 * const contestant = (id: string) => ({
 *   id,
 *   bytes: 0,
 *   prepare: () => Promise.resolve({ run: () => {}, recheck: () => Promise.resolve(), destroy: () => {} }),
 * });
 * const { samples } = await measure(device, [contestant("a"), contestant("b")], {
 *   ...{ seed: 1, minRounds: 3, maxRounds: 3, preparations: 1, budgetMs: 1000, narrow: 0.05, sampleMs: 1 },
 * });
 * if (samples.length !== 6) throw new Error("three rounds of two");
 * device.close();
 * ```
 */
export async function measure(
  device: Device,
  contestants: readonly Contestant[],
  options: MeasuringOptions,
): Promise<Measured> {
  const started = performance.now();
  const looks = looksBetween(options.minRounds, options.maxRounds);
  // Whether there is no time for the rounds up to the next look.
  const narrowed = (round: number, roundMs: number) => {
    const left = (looks.find((look) => look > round) ?? round) - round;
    return performance.now() - started + left * roundMs > (options.narrowingMs ?? options.budgetMs);
  };
  // Whether the budget will be spent after one more round that takes as long as the one before.
  const isSpent = (roundMs: number) => performance.now() - started + roundMs > options.budgetMs;
  const overBudget = () => options.signal?.aborted === true || performance.now() - started > options.budgetMs;
  const loop = new TurnLoop(contestants, options.seed);
  const calls = new Map<string, number>();
  const samples: TimedSample[] = [];
  const fresh = new RandomStream(options.seed, "inputs of checks after timing");
  const resident = fitTogether(device, contestants);
  const ready = new Map(contestants.flatMap(({ id, ready }) => ready ? [[id, ready] as const] : []));
  const dropReady = () => {
    for (const plan of ready.values()) plan.destroy();
    ready.clear();
  };

  const cold = new Map<string, HostTime[]>();
  const selfPairs = new Map<string, PairedRound[]>();
  const executionMs = new Map<string, number>();
  const rate = new SteadyRate(device);

  const shortest = (plan: PreparedContestant) => options.sampleMs ?? shortestSample(device, plan);
  const warm = async (contestant: Contestant, plan: PreparedContestant): Promise<void> => {
    const { id } = contestant;
    options.onPhase?.(id, "warm-up");
    const { cold: first, warmMs } = await warmUp(device, plan, rate);
    // A clock of the device that a plan scales leaves out the waits.
    const waits = plan.time === undefined || contestant.clock === "wall" ? first.waits : 0;
    if (plan !== contestant.ready) cold.set(id, [...cold.get(id) ?? [], { ms: first.ms, waits }]);
    executionMs.set(id, warmMs);
    if (warmMs >= SURELY_LONG * shortest(plan)) calls.set(id, leastCalls(warmMs));
  };
  const sample = async (contestant: Contestant, plan: PreparedContestant): Promise<HostTime> => {
    options.onPhase?.(contestant.id, "sample");
    const k = calls.get(contestant.id) ?? await callsPerSample(device, plan, shortest(plan));
    calls.set(contestant.id, k);
    await wake(device, plan, executionMs.get(contestant.id)!);
    const before = device.waits, ms = await clockOf(device, plan)(k);
    // The device's own clock leaves them out.
    const waits = contestant.clock === "wall" ? (plan.timeScale ?? 1) * (device.waits - before) : 0;
    return { ms: ms / k, waits: waits / k };
  };
  let checkMs = 0;
  const checking = async <T>(work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    try {
      return await work();
    } finally {
      checkMs += performance.now() - began;
    }
  };
  const recheck = async ({ id }: Contestant, plan: PreparedContestant): Promise<void> => {
    options.onPhase?.(id, "recheck");
    const seed = fresh.uint32();
    if (!options.signal?.aborted) await checking(() => plan.recheck(seed));
  };
  // The last sample of a plan, on inputs that it has not seen where the plan can have them, and its check.
  const lastSample = async (contestant: Contestant, plan: PreparedContestant): Promise<HostTime> => {
    const seed = fresh.uint32();
    const check = plan.renew && await checking(() => plan.renew!(seed));
    const time = await sample(contestant, plan);
    await (check ? checking(check) : recheck(contestant, plan));
    return time;
  };
  const keep = ({ id: contestant }: Contestant, preparation: number, round: number, time: HostTime) =>
    samples.push({ contestant, preparation, round, calls: calls.get(contestant)!, ...time });
  const keepPair = (
    { id, selfCompared }: Contestant,
    preparation: number,
    [numerator, denominator]: readonly [number, number],
  ) => {
    if (!selfCompared) return;
    selfPairs.set(id, [...selfPairs.get(id) ?? [], { preparation, numerator, denominator }]);
  };

  if (!resident) dropReady();
  let round = 0;
  const firstRounds = Math.ceil(options.minRounds / options.preparations);
  for (
    let preparation = 0;
    preparation < options.preparations && !(round > 0 && overBudget());
    preparation++
  ) {
    const last = preparation === options.preparations - 1;
    const until = last ? options.maxRounds : Math.min(options.maxRounds, (preparation + 1) * firstRounds);
    const plans = new Map<string, PreparedContestant>();
    // Ids of the plans that were checked in the round before.
    const checked = new Set<string>();
    let roundMs = 0;
    try {
      if (resident) {
        for (const contestant of contestants) {
          await loop.attempt(contestant, async () => {
            const plan = ready.get(contestant.id) ?? await contestant.prepare(preparation);
            ready.delete(contestant.id);
            plans.set(contestant.id, plan);
            await warm(contestant, plan);
          });
        }
      }
      while (round < until && !(round > 0 && overBudget())) {
        const looking = last && looks.includes(round);
        if (looking && (narrowed(round, roundMs) || isNarrow(valid(samples, loop.failures), options))) break;
        const began = performance.now();
        if (resident) {
          const isLast = round + 1 === until || (last && looks.includes(round + 1)) || isSpent(roundMs);
          checked.clear();
          const first = new Map<string, number>();
          await loop.round(async (contestant) => {
            const plan = plans.get(contestant.id)!;
            const ends = isLast && !contestant.selfCompared;
            const time = await (ends ? lastSample : sample)(contestant, plan);
            if (ends) checked.add(contestant.id);
            first.set(contestant.id, time.ms);
            keep(contestant, preparation, round, time);
          });
          if (contestants.some(({ selfCompared }) => selfCompared)) {
            await loop.round(async (contestant) => {
              if (!contestant.selfCompared) return;
              const { ms } = await (isLast ? lastSample : sample)(contestant, plans.get(contestant.id)!);
              if (isLast) checked.add(contestant.id);
              keepPair(contestant, preparation, [first.get(contestant.id)!, ms]);
            });
          }
        } else {
          await measureInPairs(loop, {
            preparation,
            warm,
            sample: lastSample,
            keep: (contestant, [one, other]) => {
              const ms = (one.ms + other.ms) / 2, waits = (one.waits + other.waits) / 2;
              keep(contestant, preparation, round, { ms, waits });
              keepPair(contestant, preparation, [one.ms, other.ms]);
            },
          });
        }
        roundMs = performance.now() - began;
        round++;
        options.onRound?.(round, options.minRounds);
      }
      for (const contestant of resident ? contestants : []) {
        if (checked.has(contestant.id)) continue;
        await loop.attempt(contestant, () => recheck(contestant, plans.get(contestant.id)!));
      }
    } finally {
      for (const plan of plans.values()) plan.destroy();
      dropReady();
    }
  }
  return {
    samples: valid(samples, loop.failures),
    rounds: round,
    underpowered: round < options.minRounds,
    failures: new Map([...loop.failures].map(([id, error]) => [id, typed(id, error)])),
    cold,
    selfPairs,
    checkMs,
  };
}

/**
 * Whether all contestants can stay on the device at once, in the share of its memory that is theirs. Plans
 * that are ready take their part of it already.
 */
export function fitTogether(device: Device, contestants: readonly Contestant[]): boolean {
  const others = contestants.filter(({ ready }) => ready === undefined);
  return residentBytes(others) + device.ledger.live <= RESIDENT_SHARE * device.limits.memoryBytes;
}

/** Bytes of contestants prepared at once; shared bytes count once. */
function residentBytes(contestants: readonly Contestant[]): number {
  const shared = new Map(
    contestants.flatMap((c) => c.shared ? [[c.shared.by, c.shared.bytes] as const] : []),
  );
  return [...contestants.map(({ bytes }) => bytes), ...shared.values()].reduce(
    (sum, bytes) => sum + bytes,
    0,
  );
}

/** An error of a contestant as one of ours: what a kernel throws on its own is named with the contestant. */
function typed(id: string, error: unknown): ReproError {
  if (error instanceof ReproError) return error;
  return new DeviceError({
    action: `time "${id}"`,
    current: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    wanted: "a plan that can be prepared, run and checked any number of times",
    next: "see what its kernel throws: deno task test tests/kernels",
  }, { cause: error });
}

/** Samples of the contestants that finished. */
function valid(samples: readonly TimedSample[], failures: ReadonlyMap<string, unknown>) {
  return failures.size === 0 ? samples : samples.filter(({ contestant }) => !failures.has(contestant));
}

async function measureInPairs(
  loop: TurnLoop<Contestant>,
  { preparation, warm, sample, keep }: {
    preparation: number;
    warm: (contestant: Contestant, plan: PreparedContestant) => Promise<void>;
    sample: (contestant: Contestant, plan: PreparedContestant) => Promise<HostTime>;
    keep: (contestant: Contestant, pair: readonly [HostTime, HostTime]) => void;
  },
): Promise<void> {
  const alone = async (contestant: Contestant): Promise<HostTime> => {
    const plan = await contestant.prepare(preparation);
    try {
      await warm(contestant, plan);
      return await sample(contestant, plan);
    } finally {
      plan.destroy();
    }
  };
  const sequence = loop.shuffled();
  for (let i = 0; i < sequence.length; i += 2) {
    const pair = sequence.slice(i, i + 2);
    // The last of an odd number runs as A A.
    const order = [...pair, ...pair.toReversed()];
    const taken = new Map<Contestant, HostTime[]>(pair.map((contestant) => [contestant, []]));
    for (const contestant of order) {
      await loop.attempt(contestant, async () => {
        taken.get(contestant)!.push(await alone(contestant));
      });
    }
    for (const [contestant, [first, second]] of taken) {
      if (second !== undefined) keep(contestant, [first, second]);
    }
  }
}

/** Whether every contestant's median is known to within the wanted half-width. */
function isNarrow(samples: readonly TimedSample[], { narrow, seed }: MeasuringOptions): boolean {
  const byContestant = Map.groupBy(samples, (s) => s.contestant);
  for (const own of byContestant.values()) {
    const values = own.map((s) => s.ms);
    const { lo, hi } = bootstrapInterval(values, medianInPlace, { seed, resamples: 400 });
    if ((hi - lo) / 2 > narrow * median(values)) return false;
  }
  return true;
}
