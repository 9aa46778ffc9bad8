/**
 * Program of a rank that times partitioned programs over real messages: each scheme, exchange and link, in
 * turns. A rank has its own share of each program and nothing of the others'.
 *
 * @module
 */
import { type Communicator, delayedCommunicator } from "../../../distributed/communicator/mod.ts";
import {
  CommunicatorRanks,
  OneProcess,
  PartitionedExecutor,
  type PartitionScheme,
  placeOf,
  type RankSettings,
  type RankShare,
  shareBytes,
} from "../../../distributed/spmm/mod.ts";
import type { Device } from "../../../hardware/device.ts";
import type { Link } from "../../../hardware/models/interconnect.ts";
import { openBeside } from "../../../hardware/open_device.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { peakMemory } from "../../../platform/peak_memory.ts";
import type { Tensor } from "../../../training/program/tensor.ts";
import { deviceReport, type RankDevice, type RankDeviceReport } from "./rank_device.ts";

/** Scheme, exchange and link of a case; equal on all ranks. */
export interface RankCase extends RankSettings {
  /** Ranks that work, the first ones of the job; the others wait meanwhile. */
  readonly scheme: PartitionScheme;
  /**
   * Whether rank 0 does the work of all of them, one after another, with no message: the same programs on the
   * same blocks, without other ranks.
   */
  readonly inTurn?: boolean;
  /** Link that messages are held back for; absent where the machine's own network carries them. */
  readonly link?: Link;
  /** Epochs of which the losses are compared; 0 where the scores of an inference are. */
  readonly epochs: number;
}

/** Operands of a case on one rank. */
export interface OwnCase {
  /** Shares of the program: the rank's own, or those of all ranks that it does the work of. */
  readonly shares: readonly RankShare[];
  /** Other numbers of each share's rows of the program's first input, for the comparison after timing. */
  readonly fresh?: readonly Float32Array[];
}

/** Input of all ranks. */
export interface RankProgramInput {
  /** Cases, timed in turns. */
  readonly cases: readonly RankCase[];
  /** Turns of each. */
  readonly rounds: number;
  /** Shortest sample in milliseconds. */
  readonly sampleMs: number;
  /** Seed of parameters and of the order of turns. */
  readonly seed: number;
  /** Device of each rank. */
  readonly device: RankDevice;
}

/** Measurements of a case on one rank that works. */
export interface RankTimes {
  /** Milliseconds of one execution, by round. */
  readonly ms: readonly number[];
  /** Executions that each of `ms` is the mean of, the same on all ranks. */
  readonly calls: number;
  /** Bytes received in one execution, for sums too. */
  readonly receivedBytes: number;
  /** Bytes received before the first execution: ids of rows that other ranks need. */
  readonly listBytes: number;
  /** Bytes of the rank's share on the host. */
  readonly shareBytes: number;
  /** Bytes of the case on the device. */
  readonly deviceBytes: number;
  /** Bytes of these in which rows of other ranks arrive. */
  readonly arrivalBytes: number;
  /** Losses, or scores of the rank's own rows, none but of a group's first; before and after timing. */
  readonly results: readonly Float32Array[];
}

/** Measurements of all cases on one rank. */
export interface TimedRank {
  /** Device that ran them. */
  readonly device: RankDeviceReport;
  /** Measurements, in the order of the cases; absent where the rank waited. */
  readonly cases: readonly (RankTimes | undefined)[];
}

/** Fewest and most executions in a sample. */
const CALLS = { fewest: 2, most: 64 };

/**
 * Runs and times all cases on one rank. Collective.
 *
 * @param own Operands by case, which are let go of once they are on the device.
 */
export async function timeRankProgram(
  communicator: Communicator,
  input: RankProgramInput,
  own: (OwnCase | undefined)[],
): Promise<TimedRank> {
  const device = await openBeside(input.device), cases: RunningCase[] = [];
  try {
    for (const [place, each] of input.cases.entries()) {
      cases.push(
        await RunningCase.open(device, communicator, { ...each, own: own[place], seed: input.seed }),
      );
    }
    own.splice(0);
    const first: Float32Array[] = [];
    for (const each of cases) first.push(await each.result());
    for (const each of cases) await each.lengthen(input.sampleMs);
    const taken = await takeTurns(
      cases.map((each, place) => ({ id: String(place), take: () => each.sample() })),
      { rounds: input.rounds, seed: input.seed, signal: undefined },
    );
    const all: (RankTimes | undefined)[] = [];
    for (const [place, each] of cases.entries()) {
      const results = [first[place], await each.lastResult()];
      all.push(each.counts && { ms: taken.of(String(place)), calls: each.calls, ...each.counts, results });
    }
    for (const each of cases) each.closeRanks();
    return { device: deviceReport(device), cases: all };
  } finally {
    for (const each of cases) each.close();
    device.close();
  }
}

/**
 * Runs one case in a process of its own, and returns the most bytes that the process has held. Collective.
 */
export async function peakOfRank(
  communicator: Communicator,
  { cases: [only], seed, device: of }: RankProgramInput,
  own: (OwnCase | undefined)[],
): Promise<number> {
  const device = await openBeside(of);
  const running = await RunningCase.open(device, communicator, { ...only, own: own.pop(), seed });
  try {
    await running.result();
    running.closeRanks();
    return peakMemory();
  } finally {
    running.close();
    device.close();
  }
}

/** Counts of a case that do not change from one execution to the next. */
type Counts = Omit<RankTimes, "ms" | "calls" | "results">;

