/**
 * All ranks of a cut graph in training on one device, a few iterations at a time, so that others can have it in between.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import {
  LockStep,
  type RankComponents,
  rankComponents,
  type RankData,
  rankData,
  type RankIteration,
  RankTrainer,
} from "../../distributed/training/mod.ts";
import { uniformNeighbors } from "../../graph/sampling/mod.ts";
import { hostSampler, type MiniBatchData, miniBatchData } from "../../training/mini_batch/mod.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { vertexData } from "../../training/vertex_data.ts";
import type { Lab } from "../lab.ts";
import type { CutGraph } from "./cut_graph.ts";
import { batchScale, LEARNING_RATE, type RankModel, rankModel } from "./rank_models.ts";
import { FANOUTS } from "./scaled_graphs.ts";

/** Who trains what. */
export interface RankSetting {
  /** What is trained. */
  readonly model: RankModel;
  /** Pushes of embeddings, or DistDGL's fetching. */
  readonly policy: "aep" | "distdgl";
}

/** One iteration of one rank. */
export interface MeasuredIteration {
  /** As it was recorded. */
  readonly record: RankIteration;
  /** Its milliseconds by component. */
  readonly components: RankComponents;
}

/** A cut graph with the data of its ranks, which trainings on it share. */
export interface RankTask {
  /** The graph, cut. */
  readonly cut: CutGraph;
  /** One a rank. */
  readonly data: readonly RankData[];
}

/** Gives each rank its rows. */
export async function rankTask(lab: Lab, dataset: LoadedDataset, cut: CutGraph): Promise<RankTask> {
  const all = await rankTrainingData(lab, dataset, cut), whole = { graph: dataset.graph, parts: cut.parts };
  return { cut, data: cut.ranks.map((part) => rankData(part, all, whole)) };
}

/** Ranks in training. */
export class RankTraining {
  readonly #ranks: LockStep;
  readonly #trainers: readonly RankTrainer[];

  private constructor(ranks: LockStep, trainers: readonly RankTrainer[]) {
    this.#ranks = ranks;
    this.#trainers = trainers;
  }

  /**
   * Puts a trainer on every rank.
   *
   * @throws {OutOfMemoryError} where the device has no room for all of them; nothing stays allocated.
   */
  static async open(
    { device, profile, seed }: Pick<Lab, "device" | "profile" | "seed">,
    { cut: { scaled }, data }: RankTask,
    { model, policy }: RankSetting,
  ): Promise<RankTraining> {
    const { batchSize, pushLimit, capacity, hidden } = batchScale(profile, scaled);
    const ranks = new LockStep(data.length), trainers: RankTrainer[] = [];
    try {
      await ranks.run(async (transport) => {
        const own = data[transport.rank];
        trainers[transport.rank] = await RankTrainer.open(device, transport, own, {
          ...rankModel(model, { classes: own.classes, hidden }),
          ...{ optimizer: adam({ learningRate: LEARNING_RATE[model] }), batchSize, seed, policy },
          push: { pushLimit, mapOrder: "rank", cache: { capacity } },
          sampler: (graph, of) => hostSampler(uniformNeighbors(graph, { fanouts: FANOUTS, seed: of })),
        });
      });
    } catch (error) {
      trainers.forEach((trainer) => trainer.close());
      throw error;
    }
    return new RankTraining(ranks, trainers);
  }

  /** Iterations of an epoch: those of the rank with the most mini-batches. */
  get epochLength(): number {
    return this.#trainers[0].epochLength;
  }

  /** Mini-batches of an epoch, of each rank. */
  get miniBatches(): number[] {
    return this.#trainers.map(({ miniBatches }) => miniBatches);
  }

  /** The next iterations of all ranks: by iteration and rank. */
  async train(iterations: number): Promise<MeasuredIteration[][]> {
    const trained = await this.#ranks.run(async ({ rank }) => {
      const own: MeasuredIteration[] = [];
      for (let i = 0; i < iterations; i++) {
        const record = await this.#trainers[rank].next();
        own.push({ record, components: rankComponents(record) });
      }
      return own;
    });
    return Array.from({ length: iterations }, (_, i) => trained.map((own) => own[i]));
  }

  /** Returns all memory, whatever is under way. */
  close(): void {
    for (const trainer of this.#trainers) trainer.close();
  }
}

const prepared = new WeakMap<LoadedDataset, Promise<MiniBatchData>>();

/** Random features as wide as the paper prints; what they are costs no time. */
export async function rankTrainingData(
  { seed }: Pick<Lab, "seed">,
  dataset: LoadedDataset,
  { scaled: { featureWidth, classes }, training }: CutGraph,
): Promise<MiniBatchData> {
  const data = await prepared.getOrInsertComputed(dataset, async () =>
    miniBatchData(
      await vertexData(dataset, { seed, classes, randomWidth: featureWidth, normalise: (matrix) => matrix }),
    ));
  return { ...data, training };
}
