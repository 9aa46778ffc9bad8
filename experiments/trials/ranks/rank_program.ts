/**
 * Program of a rank that times a partitioned program over real messages: each way to get rows, over each
 * link, on each cut, and one rank by itself, in turns.
 *
 * @module
 */
import { type Communicator, delayedCommunicator } from "../../../distributed/communicator/mod.ts";
import {
  CommunicatorRanks,
  OneProcess,
  PartitionedExecutor,
  type PartitionedProgram,
  type RowExchange,
} from "../../../distributed/spmm/mod.ts";
import type { Device } from "../../../hardware/device.ts";
import type { Link } from "../../../hardware/models/interconnect.ts";
import { openBeside } from "../../../hardware/open_device.ts";
import { takeTurns } from "../../../hardware/turn_loop.ts";
import { deviceReport, type RankDevice, type RankDeviceReport } from "./rank_device.ts";

/** Way, link and cut of a case; a single rank has none of them. */
export interface RankCase {
  /** Way in which ranks get rows; absent where rank 0 computes alone. */
  readonly exchange?: RowExchange;
  /** First row of each rank, and the number of rows at the end; equal ranges when absent. */
  readonly offsets?: Uint32Array;
  /** Link that messages are held back for; absent where the machine's own network carries them. */
  readonly link?: Link;
}

/** Input of all ranks. */
export interface RankProgramInput {
  /** Program and numbers of one rank. */
  readonly whole: Pick<PartitionedProgram, "program" | "bindings" | "vertices" | "kernels">;
  /** Epochs of which the losses are compared; 0 where the scores of an inference are. */
  readonly epochs: number;
  /** Other numbers of the program's first input, for the comparison after timing. */
  readonly fresh?: Float32Array;
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

/** Measurements of a case on one rank. */
export interface RankTimes {
  /** Milliseconds of one execution, by round. */
  readonly ms: readonly number[];
  /** Bytes received in one execution. */
  readonly receivedBytes: number;
  /** Scores or losses, before and after timing; on rank 0 alone. */
  readonly results: readonly Float32Array[];
}

/** Measurements of all cases on one rank. */
export interface RankReport {
  /** Device that ran them. */
  readonly device: RankDeviceReport;
  /** Measurements, in the order of the cases. */
  readonly cases: readonly RankTimes[];
}

/** Fewest and most executions in a sample. */
const CALLS = { fewest: 2, most: 64 };

/** Runs and times all cases on one rank. Collective. */
export async function timeRankProgram(
  communicator: Communicator,
  input: RankProgramInput,
): Promise<RankReport> {
  const device = await openBeside(input.device), cases: RunningCase[] = [];
  try {
    for (const each of input.cases) cases.push(await RunningCase.open(device, communicator, input, each));
    const first: Float32Array[] = [];
    for (const each of cases) first.push(await each.result());
    for (const each of cases) await each.lengthen(input.sampleMs);
    const taken = await takeTurns(
      cases.map((each, place) => ({ id: String(place), take: () => each.sample() })),
      { rounds: input.rounds, seed: input.seed },
    );
    const all: RankTimes[] = [];
    for (const [place, each] of cases.entries()) {
      const last = await each.result(input.fresh);
      all.push({
        ms: taken.of(String(place)),
        receivedBytes: each.receivedBytes,
        results: communicator.rank === 0 ? [first[place], last] : [],
      });
    }
    for (const each of cases) each.closeRanks();
    return { device: deviceReport(device), cases: all };
  } finally {
    for (const each of cases) each.close();
    device.close();
  }
}

/** One case on one rank, which has nothing to run where rank 0 computes alone. */
class RunningCase {
  /** Bytes received in one execution. */
  receivedBytes = 0;
  readonly #communicator: Communicator;
  readonly #input: RankProgramInput;
  readonly #run: PartitionedExecutor | undefined;
  readonly #set: CommunicatorRanks | undefined;
  readonly #slow: Communicator | undefined;
  #calls = 1;
  #epoch = 0;

  private constructor(
    communicator: Communicator,
    input: RankProgramInput,
    parts: {
      readonly run?: PartitionedExecutor;
      readonly set?: CommunicatorRanks;
      readonly slow?: Communicator;
    },
  ) {
    this.#communicator = communicator;
    this.#input = input;
    this.#run = parts.run;
    this.#set = parts.set;
    this.#slow = parts.slow;
  }

  static async open(
    device: Device,
    communicator: Communicator,
    input: RankProgramInput,
    { exchange, offsets, link }: RankCase,
  ): Promise<RunningCase> {
    const { rank, size } = communicator, { whole } = input;
    if (!exchange) {
      if (rank > 0) return new RunningCase(communicator, input, {});
      const alone = { ...whole, scheme: { ranks: 1, replication: 1 } };
      const run = await PartitionedExecutor.create(device, alone, new OneProcess(1));
      return new RunningCase(communicator, input, { run });
    }
    const scheme = { ranks: size, replication: 1 };
    const slow = link && delayedCommunicator(communicator, link);
    const set = new CommunicatorRanks(slow ?? communicator, scheme);
    const parts = { ...whole, scheme, exchange, ...(offsets && { offsets }) };
    const run = await PartitionedExecutor.create(device, parts, set);
    return new RunningCase(communicator, input, { run, set, ...(slow && { slow }) });
  }

  /** Scores on fresh inputs, or losses of the first epochs. Collective. */
  async result(fresh?: Float32Array): Promise<Float32Array> {
    const run = this.#run, { epochs, seed, whole: { bindings } } = this.#input;
    if (!run) return new Float32Array();
    if (epochs > 0) {
      run.initialise(seed);
      this.#epoch = 0;
      const losses: number[] = [];
      for (let epoch = 0; epoch < epochs; epoch++) {
        await this.#execute();
        losses.push((await run.read(run.program.loss))[0]);
      }
      return Float32Array.from(losses);
    }
    const [x] = bindings.inputs.keys();
    if (fresh) run.write(x, fresh);
    await this.#execute();
    return await run.read(run.program.scores);
  }

  /** Chooses how often a sample executes, on rank 0 for all. Collective. */
  async lengthen(sampleMs: number): Promise<void> {
    const wanted = Math.ceil(sampleMs / Math.max(1e-3, await this.sample()));
    const calls = Uint32Array.of(Math.max(CALLS.fewest, Math.min(CALLS.most, wanted)));
    this.#communicator.broadcast(calls, 0);
    this.#calls = calls[0];
  }

  /** Milliseconds of an execution, after one that is not timed. Collective. */
  async sample(): Promise<number> {
    await this.#execute();
    this.#communicator.barrier();
    const begun = performance.now();
    for (let call = 0; call < this.#calls; call++) await this.#execute();
    return (performance.now() - begun) / this.#calls;
  }

  /** Ends the communication. Collective. */
  closeRanks(): void {
    this.#set?.close();
    this.#slow?.close();
  }

  close(): void {
    this.#run?.close();
  }

  async #execute(): Promise<void> {
    const before = this.#set?.receivedBytes ?? 0;
    if (this.#input.epochs > 0) await this.#run?.train(++this.#epoch);
    else await this.#run?.evaluate();
    for (const { executor } of this.#run?.ranks ?? []) await executor.finish();
    this.receivedBytes = (this.#set?.receivedBytes ?? 0) - before;
  }
}
