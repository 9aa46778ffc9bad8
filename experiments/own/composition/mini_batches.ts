/**
 * Composition in mini-batch training, a suite of our own: whether fastgl's four techniques and a cache of
 * features together save what each of them saves alone.
 *
 * @module
 */
import { LINKS } from "../../../hardware/models/interconnect.ts";
import { MINI_BATCH_GRAPHS } from "../standard_graphs.ts";
import {
  BATCH_METRICS,
  BATCHES,
  batchTrial,
  type BatchWorkload,
  CACHED,
  CLASSES,
  FANOUTS,
  HIDDEN,
  WIDTH,
} from "./batch_runs.ts";
import { BATCH_PREDICTIONS, BATCH_TECHNIQUES } from "./batch_techniques.ts";
import { composedGraphs, compositionSuite, experimentNotes } from "./composition_suite.ts";
import { designText, fractionalFactorial } from "./fractional_factorial.ts";
import { EFFECT_PLOTS, switchedExperiment } from "./switched_experiment.ts";

/** Link that copies are priced by. */
const LINK = LINKS["pcie-3-x16"];

const SWITCHES = Object.keys(BATCH_TECHNIQUES);
/** Half of all combinations, the one that has the run without any technique. */
const DESIGN = fractionalFactorial(SWITCHES, [{ switches: SWITCHES, sign: -1 }]);

const EXPERIMENT = switchedExperiment<BatchWorkload, typeof BATCH_METRICS>({
  techniques: BATCH_TECHNIQUES,
  design: DESIGN,
  predictions: BATCH_PREDICTIONS,
  trial: batchTrial,
  derived: ({ loaded_bytes: bytes }) => ({
    link_time: {
      value: 1000 * (BATCHES * LINK.latencySeconds + Number(bytes) / LINK.bytesPerSecond),
      source: "modelled",
    },
  }),
});

/** Composition of five techniques in an epoch on mini-batches. */
export const compositionMiniBatches = compositionSuite(EXPERIMENT, {
  id: "own/composition-mini-batches",
  artifact: "Composition: mini-batches",
  title: "Do the speed-ups of mini-batch training multiply?",
  question:
    "Is the speed-up of Fused-Map, Match, Reorder, a cache and the memory-aware kernel together the product of their own?",
  workloads: (profile) =>
    composedGraphs(MINI_BATCH_GRAPHS, profile).map((graph) => ({
      ...graph,
      model: "GraphSAGE",
      factors: { batch: profile.id === "smoke" ? 16 : 256, fanouts: FANOUTS.join(",") },
    })),
  settings: {
    "model": `${FANOUTS.length}-layer GraphSAGE with the mean, ${WIDTH} features, ${HIDDEN} hidden units, ` +
      `${CLASSES} classes`,
    "training": `${BATCHES} mini-batches an epoch, fan-outs ${FANOUTS.join(", ")} from the input on; Adam`,
    "design": `${designText(DESIGN)}; beside them each technique alone, and all together`,
    "off": "a map of three steps, all features copied, mini-batches in their drawn order, naive-register",
    "cache": `${100 * CACHED} % of the vertices, those hottest in 20 mini-batches sampled on trial`,
    "link": `${LINK.name}, ${LINK.source}`,
  },
  metrics: BATCH_METRICS,
  plots: [
    ...EFFECT_PLOTS,
    { metric: "time", x: "workload", stack: ["sample_time", "load_time", "compute_time"] },
    { metric: "loaded_bytes", x: "workload" },
  ],
  notes: [
    ...experimentNotes(BATCH_PREDICTIONS),
    "The parts and the bytes are those of one epoch that was timed part by part. On CPU threads a copy to the device is one within RAM; " +
    "what the counted bytes take over the stated link stands beside it, modelled, and is in no effect.",
  ],
});
