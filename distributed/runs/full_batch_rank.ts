/**
 * Full-batch training over ranks: every rank computes its own vertices with all of their neighbours. Rows of
 * halo vertices come from their owners before each layer, and their gradients go back after it, so that the
 * losses are those of one device that has the whole graph. Only dropout differs: every rank has masks of its
 * own.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { DivergenceError } from "../../training/divergence.ts";
import { type BatchModel, batchModel, type ModelChoices } from "../../training/mini_batch/batch_program.ts";
import type { EpochOutcome, EpochTraining, SetTallies } from "../../training/runs/epoch_training.ts";
import { untrained } from "../../training/runs/full_batch_epochs.ts";
import { HaloExchange } from "../training/halo_exchange.ts";
import { type LayerSegment, layerSegments } from "../training/layer_segments.ts";
import { partMatrix } from "../training/part_matrix.ts";
import { PartScorer } from "../training/part_scorer.ts";
import { checkRankData } from "../training/rank_data.ts";
import { rankSeed } from "../training/rank_seed.ts";
import { gatherNumbers, type RankTransport } from "../training/rank_transport.ts";
import { Replica, type ReplicaState } from "../training/replica.ts";
import { matrixTopology, SegmentRun } from "../training/segment_run.ts";
import type { RankTask } from "./rank_epochs.ts";

/** Parts of a training. */
interface Parts {
  readonly device: Device;
  readonly transport: RankTransport;
  readonly task: RankTask;
  readonly model: BatchModel;
  readonly exchange: HaloExchange;
  readonly replica: Replica;
  readonly segments: readonly LayerSegment[];
  readonly runs: readonly SegmentRun[];
  /** Training vertices of all ranks. */
  readonly trainingVertices: number;
}

/** Milliseconds of an epoch by phase. */
type Phases = Record<"compute" | "exchange" | "backward" | "reduce" | "update", number>;

/** Training on a rank's part. All methods but `state`, `restore` and `close` are collective. */
export class FullBatchRank implements EpochTraining<ReplicaState> {
  readonly #parts: Parts;
  #scorer: PartScorer | undefined;
  #epochs = 0;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Fetches the features of halo vertices, prepares the kernels and draws the parameters.
   *
   * @throws {UsageError} where model and data do not match, or no rank has a training vertex.
   * @throws {OutOfMemoryError} where the device has no room; nothing stays allocated.
   */
  static async open(
    device: Device,
    transport: RankTransport,
    { task, options }: { readonly task: RankTask; readonly options: ModelChoices },
  ): Promise<FullBatchRank> {
    const { data } = task, { part, features: { width, values }, truth } = data;
    checkRankData(data);
    // Masks depend on the numbers of rows, which begin at 0 on every rank.
    const model = batchModel(data, { ...options, seed: rankSeed(options.seed, transport.rank) });
    const exchange = await HaloExchange.open(transport, part);
    const trainingVertices = sumOf(await gatherNumbers(transport, part.training.length));
    if (trainingVertices === 0) throw untrained("no training vertex on any rank");
    const weights = new Float32Array(part.solid);
    for (const vertex of part.training) weights[vertex] = 1 / trainingVertices;
    const matrix = await partMatrix({ part, exchange }, model.aggregation);
    const rows = new Float32Array(part.vertices.length * width);
    rows.set(values);
    await exchange.fetch(rows, width);
    const segments = layerSegments(model);
    const replica = await Replica.open(device, model, { seed: options.seed, kernels: {} });
    const runs: SegmentRun[] = [];
    try {
      const environment = { device, parameters: replica.parameters, kernels: {}, progress: () => {} };
      for (const [at, segment] of segments.entries()) {
        runs.push(
          await SegmentRun.open(environment, matrixTopology(model, segment, matrix), {
            rows: at === 0 ? rows : new Float32Array(part.vertices.length * segment.inputWidth),
            truth,
            weights,
          }),
        );
      }
    } catch (error) {
      for (const run of runs) run.close();
      replica.close();
      throw error;
    }
    return new FullBatchRank(
      { device, transport, task, model, exchange, replica, segments, runs, trainingVertices },
    );
  }