interface OpenCase extends RankCase {
  readonly own: OwnCase | undefined;
  readonly seed: number;
}

/** A case in execution on a rank that works. */
interface Running {
  readonly run: PartitionedExecutor;
  readonly set: CommunicatorRanks | undefined;
  /** Communicators to close, the last one first. */
  readonly opened: readonly Communicator[];
  readonly counts: Omit<Counts, "receivedBytes">;
  /** First input, which gets the fresh numbers. */
  readonly x: Tensor;
  readonly fresh: readonly Float32Array[] | undefined;
}

/** One case on one rank, which has nothing to run where it is not among the case's ranks. */
class RunningCase {
  readonly #world: Communicator;
  readonly #case: Pick<OpenCase, "epochs" | "scheme" | "seed">;
  readonly #running: Running | undefined;
  #calls = 1;
  #epoch = 0;
  #receivedBytes = 0;

  private constructor(world: Communicator, { epochs, scheme, seed }: OpenCase, running?: Running) {
    this.#world = world;
    this.#case = { epochs, scheme, seed };
    this.#running = running;
  }

  static async open(device: Device, world: Communicator, of: OpenCase): Promise<RunningCase> {
    const { scheme, link, own, ...settings } = of;
    const part = world.split(world.rank < workingRanks(of) ? 0 : undefined);
    if (!part || !own) return new RunningCase(world, of);
    const slow = link && delayedCommunicator(part, link), { shares } = own;
    const set = of.inTurn ? undefined : new CommunicatorRanks(slow ?? part, scheme);
    const before = device.ledger.live;
    const run = await PartitionedExecutor.open(device, shares, {
      ...settings,
      set: set ?? new OneProcess(scheme.ranks),
    });
    const counts = {
      listBytes: set?.listBytes ?? 0,
      shareBytes: sumOf(shares, shareBytes),
      deviceBytes: device.ledger.live - before,
      arrivalBytes: sumOf(run.ranks, ({ part: { arrivalBytes } }) => arrivalBytes),
    };
    const opened = slow ? [part, slow] : [part], [x] = shares[0].inputs.keys();
    return new RunningCase(world, of, { run, set, opened, counts, x, fresh: own.fresh });
  }

  /** Executions in a sample. */
  get calls(): number {
    return this.#calls;
  }

  /** Counts of the case; absent where this rank waits. */
  get counts(): Counts | undefined {
    return this.#running && { ...this.#running.counts, receivedBytes: this.#receivedBytes };
  }

  /** Losses of the first epochs, or scores of the rank's own rows. Collective. */
  async result(): Promise<Float32Array> {
    const { epochs, seed } = this.#case;
    if (!this.#running) return new Float32Array();
    const { run } = this.#running;
    if (epochs === 0) {
      await this.#execute();
      return concatenated(firstMembers(run, this.#case.scheme, await run.readOwn(run.program.scores)));
    }
    run.initialise(seed);
    this.#epoch = 0;
    const losses: number[] = [];
    for (let epoch = 0; epoch < epochs; epoch++) {
      await this.#execute();
      losses.push((await run.readOwn(run.program.loss))[0][0]);
    }
    return Float32Array.from(losses);
  }

  /** Result on the fresh inputs, where there are any. Collective. */
  async lastResult(): Promise<Float32Array> {
    if (this.#running?.fresh) {
      const { run, x, fresh } = this.#running;
      run.writeOwn(x, fresh);
    }
    return await this.result();
  }

  /** Chooses how often a sample executes, on rank 0 for all. Collective. */
  async lengthen(sampleMs: number): Promise<void> {
    const wanted = Math.ceil(sampleMs / Math.max(1e-3, await this.sample()));
    const calls = Uint32Array.of(Math.max(CALLS.fewest, Math.min(CALLS.most, wanted)));
    this.#world.broadcast(calls, 0);
    this.#calls = calls[0];
  }

  /** Milliseconds of an execution, after one that is not timed. Collective. */
  async sample(): Promise<number> {
    await this.#execute();
    this.#world.barrier();
    const begun = performance.now();
    for (let call = 0; call < this.#calls; call++) await this.#execute();
    return (performance.now() - begun) / this.#calls;
  }

  /** Ends the communication. Collective. */
  closeRanks(): void {
    this.#running?.set?.close();
    for (const communicator of this.#running?.opened.toReversed() ?? []) communicator.close();
  }

  close(): void {
    this.#running?.run.close();
  }

  async #execute(): Promise<void> {
    if (!this.#running) return;
    const { run, set } = this.#running, received = () => set ? set.receivedBytes + set.summedBytes : 0;
    const before = received();
    if (this.#case.epochs > 0) await run.train(++this.#epoch);
    else await run.evaluate();
    for (const { executor } of run.ranks) await executor.finish();
    this.#receivedBytes = received() - before;
  }
}

/** Number of ranks of the job that work on a case. */
export function workingRanks({ scheme: { ranks }, inTurn }: Pick<RankCase, "scheme" | "inTurn">): number {
  return inTurn ? 1 : ranks;
}

/** Numbers of ranks here that are part of the whole: members of a group have the same rows. */
function firstMembers(
  { ranks }: PartitionedExecutor,
  scheme: PartitionScheme,
  own: readonly Float32Array[],
): Float32Array[] {
  return own.filter((_, i) => placeOf(scheme, ranks[i].part.rank).member === 0);
}

/** Joins the rows of ranks. */
export function concatenated(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(sumOf(parts, ({ length }) => length));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
