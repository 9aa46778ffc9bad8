/**
 * Trainings that race to an accuracy: on the whole graph, on sampled mini-batches, on ranks with
 * embeddings of earlier iterations, and on the whole graph with a deep residual network.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { neighborDraw } from "../../../graph/sampling/mod.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { residualGcn } from "../../../training/models/residual_gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { ProfileId } from "../../profiles.ts";
import {
  type AccuracyCurve,
  type AccuracyRun,
  sampledCurve,
  wholeBatchCurve,
} from "../../trials/accuracy_curves.ts";
import { delayedCurve } from "./delayed_curve.ts";
import type { RacedData } from "./raced_graphs.ts";

/** Hyper-parameters of all: those that Kipf and Welling print for the citation graphs. */
export const HIDDEN = 16, DROPOUT = 0.5, LEARNING_RATE = 0.01, WEIGHT_DECAY = 5e-4;

/** Layers and columns of the residual network: roc's most layers, and a width of its Figure 7. */
export const RESIDUAL_LAYERS = 4, RESIDUAL_HIDDEN = 64;

/** Neighbours drawn a layer, the layer next to the input first; those of the suite roc/figure-6. */
export const FANOUTS = [25, 10];

/** Seeds of a mini-batch of the sampled training; of each rank, of as many ranks. */
export const BATCH = 32, RANK_BATCH = 16, RANKS = 4;

/** Seeds, epochs on the whole graph, and epochs on mini-batches. */
export const LENGTH: Readonly<Record<ProfileId, Record<"seeds" | "whole" | "sampled", number>>> = {
  smoke: { seeds: 2, whole: 8, sampled: 3 },
  standard: { seeds: 11, whole: 200, sampled: 60 },
  paper: { seeds: 11, whole: 400, sampled: 120 },
};

/** A training that takes part in the race. */
export interface RaceContender extends Contender {
  /** Trains once from the seed's weights, draws and masks, and scores after every epoch. */
  train(lab: Lab, of: RaceTask): Promise<AccuracyCurve>;
}

/** Graph, data and seed of a training. */
export interface RaceTask {
  /** Graph as loaded. */
  readonly dataset: LoadedDataset;
  /** Features, labels and split: sparse features as published, and with their zeros written out. */
  readonly data: RacedData;
  /** Seed of the training. */
  readonly seed: number;
}

function runOf({ profile }: Lab, seed: number, epochs: "whole" | "sampled"): Omit<AccuracyRun, "layers"> {
  const optimizer = adam({ learningRate: LEARNING_RATE, weightDecay: WEIGHT_DECAY });
  return { optimizer, seed, epochs: LENGTH[profile.id][epochs] };
}

const shallow = (classes: number) => gcn({ classes, hidden: HIDDEN, dropout: DROPOUT });

/** Full batches: the whole graph in every step. */
export const FULL_BATCH: RaceContender = {
  id: "full-batch",
  label: "full batch",
  train: (lab, { data: { whole }, seed }) =>
    wholeBatchCurve(lab, whole, { ...runOf(lab, seed, "whole"), layers: shallow(whole.classes) }),
};

/** Mini-batches whose neighbours are drawn anew in every iteration. */
const SAMPLED: RaceContender = {
  id: "sampled",
  label: "sampled mini-batches",
  train: (lab, { dataset: { graph }, data: { rows }, seed }) =>
    sampledCurve(lab, rows, {
      ...runOf(lab, seed, "sampled"),
      layers: shallow(rows.classes),
      graph,
      draw: neighborDraw(graph, { fanouts: FANOUTS, seed }),
      aggregation: "gcn",
      batch: BATCH,
    }),
};

/** Ranks that take neighbours on other ranks from a cache (distgnn-mb). */
const DELAYED: RaceContender = {
  id: "delayed",
  label: "historical embeddings",
  train: (lab, { dataset, data: { rows }, seed }) =>
    delayedCurve(lab, dataset, rows, {
      ...runOf(lab, seed, "sampled"),
      layers: shallow(rows.classes),
      ranks: RANKS,
      batch: RANK_BATCH,
      fanouts: FANOUTS,
    }),
};

/** Full batches of a deeper and wider network with residual connections (roc). */
const RESIDUAL: RaceContender = {
  id: "residual",
  label: "deep residual, full batch",
  train: (lab, { data: { whole }, seed }) => {
    const size = { hidden: RESIDUAL_HIDDEN, layers: RESIDUAL_LAYERS, dropout: DROPOUT };
    const layers = residualGcn({ ...size, classes: whole.classes });
    return wholeBatchCurve(lab, whole, { ...runOf(lab, seed, "whole"), layers });
  },
};

/** All of them, in the order of legends. */
export const RACE_CONTENDERS: readonly RaceContender[] = [FULL_BATCH, SAMPLED, DELAYED, RESIDUAL];
