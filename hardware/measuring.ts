/**
 * The measuring loop: contestants of one comparison, interleaved round by round in seeded random order, over several
 * preparations, until the intervals are narrow or the budget is spent. Never A...A then B...B: a machine that drifts would
 * be read as a difference.
 *
 * @module
 */
import { RandomStream } from "../platform/random.ts";
import { bootstrapInterval, median } from "../platform/statistics/mod.ts";
import type { Device, TimerKind } from "./device.ts";

/** A plan that is ready to run, and how to give its memory back. */
export interface PreparedContestant {
  /** Encodes one execution, to be repeated at will. */
  run(): void;
  /** Frees what `prepare` allocated. */
  destroy(): void;
}

/** One side of a comparison. */
export interface Contestant {
  /** Unique within the comparison; its samples carry it. */
  readonly id: string;
  /** Device bytes that one preparation takes; decides whether all contestants can be resident at once. */
  readonly bytes: number;
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
  /** Half-width of the median's 95 % interval, relative, that counts as narrow. */
  readonly narrow: number;
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

/**
 * Measures a comparison. Where all contestants fit into 70 % of the device's memory they stay resident and each round
 * runs all of them in random order; where they do not, each round takes the contestants two at a time in the order
 * A B B A, prepared anew and untimed, and keeps the mean of each one's two samples.
 *
 * @throws whatever a contestant's `prepare` or `run` throws; memory is given back first.
 */
export async function measure(
  device: Device,
  contestants: readonly Contestant[],
  options: MeasuringOptions,
): Promise<Measured> {
  const started = performance.now();
  const overBudget = () => options.signal?.aborted === true || performance.now() - started > options.budgetMs;
  const order = new RandomStream(options.seed, "measuring order");
  const calls = new Map<string, number>();
  const samples: TimedSample[] = [];
  const resident = contestants.reduce((sum, c) => sum + c.bytes, 0) + device.ledger.live <=
    RESIDENT_SHARE * device.limits.memoryBytes;

  const sample = async (contestant: Contestant, plan: PreparedContestant): Promise<number> => {
    const k = calls.get(contestant.id) ?? await callsPerSample(device, plan);
    calls.set(contestant.id, k);
    return await device.time(plan.run, k) / k;
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
          const plan = await contestant.prepare(preparation);
          plans.set(contestant.id, plan);
          await warmUp(device, plan);
        }
      }
      while (round < until && !(round > 0 && overBudget())) {
        if (last && round >= options.minRounds && isNarrow(samples, options)) break;
        const sequence = order.shuffle([...contestants]);
        if (resident) {
          for (const contestant of sequence) {
            keep(contestant, preparation, round, await sample(contestant, plans.get(contestant.id)!));
          }
        } else {
          await measureInPairs(device, sequence, async (contestant, plan) => await sample(contestant, plan), {
            preparation,
            keep: (contestant, ms) => keep(contestant, preparation, round, ms),
          });
        }
        round++;
        options.onRound?.(round, options.minRounds);
      }
    } finally {
      for (const plan of plans.values()) plan.destroy();
    }
  }
  return { samples, rounds: round, underpowered: round < options.minRounds };
}

async function measureInPairs(
  device: Device,
  sequence: readonly Contestant[],
  sample: (contestant: Contestant, plan: PreparedContestant) => Promise<number>,
  { preparation, keep }: { preparation: number; keep: (contestant: Contestant, ms: number) => void },
): Promise<void> {
  const alone = async (contestant: Contestant): Promise<number> => {
    const plan = await contestant.prepare(preparation);
    try {
      await warmUp(device, plan);
      return await sample(contestant, plan);
    } finally {
      plan.destroy();
    }
  };
  for (let i = 0; i < sequence.length; i += 2) {
    const first = sequence[i], second = sequence[i + 1];
    if (second === undefined) {
      keep(first, (await alone(first) + await alone(first)) / 2);
      continue;
    }
    const a1 = await alone(first),
      b1 = await alone(second),
      b2 = await alone(second),
      a2 = await alone(first);
    keep(first, (a1 + a2) / 2);
    keep(second, (b1 + b2) / 2);
  }
}

/** Two executions, awaited: compiles lazily built code, faults pages in, wakes threads and clocks. */
async function warmUp(device: Device, plan: PreparedContestant): Promise<void> {
  plan.run();
  plan.run();
  await device.finish();
}

/** Calls that make one sample last as long as the device's timer wants, from three probes of growing length. */
async function callsPerSample(device: Device, plan: PreparedContestant): Promise<number> {
  const wanted = SHORTEST_SAMPLE_MS[device.timer];
  let calls = 1;
  for (let probe = 0; probe < 3; probe++) {
    const ms = await device.time(plan.run, calls);
    if (ms >= wanted || calls === MAX_CALLS) break;
    const perCall = Math.max(ms / calls, wanted / MAX_CALLS);
    calls = Math.min(MAX_CALLS, Math.max(calls + 1, Math.ceil(1.1 * wanted / perCall)));
  }
  return calls;
}

/** Whether every contestant's median is known to within the wanted half-width. */
function isNarrow(samples: readonly TimedSample[], { narrow, seed }: MeasuringOptions): boolean {
  const byContestant = Map.groupBy(samples, (s) => s.contestant);
  for (const own of byContestant.values()) {
    const values = own.map((s) => s.ms);
    const { lo, hi } = bootstrapInterval(values, median, { seed, resamples: 400 });
    if ((hi - lo) / 2 > narrow * median(values)) return false;
  }
  return true;
}
