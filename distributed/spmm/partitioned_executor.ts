/**
 * Executor of a program on ranks, for full-batch training or a single product. The ranks that run here go
 * through their actions in lockstep, each on its own rows.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import type { HostNumbers } from "../../kernels/operation.ts";
import { DeviceExecutor } from "../../training/executors/device_executor.ts";
import { initialNumbers } from "../../training/executors/initialisation.ts";
import type { KernelChoices } from "../../training/executors/kernel_choice.ts";
import type { Program, Step } from "../../training/program/program.ts";
import type { Tensor } from "../../training/program/tensor.ts";
import { haloRows } from "./halo_rows.ts";
import { type RankAction, type RankProgram, rankProgram } from "./rank_program.ts";
import type { RankSet } from "./rank_set.ts";
import { type PartitionedProgram, type RankShare, rankShare } from "./rank_share.ts";
import { type RowPartition, rowPartition } from "./row_partition.ts";
import { type PartitionScheme, placeOf } from "./scheme.ts";

/**
 * Exchanges by which ranks get rows of others.
 *
 * - `broadcast`: all rows of a range, waited for before its product (hetu-gnn, Figure 2).
 * - `ahead`: the same, but the next range is on its way during the product with the present one.
 * - `halo`: only the rows that a block reads, all on their way during the product with the rank's own rows.
 */
export type RowExchange = "broadcast" | "ahead" | "halo";

/** Settings of an executor over ranks. */
export interface RankSettings {
  /** Exchange by which ranks get rows of others; `broadcast` by default. */
  readonly exchange?: RowExchange;
  /** Kernels that replace the best known ones. */
  readonly kernels?: KernelChoices;
}

/** Rank that runs in this process. */
export interface RunningRank {
  /** Program of the rank. */
  readonly part: RankProgram;
  /** Executor of the rank's program. */
  readonly executor: DeviceExecutor;
}

/** Time of one step on one rank. */
export interface RankStepTime {
  /** The rank. */
  readonly rank: number;
  /** The step. */
  readonly step: Step;
  /** Milliseconds, without any message. */
  readonly ms: number;
}

/**
 * Runs a program on ranks. With {@linkcode OneProcess} all ranks run in this process, one after another on
 * one device; over a communicator each process runs one. Results differ from those of one rank by the order
 * of sums alone, and are equal in both cases.
 *
 * @example
 * ```ts
 * import {
 *   adamOptimizer,
 *   bindVertexData,
 *   gcn,
 *   loadDataset,
 *   openWasmDevice,
 *   vertexClassification,
 *   vertexData,
 *   vertexTaskShape,
 * } from "gnn-repro";
 * import { OneProcess, PartitionedExecutor } from "gnn-repro/distributed";
 * const dataset = await loadDataset("reddit@1/1024", { seed: 1 });
 * const data = await vertexData(dataset, { seed: 1, randomWidth: 8 });
 * const layers = gcn({ classes: data.classes, hidden: 16 });
 * const task = vertexClassification(vertexTaskShape(data), { layers, optimizer: adamOptimizer(), seed: 1 });
 * const bindings = bindVertexData(task, data), scheme = { ranks: 4, replication: 2 };
 * const whole = { program: task.program, bindings, vertices: data.adjacency.rows, scheme };
 * const device = openWasmDevice({ threads: 2 });
 * const training = await PartitionedExecutor.openWhole(device, whole, new OneProcess(4));
 * training.initialise(1);
 * for (let epoch = 1; epoch <= 3; epoch++) await training.train(epoch);
 * const [loss] = await training.read(task.program.loss);
 * if (!(loss > 0 && loss < 5)) throw new Error("about the logarithm of 41, the number of classes");
 * training.close();
 * device.close();
 * ```
 */
export class PartitionedExecutor {
  /** Program that the ranks share. */
  readonly program: Program;
  /** Ranks that run here, ascending. */
  readonly ranks: readonly RunningRank[];
  readonly #scheme: PartitionScheme;
  readonly #set: RankSet;
  readonly #partition: RowPartition;
  readonly #isAhead: boolean;
  /** Broadcasts that were begun before their place in the list of actions. */
  readonly #begun = new Map<number, readonly BegunBroadcast[]>();
  /** Posted rows of each rank here, by their sender. */
  readonly #posted = new Map<RunningRank, () => ReadonlyMap<number, Float32Array>>();

  private constructor(
    { program, scheme, vertices }: Pick<RankShare, "program" | "scheme" | "vertices">,
    { ranks, set, isAhead }: {
      readonly ranks: readonly RunningRank[];
      readonly set: RankSet;
      readonly isAhead: boolean;
    },
  ) {
    this.program = program;
    this.ranks = ranks;
    this.#scheme = scheme;
    this.#set = set;
    this.#partition = rowPartition(program, vertices);
    this.#isAhead = isAhead;
  }

