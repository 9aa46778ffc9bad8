/**
 * Iterations of training on all ranks of a cut graph, one rank after the other on one device: what Figures 3, 4 and 5 are modelled
 * from. Measured once a process, whichever suite asks first.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import {
  type RankComponents,
  rankComponents,
  rankData,
  type RankIteration,
  RankTrainer,
  runInLockStep,
} from "../../distributed/training/mod.ts";
import { uniformNeighbors } from "../../graph/sampling/mod.ts";
import { MissingError } from "../../platform/errors.ts";
import type { Layer } from "../../training/layers/layer.ts";
import {
  type Aggregation,
  hostSampler,
  type MiniBatchData,
  miniBatchData,
} from "../../training/mini_batch/mod.ts";
import { gat } from "../../training/models/gat.ts";
import { graphSage } from "../../training/models/graph_sage.ts";
import { adam } from "../../training/optimizers/adam.ts";
import { vertexData } from "../../training/vertex_data.ts";
import type { Profile } from "../profiles.ts";
import type { Lab, Workload } from "../suite.ts";
import { type CutGraph, cutGraph } from "./cut_graph.ts";
import { FANOUTS, HIDDEN, PAPER_BATCH, PAPER_CACHE, scaledDown, type ScaledGraph } from "./scaled_graphs.ts";

/** The models of Section 4. */
export type RankModel = "GraphSAGE" | "GAT";

/** Heads of the hidden layers of GAT, and dropout (Table 2; the latter is chosen). */
const HEADS = 4, DROPOUT = 0.5;

/** Learning rates of several ranks (Table 2). */
export const LEARNING_RATE: Readonly<Record<RankModel, number>> = { GraphSAGE: 0.006, GAT: 0.001 };

/** A model of the paper and what its layers aggregate with. */
export function rankModel(
  model: RankModel,
  { classes, hidden }: { readonly classes: number; readonly hidden: number },
): { readonly layers: readonly Layer[]; readonly aggregation: Aggregation } {
  const shape = { classes, layers: FANOUTS.length, dropout: DROPOUT };
  if (model === "GraphSAGE") return { layers: graphSage({ ...shape, hidden }), aggregation: "mean" };
  const layers = gat({
    ...{ ...shape, heads: HEADS, headWidth: hidden / HEADS, bias: false },
    // Bias and ReLU come before attention.
    projection: { bias: true, negativeSlope: 0 },
  });
  return { layers, aggregation: "attention" };
}

/** Mini-batches, what is pushed of them and what is kept, in proportion to the paper's. */
export interface BatchScale {
  /** Seeds of a mini-batch of one rank. */
  readonly batchSize: number;
  /** `nc`. */
  readonly pushLimit: number;
  /** `cs`. */
  readonly capacity: number;
  /** Columns of the hidden layers. */
  readonly hidden: number;
}

/** Fewest seeds of a mini-batch: with fewer an iteration is the update of weights and little else. */
const LEAST_BATCH = 4;

/** Columns of hidden layers where mini-batches are hundreds of times smaller than the paper's. */
const SMALL_HIDDEN = 64;

/** What goes with a scaled graph. */
export function batchScale({ id }: Pick<Profile, "id">, scaled: Pick<ScaledGraph, "scale">): BatchScale {
  const batchSize = Math.max(LEAST_BATCH, scaledDown(PAPER_BATCH, scaled));
  return {
    batchSize,
    pushLimit: batchSize * PAPER_CACHE.nc / PAPER_BATCH,
    capacity: batchSize * PAPER_CACHE.cs / PAPER_BATCH,
    hidden: id === "paper" ? HIDDEN : SMALL_HIDDEN,
  };
}

/** Who trains what. */
export interface RankSetting {
  /** What is trained. */
  readonly model: RankModel;
  /** Pushes of embeddings, or DistDGL's fetching. */
  readonly policy: "aep" | "distdgl";
}

/** Iterations of all ranks. */
export interface RankEpochs {
  /** Number of ranks. */
  readonly ranks: number;
  /** Iterations of an epoch: those of the rank with the most mini-batches. */
  readonly epochLength: number;
  /** Mini-batches of an epoch, of each rank. */
  readonly miniBatches: readonly number[];
  /** Neighbours drawn a layer, for what distributed sampling fetches. */
  readonly fanouts: readonly number[];
  /** By round, iteration and rank; the first iterations, in which caches fill, are left out. */
  readonly rounds: readonly (readonly (readonly MeasuredIteration[])[])[];
}

