/**
 * The measuring loop: contestants of one comparison, interleaved round by round in seeded random order, over several
 * preparations, until the intervals are narrow or the budget is spent. Never A...A then B...B: a machine that drifts would
 * be read as a difference.
 *
 * @module
 */
import { DeviceError, ReproError } from "../platform/errors.ts";
import { RandomStream } from "../platform/random.ts";
import { bootstrapInterval, median, medianInPlace } from "../platform/statistics/mod.ts";
import type { Device, TimerKind } from "./device.ts";
import { TurnLoop } from "./turn_loop.ts";

/** A plan that is ready to run, and how to give its memory back. */
export interface PreparedContestant {
  /** Encodes one execution, to be repeated at will; never called where there is `time`. */
  run(): void;
  /**
   * Milliseconds that `calls` executions take back to back, where the contestant runs beside the device and has a clock of
   * its own: used instead of the device's.
   */
  time?(calls: number): Promise<number>;
  /**
   * Computes once more, on fresh random inputs in the plan's own buffers, and compares: a kernel that is right at first
   * only, or only where it is checked, has no times. Called once, after the plan's last sample.
   *
   * @throws {WrongResultError} where the result is not what the oracle has, or an input was written to.
   */
  recheck(seed: number): Promise<void>;
  /** Frees what `prepare` allocated. */
  destroy(): void;
}

/** Device bytes that several contestants share. */
export interface SharedBytes {
  /** The same for all that share them. */
  readonly by: object;
  /** Bytes of all together. */
  readonly bytes: number;
}

/** One side of a comparison. */
export interface Contestant {
  /** Unique within the comparison; its samples carry it. */
  readonly id: string;
  /** Device bytes that one preparation takes for itself; decides whether all contestants can be resident at once. */
  readonly bytes: number;
  /** Device bytes that it shares with others. */
  readonly shared?: SharedBytes;
  /** Builds operands and plan anew, so that placement in memory is drawn again. */
  prepare(preparation: number): Promise<PreparedContestant>;
}

/** One timed sample: milliseconds of one execution, averaged over `calls` back to back. */
export interface TimedSample {
  /** Id of the contestant. */
  readonly contestant: string;
  /** Which preparation of the plan, from 0. */
  readonly preparation: number;
  /** Which round of the comparison, from 0; samples of one round are paired. */
  readonly round: number;
  /** Executions that the sample averages over. */
  readonly calls: number;
  /** Milliseconds of one execution. */
  readonly ms: number;
}

/** How long and how often to measure. */
export interface MeasuringOptions {
  /** Fixes the order within each round and the bootstrap's draws. */
  readonly seed: number;
  /** Rounds that are wanted before a verdict; 13 where a claim is decided, 3 for context. */
  readonly minRounds: number;
  /** Rounds after which measuring ends, narrow or not. */
  readonly maxRounds: number;
  /** How often placement in memory is drawn anew; at least 1, rounds are spread over them. */
  readonly preparations: number;
  /** Wall-clock budget of the whole comparison. */
  readonly budgetMs: number;
  /** Milliseconds after which no rounds past `minRounds` are taken; the whole budget when absent. */
  readonly narrowingMs?: number;
  /** Half-width of the median's 95 % interval, relative, that counts as narrow. */
  readonly narrow: number;
  /** Milliseconds of a sample at least; what the clock needs, {@linkcode SHORTEST_SAMPLE_MS}, when absent. */
  readonly sampleMs?: number;
  /** Stops after the round in progress. */
  readonly signal?: AbortSignal;
  /** Called after each round, for progress. */
  readonly onRound?: (round: number, planned: number) => void;
}

/** Samples of a comparison; `underpowered` when the budget was spent before `minRounds`. */
export interface Measured {
  /** In the order in which they were taken. */
  readonly samples: readonly TimedSample[];
  /** Rounds that every contestant finished. */
  readonly rounds: number;
  /** Fewer rounds than `minRounds`: too few for a verdict. */
  readonly underpowered: boolean;
  /** Errors of the contestants that failed or were wrong after their rounds, by id; none of their samples are kept. */
  readonly failures: ReadonlyMap<string, ReproError>;
}

