/**
 * Every ordering with every SpMM mapping that may be worth it, on one graph: the evidence of `advise`.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { Contender, Workload } from "../cell.ts";
import type { Lab } from "../lab.ts";
import type { Trial } from "../measurement.ts";
import type { Metrics } from "../metrics.ts";
import type { Profile } from "../profiles.ts";
import type { Suite } from "../suite.ts";
import { orderGraph } from "../trials/ordered_graph.ts";
import { spmmTrial } from "../trials/spmm_trial.ts";
import { userGraphs } from "../user_graphs.ts";
import { GRAPH_CARD_METRICS, graphCard } from "./graph_card.ts";

/** Orderings that cost less than minutes on a graph that fits this device. */
const ORDERINGS = ["natural", "degsort", "rcm", "metis", "rabbit"] as const;

/** A mapping with its parameters. */
type Mapping = { readonly kernel: string } | { readonly kernel: string; readonly groupSize: number };

/** Mappings that are the fastest on some graph; naive ones never are. */
const MAPPINGS: readonly Mapping[] = [
  { kernel: "row-split" },
  { kernel: "neighbor-group", groupSize: 16 },
  { kernel: "neighbor-group", groupSize: 64 },
  { kernel: "memory-aware" },
  { kernel: "block-sparse" },
];

/** An ordering with a mapping. */
interface Choice extends Contender {
  readonly factors: Mapping & { readonly ordering: string };
}

interface AdviceWorkload extends Workload {
  readonly factors: { readonly width: number };
}

const nameOf = (mapping: Mapping) =>
  "groupSize" in mapping ? `${mapping.kernel}-${mapping.groupSize}` : mapping.kernel;

const CHOICES: readonly Choice[] = ORDERINGS.flatMap((ordering) =>
  MAPPINGS.map((mapping): Choice => ({
    id: `${ordering}:${nameOf(mapping)}`,
    label: `${nameOf(mapping)} ${ordering === "natural" ? "on the ids as they are" : `after ${ordering}`}`,
    factors: { ordering, ...mapping },
  }))
);

/** The graph as it comes, by the mapping that needs no parameter. */
const BASELINE = "natural:row-split";

const METRICS = {
  time: { label: "SpMM time", unit: "ms", better: "lower" },
  speedup: { label: "speed-up over row-split on the graph as it comes", unit: "x", better: "higher" },
  ...GRAPH_CARD_METRICS,
} as const satisfies Metrics;

async function trial(
  lab: Lab,
  dataset: LoadedDataset,
  { factors: { width } }: AdviceWorkload,
  { id, factors: { ordering, ...mapping } }: Choice,
): Promise<Trial<typeof METRICS>> {
  const { ordered, orderingMs, factors, identity } = await orderGraph(lab, dataset, { ordering, width });
  return spmmTrial<typeof METRICS>(lab, {
    ...ordered,
    kernel: mapping.kernel,
    ...("groupSize" in mapping && { parameters: { groupSize: mapping.groupSize } }),
    ...(ordering !== "natural" && { preprocessMs: orderingMs }),
    ...(id === BASELINE && { facts: await lab.once(graphCard, dataset, { width }) }),
    factors,
    identity,
  });
}

/** Times of orderings with mappings on one graph. */
export const advice: Suite<AdviceWorkload, Choice, typeof METRICS> = {
  id: "own/advice",
  artifact: "Advice",
  title: "Orderings with mappings on one graph",
  onlyWhenNamed: true,
  question: "Which ordering and which work mapping make the sparse product of this graph fastest here?",
  contenders: CHOICES,
  baseline: BASELINE,
  workloads: (_profile: Profile) => {
    const own = userGraphs();
    const graphs = own.length > 0 ? own : [{ dataset: "pubmed", widths: [64] }];
    return graphs.flatMap(({ dataset, widths }) =>
      widths.map((width) => ({ id: `${dataset}:w${width}`, dataset, factors: { width } }))
    );
  },
  settings: { "weights": "GCN normalisation with self-loops", "features": "uniform random in [-1, 1)" },
  measurement: { kind: "timed", decides: true, trial },
  metrics: METRICS,
  plots: [{ metric: "speedup", x: "workload" }],
  notes: [
    "Hit rates are those of an LRU cache of whole feature rows, not of this device's caches.",
    "METIS is the library where it is installed, else the built-in multilevel partitioner.",
  ],
  claims: [],
};