  /**
   * Partitions the program and its numbers and prepares the ranks that run here, where the whole is at hand.
   * Collective. Parameters begin as 0.
   *
   * @throws {UsageError} for an invalid scheme or offsets, a program that cannot be partitioned by rows, or
   * fewer rows than groups.
   * @throws {OutOfMemoryError} where the device has no room; nothing stays allocated.
   */
  static async openWhole(
    device: Device,
    whole: PartitionedProgram & RankSettings,
    set: RankSet,
  ): Promise<PartitionedExecutor> {
    const shares = set.here.map((rank) => rankShare(whole, rank));
    return await PartitionedExecutor.open(device, shares, { set, ...whole });
  }

  /**
   * Prepares the ranks that run here from their shares. Collective. Parameters begin as 0.
   *
   * @param shares One for each of `set.here`.
   * @throws {OutOfMemoryError} where the device has no room; nothing stays allocated.
   */
  static async open(
    device: Device,
    shares: readonly RankShare[],
    { set, exchange, kernels = {} }: RankSettings & { readonly set: RankSet },
  ): Promise<PartitionedExecutor> {
    const halo = exchange === "halo" ? haloRows(shares, set) : [], ranks: RunningRank[] = [];
    try {
      for (const [i, share] of shares.entries()) {
        // The numbers are on the device afterwards: nothing keeps them here.
        const { bindings, ...part } = rankProgram(share, halo[i]);
        ranks.push({
          part,
          executor: await DeviceExecutor.open(device, part.program, bindings, { kernels }),
        });
      }
    } catch (error) {
      for (const { executor } of ranks) executor.close();
      throw error;
    }
    return new PartitionedExecutor(shares[0], { ranks, set, isAhead: exchange === "ahead" });
  }

  /**
   * Resets the training: initial values of every parameter, equal to those of `initialise` on one rank, and
   * moments of 0.
   */
  initialise(seed: number): void {
    for (const parameter of this.program.parameters) {
      this.write(parameter.tensor, initialNumbers(parameter, seed));
    }
    for (const tensor of this.program.tensors) {
      if (tensor.kind === "moment") this.write(tensor, new Float32Array(tensor.rows * tensor.cols));
    }
  }

  /**
   * Copies numbers of the whole program's tensor to the ranks: all numbers to each, or its own rows to each.
   */
  write(tensor: Tensor, numbers: HostNumbers): void {
    const { cols } = tensor, isCut = this.#partition.byRows.has(tensor);
    this.writeOwn(
      tensor,
      this.ranks.map(({ part: { rows: [begin, end] } }) =>
        isCut ? numbers.slice(begin * cols, end * cols) : numbers
      ),
    );
  }

  /** Copies numbers of a tensor to each rank here: its own rows, or all where every rank has all. */
  writeOwn(tensor: Tensor, own: readonly HostNumbers[]): void {
    for (const [i, { part, executor }] of this.ranks.entries()) {
      executor.write(part.tensors.get(tensor)!, own[i]);
    }
  }

  /** Reads what each rank here has of a tensor, without any message: its own rows, or all of it. */
  async readOwn(tensor: Tensor): Promise<Float32Array[]> {
    const own: Float32Array[] = [];
    for (const { part, executor } of this.ranks) own.push(await executor.read(part.tensors.get(tensor)!));
    return own;
  }