/**
 * Milliseconds of one contestant's samples, in the order of the rounds.
 *
 * @throws {ReproError} the error that ended the contestant.
 */
export function timesOf({ samples, failures }: Measured, id: string): number[] {
  const failure = failures.get(id);
  if (failure !== undefined) throw failure;
  return samples.filter(({ contestant }) => contestant === id).map(({ ms }) => ms);
}

/** Shortest sample that a timer resolves well, in milliseconds. */
export const SHORTEST_SAMPLE_MS: Readonly<Record<TimerKind, number>> = {
  "gpu-timestamp": 2,
  "wall-slope": 500,
  "wall": 20,
};

/** Share of device memory above which contestants are measured in pairs, re-prepared untimed. */
const RESIDENT_SHARE = 0.7;
const MAX_CALLS = 1024;
const MOST_PROBES = 4;
/** A probe that lasts this many times as long as is wanted is long even if it was interrupted. */
const SURELY_LONG = 5;

/**
 * Measures a comparison. Where all contestants fit into 70 % of the device's memory they stay resident and each round
 * runs all of them in random order; where they do not, each round takes the contestants two at a time in the order
 * A B B A, prepared anew and untimed, and keeps the mean of each one's two samples. After its last sample every plan is
 * checked again. A contestant that fails in any call, or is wrong, leaves no samples; the others go on without it.
 *
 * @throws {Interrupted} where the user interrupts; memory is given back first.
 */
export async function measure(
  device: Device,
  contestants: readonly Contestant[],
  options: MeasuringOptions,
): Promise<Measured> {
  const started = performance.now();
  const narrowed = () => performance.now() - started > (options.narrowingMs ?? options.budgetMs);
  const overBudget = () => options.signal?.aborted === true || performance.now() - started > options.budgetMs;
  const loop = new TurnLoop(contestants, options.seed);
  const calls = new Map<string, number>();
  const samples: TimedSample[] = [];
  const fresh = new RandomStream(options.seed, "inputs of checks after timing");
  const resident = residentBytes(contestants) + device.ledger.live <=
    RESIDENT_SHARE * device.limits.memoryBytes;

  const shortest = (plan: PreparedContestant) => options.sampleMs ?? shortestSample(device, plan);
  const warm = async (contestant: Contestant, plan: PreparedContestant): Promise<void> => {
    const ms = await warmUp(device, plan);
    if (ms >= SURELY_LONG * shortest(plan)) calls.set(contestant.id, 1);
  };
  const sample = async (contestant: Contestant, plan: PreparedContestant): Promise<number> => {
    const k = calls.get(contestant.id) ?? await callsPerSample(device, plan, shortest(plan));
    calls.set(contestant.id, k);
    return await clockOf(device, plan)(k) / k;
  };
  const recheck = async (plan: PreparedContestant): Promise<void> => {
    const seed = fresh.uint32();
    if (!options.signal?.aborted) await plan.recheck(seed);
  };
  const keep = (contestant: Contestant, preparation: number, round: number, ms: number) =>
    samples.push({ contestant: contestant.id, preparation, round, calls: calls.get(contestant.id)!, ms });

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
    try {
      if (resident) {
        for (const contestant of contestants) {
          await loop.attempt(contestant, async () => {
            const plan = await contestant.prepare(preparation);
            plans.set(contestant.id, plan);
            await warm(contestant, plan);
          });
        }
      }
      while (round < until && !(round > 0 && overBudget())) {
        const enough = last && round >= options.minRounds;
        if (enough && (narrowed() || isNarrow(valid(samples, loop.failures), options))) break;
        if (resident) {
          await loop.round(async (contestant) => {
            keep(contestant, preparation, round, await sample(contestant, plans.get(contestant.id)!));
          });
        } else {
          await measureInPairs(loop, {
            preparation,
            warm,
            sample,
            recheck,
            keep: (contestant, ms) => keep(contestant, preparation, round, ms),
          });
        }
        round++;
        options.onRound?.(round, options.minRounds);
      }
      for (const contestant of resident ? contestants : []) {
        await loop.attempt(contestant, () => recheck(plans.get(contestant.id)!));
      }
    } finally {
      for (const plan of plans.values()) plan.destroy();
    }
  }
  return {
    samples: valid(samples, loop.failures),
    rounds: round,
    underpowered: round < options.minRounds,
    failures: new Map([...loop.failures].map(([id, error]) => [id, typed(id, error)])),
  };
}

