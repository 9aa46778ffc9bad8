/**
 * Composition in full-batch training, a suite of our own: whether an ordering, a tile kernel, execution paths
 * and narrow aggregation together save what each of them saves alone.
 *
 * @module
 */
import { composedGraphs, compositionSuite, experimentNotes, WHOLE_GRAPHS } from "./composition_suite.ts";
import { designText, fractionalFactorial } from "./fractional_factorial.ts";
import { EFFECT_PLOTS, switchedExperiment } from "./switched_experiment.ts";
import {
  CLASSES,
  fullBatchTrial,
  HIDDEN,
  LAYERS,
  TRAINING_METRICS,
  TRAINING_SHARE,
  WIDTH,
} from "./training_runs.ts";
import { TRAINING_PREDICTIONS, TRAINING_TECHNIQUES } from "./training_techniques.ts";
import { TILE_THRESHOLDS } from "./tuned_parameter.ts";

const DESIGN = fractionalFactorial(Object.keys(TRAINING_TECHNIQUES));

const EXPERIMENT = switchedExperiment({
  techniques: TRAINING_TECHNIQUES,
  design: DESIGN,
  predictions: TRAINING_PREDICTIONS,
  trial: fullBatchTrial,
});

/** Composition of four techniques in a full-batch epoch. */
export const compositionTraining = compositionSuite(EXPERIMENT, {
  id: "own/composition-training",
  artifact: "Composition: full batch",
  title: "Do the speed-ups of full-batch training multiply?",
  question:
    "Is the speed-up of an ordering, a tile kernel, execution paths and narrow aggregation together the product of their own?",
  workloads: (profile) =>
    composedGraphs(WHOLE_GRAPHS, profile).map((graph) => ({
      ...graph,
      model: "GCN",
      factors: { width: WIDTH, hidden: HIDDEN },
    })),
  settings: {
    "model": `${LAYERS}-layer GCN, ${WIDTH} features, ${HIDDEN} hidden units, ${CLASSES} classes; ` +
      "no biases, no dropout",
    "training": `${100 * TRAINING_SHARE} % of the vertices, random features and labels; Adam`,
    "design": designText(DESIGN),
    "off": "ids as they come (of stand-ins shuffled), row-split for every sparse product, gradients of all " +
      "vertices, aggregation before combination",
    "tiles": `dense above the fastest threshold here, of ${
      TILE_THRESHOLDS.values.join(", ")
    } % of their places`,
  },
  metrics: TRAINING_METRICS,
  plots: [...EFFECT_PLOTS, { metric: "time", x: "workload", logarithmic: true }],
  notes: [
    ...experimentNotes(TRAINING_PREDICTIONS),
    "Features in bf16 are not among the techniques: the steps of a training have float32 operands. Products have them " +
    "(own/composition-products).",
  ],
});
