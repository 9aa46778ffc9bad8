/**
 * A program on ranks: full-batch training or a single product, partitioned. The ranks that run here go through their actions in
 * lockstep, each on rows of its own.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import type { HostNumbers } from "../../kernels/operation.ts";
import { DeviceExecutor } from "../../training/executors/device_executor.ts";
import { initialNumbers } from "../../training/executors/initialisation.ts";
import type { KernelChoices } from "../../training/executors/kernel_choice.ts";
import type { Bindings } from "../../training/program/bindings.ts";
import type { Program, Step } from "../../training/program/program.ts";
import type { Tensor } from "../../training/program/tensor.ts";
import { blockEntries, type RankProgram, rankProgram } from "./rank_program.ts";
import type { RankSet } from "./rank_set.ts";
import { type RowPartition, rowPartition } from "./row_partition.ts";
import { spmmSchedule } from "./schedule.ts";
import { groupCount, type PartitionScheme, placeOf } from "./scheme.ts";

/** What is run. */
export interface PartitionedProgram {
  /** The program of one rank, on the whole graph. */
  readonly program: Program;
  /** Its numbers. Each rank keeps what is its own of them. */
  readonly bindings: Bindings;
  /** n: how many rows are dealt to ranks. */
  readonly vertices: number;
  /** How. */
  readonly scheme: PartitionScheme;
  /** The kernels that are not to be the best known ones. */
  readonly kernels?: KernelChoices;
}

/** A rank that runs here. */
export interface RunningRank {
  /** What it does. */
  readonly part: RankProgram;
  /** What does it. */
  readonly executor: DeviceExecutor;
}

/** How long a rank's own step took. */
export interface RankStepTime {
  /** Whose. */
  readonly rank: number;
  /** Which. */
  readonly step: Step;
  /** Milliseconds, without any message. */
  readonly ms: number;
}

/**
 * Runs a program on ranks. With {@linkcode OneProcess} all of them run here, one after another on one device; over a communicator
 * each process has one. Results differ from those of one rank by the order of sums alone, and not at all between the two.
 *
 * @example
 * ```ts
 * import { adamOptimizer, bindVertexData, gcn, loadDataset, openWasmDevice, vertexClassification, vertexData, vertexTaskShape } from "gnn-repro";
 * import { OneProcess, PartitionedExecutor } from "gnn-repro/distributed";
 * const dataset = await loadDataset("reddit@1/512:fill", { seed: 1 });
 * const data = await vertexData(dataset, { seed: 1, randomWidth: 8 });
 * const layers = gcn({ classes: data.classes, hidden: 16 });
 * const task = vertexClassification(vertexTaskShape(data), { layers, optimizer: adamOptimizer(), seed: 1 });
 * const bindings = bindVertexData(task, data), scheme = { ranks: 4, replication: 2 };
 * const whole = { program: task.program, bindings, vertices: data.adjacency.rows, scheme };
 * const device = openWasmDevice({ threads: 2 });
 * const training = await PartitionedExecutor.create(device, whole, new OneProcess(4));
 * training.initialise(1);
 * for (let epoch = 1; epoch <= 3; epoch++) await training.train(epoch);
 * const [loss] = await training.read(task.program.loss);
 * if (!(loss > 0 && loss < 5)) throw new Error("about the logarithm of 41, the number of classes");
 * training.close();
 * device.close();
 * ```
 */
export class PartitionedExecutor {
  /** What the ranks share. */
  readonly program: Program;
  /** The ranks that run here, ascending. */
  readonly ranks: readonly RunningRank[];
  readonly #scheme: PartitionScheme;
  readonly #set: RankSet;
  readonly #partition: RowPartition;

  private constructor(
    { program, scheme }: PartitionedProgram,
    { ranks, set, partition }: {
      readonly ranks: readonly RunningRank[];
      readonly set: RankSet;
      readonly partition: RowPartition;
    },
  ) {
    this.program = program;
    this.ranks = ranks;
    this.#scheme = scheme;
    this.#set = set;
    this.#partition = partition;
  }

  /**
   * Cuts the program and its numbers and prepares the parts of the ranks that run here. Parameters begin as 0.
   *
   * @throws {UsageError} for a scheme that is none, a program that cannot be cut by rows, or fewer rows than groups.
   * @throws {OutOfMemoryError} where the device has no room; nothing stays allocated.
   */
  static async create(device: Device, whole: PartitionedProgram, set: RankSet): Promise<PartitionedExecutor> {
    const { program, bindings, vertices, scheme, kernels = {} } = whole;
    const schedule = spmmSchedule(scheme), partition = rowPartition(program, vertices);
    const entries = blockEntries(bindings.sparse, groupCount(scheme));
    const ranks: RunningRank[] = [];
    try {
      for (const rank of set.here) {
        const part = rankProgram({ program, partition, schedule, entries }, rank);
        const executor = await DeviceExecutor.create(device, part.program, part.bind(bindings), { kernels });
        ranks.push({ part, executor });
      }
    } catch (error) {
      for (const { executor } of ranks) executor.close();
      throw error;
    }
    return new PartitionedExecutor(whole, { ranks, set, partition });
  }