  /** Trains one step. */
  async train(pause?: () => Promise<void>): Promise<EpochOutcome> {
    await pause?.();
    const { transport, replica, task: { data: { part } }, trainingVertices } = this.#parts;
    const phases: Phases = { compute: 0, exchange: 0, backward: 0, reduce: 0, update: 0 };
    const epoch = ++this.#epochs;
    const loss = await this.#forward(epoch, phases);
    await this.#backward(phases);
    let last = transport.now();
    const lap = () => -last + (last = transport.now());
    // A word behind the gradients: the loss, so that all ranks see where it is not finite.
    const sum = new Float32Array(replica.gradientLength + 1);
    for (const run of this.#parts.runs) {
      await run.gradients((parameter, gradient) => replica.put(parameter, gradient, sum));
    }
    sum[replica.gradientLength] = loss;
    phases.backward += lap();
    await transport.allReduce(sum);
    phases.reduce += lap();
    if (!Number.isFinite(sum[replica.gradientLength])) {
      throw new DivergenceError({ epoch, layer: "loss", tensor: "loss" });
    }
    await replica.update(sum.subarray(0, replica.gradientLength), epoch);
    phases.update += lap();
    return { loss: loss * trainingVertices, seeds: part.training.length, iterations: 1, phases, counts: {} };
  }

  /** Computes the part of the loss of the rank's own vertices. */
  async #forward(epoch: number, phases: Phases): Promise<number> {
    const { transport, exchange, segments, runs, task: { data: { part } } } = this.#parts;
    let last = transport.now();
    const lap = () => -last + (last = transport.now());
    let solidRows: Float32Array | undefined;
    for (const [at, run] of runs.entries()) {
      const { inputWidth } = segments[at];
      if (solidRows) {
        const rows = new Float32Array(part.vertices.length * inputWidth);
        rows.set(solidRows);
        await exchange.fetch(rows, inputWidth);
        phases.exchange += lap();
        run.write(rows);
      }
      await run.forward(epoch);
      if (!segments[at].last) solidRows = await run.output();
      phases.compute += lap();
    }
    return await runs[runs.length - 1].loss();
  }

  /** Computes the gradients; those of halo rows are added to their owners'. */
  async #backward(phases: Phases): Promise<void> {
    const { transport, exchange, segments, runs, task: { data: { part: { solid } } } } = this.#parts;
    let last = transport.now();
    const lap = () => -last + (last = transport.now());
    let gradient: Float32Array | undefined;
    for (let at = runs.length - 1; at >= 0; at--) {
      const passed = await runs[at].backward(gradient);
      phases.backward += lap();
      if (!passed) return;
      const { inputWidth } = segments[at];
      const rows = passed.slice();
      await exchange.add(rows, inputWidth);
      phases.exchange += lap();
      gradient = rows.subarray(0, solid * inputWidth);
    }
  }

  /** Scores the solid vertices. The passes are prepared by the first call. */
  async score(): Promise<SetTallies> {
    const { device, transport, task, model, replica: { parameters } } = this.#parts;
    this.#scorer ??= await PartScorer.open(device, transport, { data: task.data, model, parameters });
    return await this.#scorer.tally(task.sets);
  }

  /** Parameters, moments and number of epochs. */
  async state(): Promise<ReplicaState> {
    return { epochs: this.#epochs, parameters: await this.#parts.replica.parameters.state() };
  }

  /** Writes parameters and moments. */
  restore({ epochs, parameters }: ReplicaState): void {
    this.#parts.replica.parameters.restore(parameters);
    this.#epochs = epochs;
  }

  /** Frees all memory. */
  close(): void {
    for (const run of this.#parts.runs) run.close();
    this.#parts.replica.close();
  }
}
