/**
 * Time to accuracy, a suite of our own: the papers' trainings on the same graphs, by accuracy against
 * seconds and against bytes, each with its preparation.
 *
 * @module
 */
import { labelInSentence } from "../../../results/report/suite_label.ts";
import type { Workload } from "../../cell.ts";
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import { outcomeAfter, outcomeAtTarget, race, RACE_METRICS, TARGET_SHARE } from "./race_outcome.ts";
import { raceAnswers } from "./race_answers.ts";
import { PLANTED_SHARE, PLANTED_WIDTH, type RacedGraph, racedGraphs } from "./raced_graphs.ts";
import {
  BATCH,
  DROPOUT,
  FANOUTS,
  FULL_BATCH,
  HIDDEN,
  LEARNING_RATE,
  LENGTH,
  RACE_CONTENDERS,
  type RaceContender,
  RANK_BATCH,
  RANKS,
  RESIDUAL_HIDDEN,
  RESIDUAL_LAYERS,
  WEIGHT_DECAY,
} from "./race_contenders.ts";

/** Shares of the epochs, in percent, after which a curve has a point. */
const POINTS = [1, 2, 4, 7, 10, 15, 25, 40, 70, 100];

/** A graph, and the point of the curves that is looked at. */
interface RaceWorkload extends Workload {
  readonly truth: RacedGraph["truth"];
  readonly factors: {
    readonly graph: string;
    /** Percent of the epochs, or the target. */
    readonly at: number | "target";
  };
}

function workloadsOf({ id: graph, dataset, truth }: RacedGraph): RaceWorkload[] {
  return (["target", ...POINTS] as const).map((at) => ({
    id: at === "target" ? graph : `${graph}:${at}`,
    dataset,
    truth,
    model: "GCN",
    factors: { graph, at },
  }));
}

const NAMES: ReadonlyMap<string, string> = new Map(
  RACE_CONTENDERS.map(({ id, label }) => [id, labelInSentence(label)]),
);
const { seeds, whole, sampled } = LENGTH.standard;

/** Compares trainings by time and bytes to an accuracy. */
export const timeToAccuracy: Suite<RaceWorkload, RaceContender, typeof RACE_METRICS> = {
  id: "own/time-to-accuracy",
  artifact: "Time to accuracy",
  title: "Time and bytes to an accuracy",
  onlyWhenNamed: true,
  question: `Which way of training is first to ${
    100 * TARGET_SHARE
  } % of the best accuracy, its preparation included?`,
  contenders: RACE_CONTENDERS,
  baseline: FULL_BATCH.id,
  workloads: (profile) => racedGraphs(profile).flatMap(workloadsOf),
  settings: {
    "model": `2-layer GCN of ${HIDDEN} hidden units; the residual one has ${RESIDUAL_LAYERS} layers of ` +
      `${RESIDUAL_HIDDEN}; dropout ${DROPOUT}, no biases`,
    "optimizer": `Adam, learning rate ${LEARNING_RATE}, weight decay ${WEIGHT_DECAY}`,
    "training": `${whole} epochs on the whole graph, ${sampled} on mini-batches, ${seeds} seeds`,
    "mini-batches": `${BATCH} vertices, ${RANK_BATCH} on each of ${RANKS} ranks; ${
      FANOUTS.join(" and ")
    } neighbours from the input on`,
    "accuracy": "of the test vertices, with the parameters so far that are best on the validation vertices",
    "target": `${100 * TARGET_SHARE} % of the best accuracy that any way ends with, seed by seed`,
  },
  measurement: {
    kind: "joint",
    measure: async (lab, dataset, { truth, factors: { at } }, contenders) => {
      const trained = await lab.once(race, dataset, { truth });
      return byContender(
        contenders,
        ({ id }) => at === "target" ? outcomeAtTarget(trained, id) : outcomeAfter(trained, id, at / 100),
      );
    },
  },
  answers: (rows) => raceAnswers(rows, NAMES),
  metrics: RACE_METRICS,
  plots: [
    { metric: "accuracy", x: "elapsed", facet: "graph", logarithmicX: true },
    { metric: "accuracy", x: "moved", facet: "graph", logarithmicX: true },
    { metric: "time_to_accuracy", x: "workload", logarithmic: true },
  ],
  notes: [
    "Seconds are those of this device from the data in memory on: programs, kernels, cuts, training. Scoring is left out. Mini-batches " +
    "pay for what this harness prepares for each of them, a program among others, which systems with kernels for any shape do not pay.",
    "Ranks take turns on the one device, and an epoch is the time of all of them together: what a cluster would gain by working at the " +
    "same time is not in these numbers, nor is its network.",
    "Moved are features that go to the device, all of them once for full batches, and embeddings and features that go to other ranks. " +
    "Bags of words are sparse on the whole graph; in mini-batches their zeros are written out, since rows are copied.",
    "Hyper-parameters are one set for all contenders, that of full batches on the citation graphs: none is tuned. Epochs are as many as let " +
    "every contender settle there.",
    "Embeddings are pushed one iteration ahead and kept for an epoch; misses are dropped. Citation graphs have their publisher's split, " +
    `planted partitions ${
      100 * PLANTED_SHARE
    } % of the vertices to train on and ${PLANTED_WIDTH} features of noise with a mark of the ` +
    "class that is too weak without neighbours.",
  ],
  claims: [],
};
