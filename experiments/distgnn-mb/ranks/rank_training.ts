/**
 * All ranks of a cut graph in training on one device, a few iterations at a time, so that others can have it
 * in between.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import {
  LockStep,
  type RankComponents,
  rankComponents,
  type RankData,
  rankData,
  type RankIteration,
  RankTrainer,
} from "../../../distributed/training/mod.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { uniformNeighbors } from "../../../graph/sampling/mod.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import { type MiniBatchData, miniBatchData } from "../../../training/mini_batch/mod.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { vertexData } from "../../../training/vertex_data.ts";
import type { Lab } from "../../lab.ts";
import { exactCheck } from "../../trials/exact_check.ts";
import type { CutGraph } from "../cut_graph.ts";
import { type BatchScale, batchScale, LEARNING_RATE, type ModelId, rankModel } from "../rank_models.ts";
import { FANOUTS } from "../scaled_graphs.ts";
import { plural } from "../../../platform/text/plural.ts";

/** Model and policy of a training. */
export interface RankSetting {
  /** Model that is trained. */
  readonly model: ModelId;
  /** Pushes of embeddings, or DistDGL's fetching. */
  readonly policy: "aep" | "distdgl";
  /** Iterations from a push to its use (`d`); 1 when absent. */
  readonly delay?: number;
  /** Sizes of mini-batches, pushes and caches; those of the profile when absent. */
  readonly scale?: BatchScale;
}

/** One iteration of one rank. */
export interface MeasuredIteration {
  /** Record of the trainer. */
  readonly record: RankIteration;
  /** Milliseconds by component. */
  readonly components: RankComponents;
}

/** A cut graph with the data of its ranks, which trainings on it share. */
export interface CutTask {
  /** Graph, cut for the ranks. */
  readonly cut: CutGraph;
  /** Data of each rank. */
  readonly data: readonly RankData[];
}

/** Gives each rank its rows. */
export async function rankTask(lab: Lab, dataset: LoadedDataset, cut: CutGraph): Promise<CutTask> {
  const all = await rankTrainingData(lab, dataset, cut);
  return { cut, data: cut.ranks.map((part) => rankData(part, all)) };
}

/** Ranks in training. */
export class RankTraining {
  readonly #ranks: LockStep;
  readonly #trainers: readonly RankTrainer[];
  /** Seeds of a mini-batch of one rank. */
  readonly batchSize: number;

  private constructor(ranks: LockStep, trainers: readonly RankTrainer[], batchSize: number) {
    this.batchSize = batchSize;
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
    { cut: { scaled }, data }: CutTask,
    { model, policy, delay = 1, scale = batchScale(profile, scaled) }: RankSetting,
  ): Promise<RankTraining> {
    const { batchSize, pushLimit, capacity, hidden } = scale;
    const ranks = new LockStep(data.length), trainers: RankTrainer[] = [];
    try {
      await ranks.run(async (transport) => {
        const own = data[transport.rank];
        trainers[transport.rank] = await RankTrainer.open(device, transport, own, {
          ...rankModel(model, { classes: own.classes, hidden }),
          optimizer: adam({ learningRate: LEARNING_RATE[model] }),
          batchSize,
          seed,
          policy,
          push: { delay, pushLimit, mapOrder: "rank", cache: { capacity } },
          neighbors: (graph, of) => uniformNeighbors(graph, { fanouts: FANOUTS, seed: of }),
        });
      });
    } catch (error) {
      trainers.forEach((trainer) => trainer.close());
      throw error;
    }
    return new RankTraining(ranks, trainers, batchSize);
  }

  /** Iterations of an epoch: those of the rank with the most mini-batches. */
  get epochLength(): number {
    return this.#trainers[0].epochLength;
  }

  /** Mini-batches of an epoch, of each rank. */
  get miniBatches(): number[] {
    return this.#trainers.map(({ miniBatches }) => miniBatches);
  }

  /** Trains the next iterations of all ranks; the result is by iteration and rank. */
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

  /**
   * Compares the replicas of all ranks bit by bit.
   *
   * @throws {WrongResultError} where a parameter of a rank is not that of rank 0.
   */
  async checkReplicas(): Promise<void> {
    const first = await this.#trainers[0].parameters.read();
    for (const [rank, { parameters }] of this.#trainers.entries()) {
      for (const [name, numbers] of await parameters.read()) {
        const { ok, worst } = exactCheck(numbers, first.get(name)!);
        if (ok) continue;
        throw new WrongResultError({
          action: `time ${plural(this.#trainers.length, "rank")}`,
          current: `${worst!.got} in place ${worst!.row} of "${name}" on rank ${rank}`,
          wanted: `${worst!.wanted}, as on rank 0`,
          next: "run the tests of distributed training on this device",
        });
      }
    }
  }

  /** Returns all memory, whatever is under way. */
  close(): void {
    for (const trainer of this.#trainers) trainer.close();
  }
}

/** Features as wide as the paper prints, drawn at random: the time of training does not depend on them. */
export async function rankTrainingData(
  lab: Lab,
  dataset: LoadedDataset,
  { scaled: { featureWidth, classes }, training }: CutGraph,
): Promise<MiniBatchData> {
  return { ...await lab.once(randomData, dataset, { featureWidth, classes }), training };
}

async function randomData(
  { seed }: Lab,
  dataset: LoadedDataset,
  { featureWidth, classes }: { readonly featureWidth: number; readonly classes: number },
): Promise<MiniBatchData> {
  const options = { seed, classes, randomWidth: featureWidth, normalise: (matrix: CsrMatrix) => matrix };
  return miniBatchData(await vertexData(dataset, options));
}
