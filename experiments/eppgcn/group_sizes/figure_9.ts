/**
 * eppgcn Figure 9: whether the gain persists on a newer card, by the number of its slots.
 *
 * @module
 */
import type { Suite } from "../../suite.ts";
import { type GraphWorkload, graphWorkloads } from "../paper_graphs.ts";
import { type Card, CARD_METRICS, LAYERS, modelCards } from "./card_speedups.ts";
import { CLAIMS } from "./figure_9_claims.ts";
import { P100_SLOTS, V100S_SLOTS } from "./grouping_rates.ts";

const CONTENDERS: readonly Card[] = [
  { id: "p100", label: `P100, ${P100_SLOTS} slots`, slots: P100_SLOTS, factors: { gpu: "Tesla P100" } },
  { id: "v100s", label: `V100S, ${V100S_SLOTS} slots`, slots: V100S_SLOTS, factors: { gpu: "Tesla V100S" } },
];

/** Speed-up of execution paths by the number of slots of a card. */
export const figure9: Suite<GraphWorkload, Card, typeof CARD_METRICS> = {
  id: "eppgcn/figure-9",
  artifact: "Figure 9",
  title: "A card with more slots",
  question: "Does the speed-up of the backward aggregation persist, or grow, on a card with more slots?",
  contenders: CONTENDERS,
  baseline: "p100",
  workloads: graphWorkloads,
  settings: {
    "layers": String(LAYERS),
    "training set": "10 % of the vertices, drawn uniformly",
    "time": "model M6 with the slots of either card, fewer on a stand-in by its share of the edges",
    "grouping": "GNNAdvisor: floor of the average degree; EPPGCN: own regression (Table II)",
  },
  measurement: { kind: "joint", measure: modelCards },
  metrics: CARD_METRICS,
  plots: [{ metric: "speedup", x: "workload" }],
  notes: [
    "Two cards are not here, so that both are modelled, at the same rates: the model knows how many groups a card works on at " +
    "once, not its caches or clocks. What a GPU that is here measures stands under Figure 8.",
  ],
  publishedAs: (_workload, contender, metric) =>
    metric === "speedup" && contender.id === "v100s"
      ? {
        metric: "backward_aggregation_speedup",
        dataset: "8 graphs",
        system: "EPPGCN vs GNNAdvisor",
        config: { gpu: "Tesla V100S" },
      }
      : undefined,
  claims: CLAIMS,
};
