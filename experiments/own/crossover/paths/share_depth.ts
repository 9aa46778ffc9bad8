/**
 * Map of ways to run the backward pass over the share of training vertices and the number of layers.
 *
 * @module
 */
import type { Contender } from "../../../cell.ts";
import { mapSuite } from "../map_suite.ts";
import { EPOCHS, measureTrainings, PATH_METRICS } from "./path_point.ts";
import { CLASSES, HIDDEN, IF_ELSE, WHOLE, WIDTH } from "./path_widths.ts";

const CONTENDERS: readonly Contender[] = [
  { id: WHOLE, label: "whole graph", factors: { backward: "whole graph" } },
  { id: IF_ELSE, label: "if-else on every edge", factors: { backward: "if-else" } },
  { id: "paths", label: "execution paths", factors: { backward: "paths" } },
  { id: "compact", label: "paths with compact gradients", factors: { backward: "compact paths" } },
];

const AXES = { x: "training_share", y: "depth" } as const;

/** Trainings of the papers by their share of training vertices and their layers. */
const TRAININGS = [
  { label: "eppgcn", x: 10, y: 2 },
  { label: "roc, hetu-gnn: Reddit", x: 66, y: 2 },
  { label: "fastgl: Products", x: 8, y: 3 },
];

const marked = { landmarks: TRAININGS, landmarkName: "trainings of the papers", xUnit: "%" } as const;

/** Map of execution paths over share and depth. */
export const shareDepth = mapSuite({
  id: "own/crossover-paths",
  title: "Execution paths over training share and depth",
  question:
    "At which share of training vertices and how many layers do execution paths pay, with and without their preparation?",
  contenders: CONTENDERS,
  baseline: WHOLE,
  settings: {
    "model":
      `GCN of ${WIDTH} features, ${HIDDEN} hidden units, ${CLASSES} classes, combined before aggregated; Adam`,
    "training set": "drawn uniformly; features and labels are random",
    "time": "a whole epoch: forward pass, backward pass, update",
  },
  lattice: {
    x: { factor: AXES.x, values: [0.1, 0.3, 1, 3, 10, 30, 90] },
    y: { factor: AXES.y, values: [1, 2, 3, 4, 5] },
  },
  subject: ({ id }) => ({ dataset: id === "standard" ? "amazon0505@1/8" : "amazon0505", model: "GCN" }),
  measurement: { kind: "joint", measure: measureTrainings },
  metrics: PATH_METRICS,
  plots: [
    { metric: "lead", ...AXES, contours: "speedup", ...marked },
    { metric: "prepared_lead", ...AXES, contours: "prepared_speedup", ...marked },
    { metric: "backward_time", x: AXES.x, facet: AXES.y, logarithmic: true, logarithmicX: true, xUnit: "%" },
  ],
  signs: [
    {
      contender: "compact",
      along: "x",
      sign: -1,
      why: "more training vertices leave fewer gradient rows that are zero",
    },
    {
      contender: "compact",
      along: "y",
      sign: -1,
      why: "each layer takes in the neighbours of the one before, so that deep paths are the whole graph",
    },
    {
      contender: "paths",
      along: "y",
      sign: -1,
      why: "eppgcn says so (eppgcn.q.layers-speedup)",
    },
    {
      contender: IF_ELSE,
      along: "x",
      sign: -1,
      why: "it tests every edge at any share, and multiplies by more of them",
    },
  ],
  claims: [
    {
      claim: "eppgcn.q.training-faster",
      says: "an epoch on execution paths is shorter than on the whole graph",
      contender: "paths",
      metric: "speedup",
    },
    {
      claim: "eppgcn.q.on-the-fly",
      says:
        "an epoch on execution paths, with its share of building them, is shorter than on the whole graph",
      contender: "paths",
      metric: "prepared_speedup",
    },
    {
      claim: "eppgcn.q.beats-if-else",
      says: "an epoch on execution paths is shorter than with if-else",
      contender: "paths",
      metric: "speedup_over_if_else",
    },
  ],
  notes: [
    `Preparation is building the paths, once a round; with it an epoch bears a ${EPOCHS}th. What the device takes to stage them is left out: ` +
    "operands of all contenders are staged alike.",
    "The whole graph is the backward pass of roc and hetu-gnn. If-else and execution paths keep a gradient row for every vertex, as in the public " +
    "code; compact gradients have a row for each active vertex. If-else needs the vertex sets of the paths, whose building is counted as the paths' own.",
    "Products are not aggregated by groups of neighbours here: groups are a question of their own.",
    "Terms are those of sparse products, summed over the forward and backward products of an epoch.",
  ],
});
