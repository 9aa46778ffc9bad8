/**
 * Training on one rank among several, epoch by epoch.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import type {
  EpochOutcome,
  EpochTraining,
  SetTallies,
  VertexSets,
} from "../../training/runs/epoch_training.ts";
import { PartScorer } from "../training/part_scorer.ts";
import type { RankData } from "../training/rank_data.ts";
import { type LayerRecord, rankComponents, type RankIteration } from "../training/rank_iteration.ts";
import { RankTrainer, type RankTrainerState, type RankTrainingOptions } from "../training/rank_trainer.ts";
import type { RankTransport } from "../training/rank_transport.ts";

/** Data of a rank, with the sets that it scores. */
export interface RankTask {
  /** Part, features and truth. */
  readonly data: RankData;
  /** VID_p of the scored vertices, all solid. */
  readonly sets: VertexSets;
}

/** Training on the mini-batches of a rank. All methods but `state`, `restore` and `close` are collective. */
export class RankEpochs implements EpochTraining<RankTrainerState> {
  readonly #device: Device;
  readonly #transport: RankTransport;
  readonly #task: RankTask;
  readonly #trainer: RankTrainer;
  #scorer: PartScorer | undefined;

  private constructor(device: Device, transport: RankTransport, task: RankTask, trainer: RankTrainer) {
    this.#device = device;
    this.#transport = transport;
    this.#task = task;
    this.#trainer = trainer;
  }

  /**
   * Opens the trainer of the rank.
   *
   * @throws the errors of {@linkcode RankTrainer.open}.
   */
  static async open(
    device: Device,
    transport: RankTransport,
    { task, options }: { readonly task: RankTask; readonly options: RankTrainingOptions },
  ): Promise<RankEpochs> {
    const trainer = await RankTrainer.open(device, transport, task.data, options);
    return new RankEpochs(device, transport, task, trainer);
  }

  /** Trains an epoch: on all ranks as many steps as the rank with the most mini-batches needs. */
  async train(pause?: () => Promise<void>): Promise<EpochOutcome> {
    const { epochLength: iterations } = this.#trainer, records: RankIteration[] = [];
    for (let i = 0; i < iterations; i++) {
      await pause?.();
      records.push(await this.#trainer.next());
    }
    const sum = (of: (record: RankIteration) => number) => sumOf(records, of);
    return {
      loss: sum(({ loss = 0, seeds }) => loss * seeds),
      seeds: sum(({ seeds }) => seeds),
      iterations,
      phases: phasesOf(records),
      counts: countsOf(records),
    };
  }

  /** Scores the solid vertices. The passes are prepared by the first call. */
  async score(): Promise<SetTallies> {
    const { data, sets } = this.#task, { model, parameters } = this.#trainer;
    this.#scorer ??= await PartScorer.open(this.#device, this.#transport, { data, model, parameters });
    return await this.#scorer.tally(sets);
  }

  /** State of the trainer. */
  state(): Promise<RankTrainerState> {
    return this.#trainer.state();
  }

  /** Goes on behind a state. */
  restore(state: RankTrainerState): void {
    this.#trainer.restore(state);
  }

  /** Frees all memory. */
  close(): void {
    this.#trainer.close();
  }
}

/**
 * Milliseconds by component, without totals of others: they add up to the epoch. Waiting for others is one
 * phase, whether for their rows or, with `distdgl`, for the neighbours that they draw.
 */
export function phasesOf(records: readonly RankIteration[]): Readonly<Record<string, number>> {
  const phases = { sample: 0, compute: 0, push: 0, wait: 0, cache: 0, backward: 0, reduce: 0, prepare: 0 };
  for (const record of records) {
    const components = rankComponents(record);
    const { sampling } = record;
    phases.sample += components.miniBatchCreationMs - sampling.waitMs;
    phases.compute += components.computeMs;
    phases.push += components.mapMs + components.packMs;
    phases.wait += components.waitMs + sampling.waitMs;
    phases.cache += components.cacheMs;
    phases.backward += components.backwardMs;
    phases.reduce += components.allReduceMs;
    phases.prepare += components.preparationMs;
  }
  return phases;
}

function countsOf(records: readonly RankIteration[]): Readonly<Record<string, number>> {
  const layers = records.flatMap((record) => record.layers);
  const asked = sumOf(records, ({ sampling: { sentBytes } }) => sentBytes);
  const sum = (of: (layer: LayerRecord) => number) => sumOf(layers, of);
  return {
    edges: sum(({ edges }) => edges),
    "dropped edges": sum(({ droppedEdges }) => droppedEdges),
    "halo rows": sum(({ halo }) => halo),
    "halo rows found": sum(({ hits }) => hits),
    "sent bytes": asked + sum(({ traffic }) => traffic.sentBytes),
  };
}