  /**
   * Reads a whole tensor: the rows of all ranks, or the copy that each of them has. Over a communicator, all
   * ranks call it.
   */
  async read(tensor: Tensor): Promise<Float32Array> {
    const own = await this.readOwn(tensor);
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

  /** Runs one training step, counted from 1. */
  async train(step: number): Promise<void> {
    for (const { executor } of this.ranks) executor.setStep(step);
    await this.#run("train");
  }

  /** Computes the scores. */
  async evaluate(): Promise<void> {
    await this.#run("evaluate");
  }

  /**
   * Runs and times the own steps of each rank here, rank after rank and without messages, on the rows
   * received last.
   *
   * @param which Steps to run; all by default. A training step that leaves some out leaves meaningless
   * numbers.
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

  /** Frees the memory of all ranks; device and communicator stay open. */
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
        case "post":
          await this.#post(sequence, at);
          break;
        case "collect":
          this.#collect(sequence, at);
          break;
        case "sum":
          await this.#sum(sequence, at);
          break;
      }
    }
  }

  /** Actions of one kind at one place of the action lists of the ranks here. */
  #parties<Kind extends RankAction["kind"]>(sequence: "train" | "evaluate", at: number, kind: Kind) {
    return this.ranks.map((running) => {
      const action = running.part.actions[sequence][at];
      if (action.kind !== kind) throw new TypeError("Ranks out of step");
      return { running, action: action as Extract<RankAction, { readonly kind: Kind }> };
    });
  }

  /** Sends each broadcast at one place of the action lists of the ranks here once. */
  async #broadcast(sequence: "train" | "evaluate", at: number): Promise<void> {
    const begun = this.#begun.get(at) ?? await this.#startBroadcasts(sequence, at);
    this.#begun.delete(at);
    const { actions } = this.ranks[0].part, present = actions[sequence][at];
    const next = actions[sequence].findIndex((action, i) => i > at && action.kind === "broadcast");
    const following = actions[sequence].at(next);
    if (
      this.#isAhead && next > at && following?.kind === "broadcast" && present.kind === "broadcast" &&
      following.product === present.product
    ) this.#begun.set(next, await this.#startBroadcasts(sequence, next));
    for (const { wait, receivers } of begun) {
      const payload = wait();
      for (const { executor, tensor } of receivers) executor.write(tensor, payload);
    }
  }

  async #startBroadcasts(sequence: "train" | "evaluate", at: number): Promise<BegunBroadcast[]> {
    const parties = this.#parties(sequence, at, "broadcast"), begun: BegunBroadcast[] = [];
    for (const group of Map.groupBy(parties, ({ action }) => action.message.root).values()) {
      const [{ action: { message, tensor: { rows, cols } } }] = group;
      const root = group.find(({ running: { part: { rank } } }) => rank === message.root);
      const payload = root
        ? await root.running.executor.read(root.action.tensor)
        : new Float32Array(rows * cols);
      const others = group.filter((party) => party !== root);
      const receivers = others.map(({ running: { executor }, action: { tensor } }) => ({ executor, tensor }));
      if (this.#isAhead) begun.push({ wait: this.#set.startBroadcast(payload, message), receivers });
      else {
        this.#set.broadcast(payload, message);
        begun.push({ wait: () => payload, receivers });
      }
    }
    return begun;
  }

  /** Begins to send the rows that other ranks need. */
  async #post(sequence: "train" | "evaluate", at: number): Promise<void> {
    const parties = this.#parties(sequence, at, "post");
    for (const group of Map.groupBy(parties, ({ action: { ranks } }) => ranks.join()).values()) {
      const parts: Float32Array[][] = [], [{ action: { ranks } }] = group;
      for (const { running: { executor }, action: { tensor, rows } } of group) {
        const own = await executor.read(tensor);
        parts.push(rows.map((places) => gathered(own, places, tensor.cols)));
      }
      const wait = this.#set.startRows(parts, ranks);
      let received: ReturnType<typeof wait> | undefined;
      for (const [i, { running }] of group.entries()) {
        this.#posted.set(running, () => {
          received ??= wait();
          return new Map(ranks.map((from, place) => [from, received![i][place]]));
        });
      }
    }
  }

  /** Waits for posted rows, where a rank has use for them. */
  #collect(sequence: "train" | "evaluate", at: number): void {
    for (const { running, action: { from, tensor } } of this.#parties(sequence, at, "collect")) {
      if (tensor) running.executor.write(tensor, this.#posted.get(running)!().get(from)!);
    }
  }

  async #sum(sequence: "train" | "evaluate", at: number): Promise<void> {
    const parties = this.#parties(sequence, at, "sum").map(({ running: { executor }, action }) => ({
      executor,
      ...action,
    }));
    for (const group of Map.groupBy(parties, ({ ranks }) => ranks.join()).values()) {
      const payloads: Float32Array[] = [];
      for (const { executor, tensor } of group) payloads.push(await executor.read(tensor));
      this.#set.sum(payloads, group[0].ranks);
      for (const [i, { executor, tensor }] of group.entries()) executor.write(tensor, payloads[i]);
    }
  }
}

/** Broadcast on its way, and the tensors of ranks here that it is for. */
interface BegunBroadcast {
  readonly wait: () => Float32Array;
  readonly receivers: readonly { readonly executor: DeviceExecutor; readonly tensor: Tensor }[];
}

/** Copies rows of a matrix. */
function gathered(matrix: Float32Array, rows: Uint32Array, cols: number): Float32Array {
  const copy = new Float32Array(rows.length * cols);
  for (const [i, row] of rows.entries()) copy.set(matrix.subarray(row * cols, (row + 1) * cols), i * cols);
  return copy;
}