  /** Goes to the start: the first numbers of every parameter, those of `initialise` on one rank, and moments of 0. */
  initialise(seed: number): void {
    for (const parameter of this.program.parameters) {
      this.write(parameter.tensor, initialNumbers(parameter, seed));
    }
    for (const tensor of this.program.tensors) {
      if (tensor.kind === "moment") this.write(tensor, new Float32Array(tensor.rows * tensor.cols));
    }
  }

  /** Copies numbers of the whole program's tensor to the ranks: all of them, or to each its own rows. */
  write(tensor: Tensor, numbers: HostNumbers): void {
    for (const { part, executor } of this.ranks) {
      const [begin, end] = part.rows, { cols } = tensor;
      const own = this.#partition.byRows.has(tensor) ? numbers.slice(begin * cols, end * cols) : numbers;
      executor.write(part.tensors.get(tensor)!, own);
    }
  }

  /** The whole tensor: rows of all ranks, or what each of them has. Over a communicator, all ranks call it. */
  async read(tensor: Tensor): Promise<Float32Array> {
    const own: Float32Array[] = [];
    for (const { part, executor } of this.ranks) own.push(await executor.read(part.tensors.get(tensor)!));
    if (!this.#partition.byRows.has(tensor)) return own[0];
    const whole = new Float32Array(tensor.rows * tensor.cols);
    let at = 0;
    for (const [rank, rows] of this.#set.allGather(own).entries()) {
      // Members of a group have the same rows.
      if (placeOf(this.#scheme, rank).member > 0) continue;
      whole.set(rows, at);
      at += rows.length;
    }
    return whole;
  }

  /** One training step, counted from 1. */
  async train(step: number): Promise<void> {
    for (const { executor } of this.ranks) executor.setStep(step);
    await this.#run("train");
  }

  /** The scores. */
  async evaluate(): Promise<void> {
    await this.#run("evaluate");
  }

  /**
   * Runs and times the own steps of each rank here, rank after rank and without messages: what arrived last counts as received.
   *
   * @param which Steps to run; all when absent. A training step that leaves some out leaves numbers of no meaning.
   */
  async timeSteps(
    sequence: "train" | "evaluate",
    which: (step: Step) => boolean = () => true,
  ): Promise<readonly RankStepTime[]> {
    const times: RankStepTime[] = [];
    for (const { part: { rank }, executor } of this.ranks) {
      const plans = sequence === "train" ? executor.trainPlans : executor.evaluatePlans;
      for (const { step, plan } of plans) {
        if (!which(step)) continue;
        times.push({ rank, step, ms: await executor.device.time(() => plan.run(), 1) });
      }
    }
    return times;
  }

  /** Returns the memory of all parts; device and communicator stay open. */
  close(): void {
    for (const { executor } of this.ranks) executor.close();
  }

  async #run(sequence: "train" | "evaluate"): Promise<void> {
    const plans = this.ranks.map(({ executor }) =>
      (sequence === "train" ? executor.trainPlans : executor.evaluatePlans).values()
    );
    const length = this.ranks[0].part.actions[sequence].length;
    for (let at = 0; at < length; at++) {
      switch (this.ranks[0].part.actions[sequence][at].kind) {
        case "compute":
          for (const steps of plans) steps.next().value!.plan.run();
          break;
        case "broadcast":
          await this.#broadcast(sequence, at);
          break;
        case "sum":
          await this.#sum(sequence, at);
          break;
      }
    }
  }

  /** The messages of all ranks here at one place of their lists, each sent once. */
  async #broadcast(sequence: "train" | "evaluate", at: number): Promise<void> {
    const parties = this.ranks.map(({ part, executor }) => {
      const action = part.actions[sequence][at];
      if (action.kind !== "broadcast") throw new TypeError("Ranks out of step");
      return { rank: part.rank, executor, ...action };
    });
    for (const group of Map.groupBy(parties, ({ message }) => message.root).values()) {
      const [{ message, tensor: { rows, cols } }] = group;
      const root = group.find(({ rank }) => rank === message.root);
      const payload = root ? await root.executor.read(root.tensor) : new Float32Array(rows * cols);
      this.#set.broadcast(payload, message);
      for (const { executor, tensor, rank } of group) {
        if (rank !== message.root) executor.write(tensor, payload);
      }
    }
  }

  async #sum(sequence: "train" | "evaluate", at: number): Promise<void> {
    const parties = this.ranks.map(({ part, executor }) => {
      const action = part.actions[sequence][at];
      if (action.kind !== "sum") throw new TypeError("Ranks out of step");
      return { executor, ...action };
    });
    for (const group of Map.groupBy(parties, ({ ranks }) => ranks.join()).values()) {
      const payloads: Float32Array[] = [];
      for (const { executor, tensor } of group) payloads.push(await executor.read(tensor));
      this.#set.sum(payloads, group[0].ranks);
      for (const [i, { executor, tensor }] of group.entries()) executor.write(tensor, payloads[i]);
    }
  }
}