/** Bytes of all contestants prepared at once; what some share counts once. */
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

/** The samples of those that finished. */
function valid(samples: readonly TimedSample[], failures: ReadonlyMap<string, unknown>) {
  return failures.size === 0 ? samples : samples.filter(({ contestant }) => !failures.has(contestant));
}

async function measureInPairs(
  loop: TurnLoop<Contestant>,
  { preparation, warm, sample, recheck, keep }: {
    preparation: number;
    warm: (contestant: Contestant, plan: PreparedContestant) => Promise<void>;
    sample: (contestant: Contestant, plan: PreparedContestant) => Promise<number>;
    recheck: (plan: PreparedContestant) => Promise<void>;
    keep: (contestant: Contestant, ms: number) => void;
  },
): Promise<void> {
  const alone = async (contestant: Contestant): Promise<number> => {
    const plan = await contestant.prepare(preparation);
    try {
      await warm(contestant, plan);
      const ms = await sample(contestant, plan);
      await recheck(plan);
      return ms;
    } finally {
      plan.destroy();
    }
  };
  const sequence = loop.shuffled();
  for (let i = 0; i < sequence.length; i += 2) {
    const pair = sequence.slice(i, i + 2);
    // The last of an odd number goes A A.
    const order = [...pair, ...pair.toReversed()];
    const taken = new Map<Contestant, number[]>(pair.map((contestant) => [contestant, []]));
    for (const contestant of order) {
      await loop.attempt(contestant, async () => {
        taken.get(contestant)!.push(await alone(contestant));
      });
    }
    for (const [contestant, [first, second]] of taken) {
      if (second !== undefined) keep(contestant, (first + second) / 2);
    }
  }
}

/** What times a plan: its own clock, or the device's. */
function clockOf(device: Device, plan: PreparedContestant): (calls: number) => Promise<number> {
  return plan.time?.bind(plan) ?? ((calls) => device.time(plan.run, calls));
}

/** An execution beside which compiling, page faults and waking threads are little. */
const LONG_EXECUTION_MS = 100;

/**
 * Two executions, awaited: compiles lazily built code, faults pages in, wakes threads and clocks. One, where that is long: a
 * second would warm nothing more. Returns the wall milliseconds of the last one.
 */
async function warmUp(device: Device, plan: PreparedContestant): Promise<number> {
  const execute = async (): Promise<number> => {
    const started = performance.now();
    if (plan.time !== undefined) await plan.time(1);
    else {
      plan.run();
      await device.finish();
    }
    return performance.now() - started;
  };
  const first = await execute();
  return first >= LONG_EXECUTION_MS ? first : await execute();
}

/** Shortest sample that resolves well on the clock of this plan. */
function shortestSample(device: Device, plan: PreparedContestant): number {
  return SHORTEST_SAMPLE_MS[plan.time === undefined ? device.timer : "wall"];
}

/**
 * Calls that make one sample last for `wanted` milliseconds, from probes of growing length. The fastest probe counts, and
 * a short one is confirmed by another: a single interruption would make a fast plan look slow, and its samples too short.
 */
async function callsPerSample(device: Device, plan: PreparedContestant, wanted: number): Promise<number> {
  const clock = clockOf(device, plan);
  let calls = 1, perCall = Infinity;
  for (let probe = 0; probe < MOST_PROBES; probe++) {
    const ms = await clock(calls);
    perCall = Math.min(perCall, ms / calls);
    const isLong = ms >= SURELY_LONG * wanted || (probe > 0 && calls * perCall >= wanted);
    if (isLong || calls === MAX_CALLS) break;
    const least = Math.max(perCall, wanted / MAX_CALLS);
    calls = Math.min(MAX_CALLS, Math.max(calls, Math.ceil(1.1 * wanted / least)));
  }
  return calls;
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
