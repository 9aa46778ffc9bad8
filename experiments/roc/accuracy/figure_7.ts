/**
 * roc Figure 7: test accuracy of residual GCNs by depth and width, beside networks that others trained on
 * samples.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import { ACCURACY_NOTES, accuracyDataset, DROPOUT } from "./accuracy_data.ts";
import { lengthText } from "./accuracy_training.ts";
import { FIGURE_7_CLAIMS } from "./figure_7_claims.ts";
import {
  BEST,
  GCN,
  NETWORKS,
  REFERENCE_WIDTH,
  RESIDUAL,
  SAGE,
  type ScoredNetwork,
  SHAPE,
  widthsOf,
  type WidthWorkload,
} from "./scored_networks.ts";
import { LENGTH, measureWidths, WIDTH_METRICS } from "./width_accuracies.ts";

const SCALE = 128;

/** Compares residual networks of several depths and widths by their accuracy. */
export const figure7: Suite<WidthWorkload, ScoredNetwork, typeof WIDTH_METRICS> = {
  id: "roc/figure-7",
  artifact: "Figure 7",
  title: "Deeper and wider networks",
  onlyWhenNamed: true,
  group: "accuracy",
  question:
    "Does accuracy rise with the depth and width of a residual GCN, beyond that of networks trained on samples?",
  contenders: NETWORKS,
  baseline: GCN.id,
  workloads: (profile) => {
    const dataset = accuracyDataset(profile, SCALE);
    return [
      { id: SHAPE, factors: { width: SHAPE }, width: SHAPE },
      ...widthsOf(profile).map((width) => ({ id: `width:${width}`, dataset, factors: { width }, width })),
      { id: BEST, dataset, factors: { width: BEST }, width: BEST },
    ];
  },
  settings: {
    "residual": "the input added to every layer's result, times weights where widths differ",
    "training": lengthText(LENGTH.standard),
    "dropout": String(DROPOUT),
    "references":
      `2 layers, ${REFERENCE_WIDTH} hidden units; GraphSAGE with means of sampled neighbours, FastGCN with layers by importance`,
  },
  measurement: { kind: "joint", measure: measureWidths },
  metrics: WIDTH_METRICS,
  plots: [{ metric: "test_accuracy", x: "width" }],
  notes: [
    ...ACCURACY_NOTES,
    "Widths 16, 64, 256 and 512; 32 and 128 as well in the paper profile. The widest takes two threads longer than all others together.",
    "Every depth trains for as many epochs. On the stand-in the accuracy of four layers still rises when they end: a depth that is below " +
    "another one is open where as much again as the last third of the epochs gains would be enough.",
    "GraphSAGE sees the random features of a vertex itself beside those of its neighbours, and on the stand-in may learn nothing else: a " +
    "network that is no better than naming the most frequent class for all vertices has no place in the order of the references.",
    "The best width is chosen by validation accuracy. The paper takes the references' accuracies from their own publications; here they " +
    "are trained on the same graph, and drawn at every width though they have one.",
    "The 96.9 % and the gain of 1.5 points are the paper's best over all depths and widths, which names neither; they stand beside the " +
    "best width of each depth.",
  ],
  publishedAs: ({ width }, network, metric) => {
    if (width !== BEST) return undefined;
    const isResidual = RESIDUAL.includes(network), dataset = "Reddit";
    if (metric === "best_accuracy") {
      const shared = { dataset, metric: "test_accuracy" };
      if (!isResidual) {
        return { ...shared, model: network === GCN ? "original GCN" : network.label, system: network.label };
      }
      return { ...shared, model: "deep GCN", system: "ROC", config: { layers: "best", width: "best" } };
    }
    return metric === SAGE.gain && isResidual
      ? { dataset, metric: "accuracy_gain", model: "deep GCN", system: "ROC vs best sampling method" }
      : undefined;
  },
  claims: FIGURE_7_CLAIMS,
};