/** One iteration of one rank. */
export interface MeasuredIteration {
  /** As it was recorded. */
  readonly record: RankIteration;
  /** Its milliseconds by component. */
  readonly components: RankComponents;
}

/** Iterations that are left out, as lines live for two; measured rounds. */
const WARM_UP = 2, ROUNDS = 5;

/** Fewest mini-batches of a round, all ranks together: few ranks take several iterations for it. */
const ROUND_BATCHES = 32;

const measured = new WeakMap<LoadedDataset, Map<string, Promise<RankEpochs>>>();

/**
 * Trains all ranks of a workload that `rankWorkloads` made for some iterations.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 */
export function rankEpochs(
  lab: Lab,
  dataset: LoadedDataset,
  { workload, ...setting }: RankSetting & { readonly workload: Workload },
): Promise<RankEpochs> {
  const known = measured.getOrInsertComputed(dataset, () => new Map());
  const { backend, threads } = lab.device, { graph, ranks } = workload.factors;
  const key = JSON.stringify({
    ...setting,
    graph,
    ranks,
    backend,
    threads,
    seed: lab.seed,
    profile: lab.profile.id,
  });
  return known.getOrInsertComputed(key, () => measure(lab, dataset, { workload, ...setting }));
}

async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { workload, model, policy }: RankSetting & { readonly workload: Workload },
): Promise<RankEpochs> {
  const { device, profile, seed } = lab;
  if (device.adapterKind === "software") {
    throw new MissingError({
      action: "time ranks",
      current: "software adapter",
      wanted: "a GPU or CPU threads",
      next: "run it with --device wasm",
    });
  }
  const cut = await cutGraph(lab, dataset, workload), { scaled, parts } = cut;
  const { batchSize, pushLimit, capacity, hidden } = batchScale(profile, scaled);
  const data = await rankTrainingData(lab, dataset, cut);
  const options = {
    ...rankModel(model, { classes: data.classes, hidden }),
    ...{ optimizer: adam({ learningRate: LEARNING_RATE[model] }), batchSize, seed, policy },
    push: { pushLimit, mapOrder: "rank", cache: { capacity } },
    sampler: (graph: typeof dataset.graph, own: number) =>
      hostSampler(uniformNeighbors(graph, { fanouts: FANOUTS, seed: own })),
  } as const;
  const each = Math.ceil(ROUND_BATCHES / cut.ranks.length);
  lab.say(`training ${cut.ranks.length} ranks in turns: ${model}, ${policy}`);
  const trained = await runInLockStep(cut.ranks.length, async (transport) => {
    const own = rankData(cut.ranks[transport.rank], data, { graph: dataset.graph, parts });
    const trainer = await RankTrainer.open(device, transport, own, options);
    try {
      const { epochLength, miniBatches } = trainer, iterations: MeasuredIteration[] = [];
      for (let i = 0; i < WARM_UP + ROUNDS * each; i++) {
        const record = await trainer.next();
        iterations.push({ record, components: rankComponents(record) });
      }
      await trainer.finish();
      return { epochLength, miniBatches, iterations: iterations.slice(WARM_UP) };
    } finally {
      trainer.close();
    }
  });
  return {
    ...{ ranks: trained.length, epochLength: trained[0].epochLength, fanouts: FANOUTS },
    miniBatches: trained.map(({ miniBatches }) => miniBatches),
    rounds: Array.from(
      { length: ROUNDS },
      (_, round) =>
        Array.from({ length: each }, (_, i) => trained.map(({ iterations }) => iterations[round * each + i])),
    ),
  };
}

const prepared = new WeakMap<LoadedDataset, Promise<MiniBatchData>>();

/** Random features as wide as the paper prints; what they are costs no time. */
export async function rankTrainingData(
  { seed }: Lab,
  dataset: LoadedDataset,
  { scaled: { featureWidth, classes }, training }: CutGraph,
): Promise<MiniBatchData> {
  const data = await prepared.getOrInsertComputed(dataset, async () =>
    miniBatchData(
      await vertexData(dataset, { seed, classes, randomWidth: featureWidth, normalise: (matrix) => matrix }),
    ));
  return { ...data, training };
}
