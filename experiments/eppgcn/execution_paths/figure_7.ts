/**
 * eppgcn Figure 7: the backward aggregation on execution paths, under a mask, and on the whole graph.
 *
 * @module
 */
import type { PublishedKey } from "../../published/mod.ts";
import type { Suite } from "../../suite.ts";
import { timedGraphs, wholeGraphInProfile } from "../paper_graphs.ts";
import {
  AGGREGATION_METRICS,
  type BackwardKernel,
  type BackwardWorkload,
  CONTENDERS,
  LAYERS,
  MEAN,
  measureKernels,
  PATH,
  WHOLE,
} from "./backward_kernels.ts";
import { CLAIMS, SMALL } from "./figure_7_claims.ts";

/** Published columns of execution paths by metric, with the workloads that the paper prints it of. */
const PRINTED: Readonly<Record<string, PublishedKey & { readonly of: readonly string[] }>> = {
  mean_speedup: {
    of: [MEAN],
    metric: "backward_aggregation_speedup_mean",
    system: "EPP vs GNNAdvisor",
    config: { grouping: "GNNAdvisor" },
  },
  time_normalized: {
    of: ["cora", "com-youtube"],
    metric: "backward_aggregation_time_normalized",
    system: "EPP",
    config: { grouping: "GNNAdvisor", baseline: "GNNAdvisor" },
  },
  speedup_over_if_else: {
    of: ["com-youtube"],
    metric: "backward_aggregation_speedup",
    system: "EPP vs if-else",
    config: { train_ratio: "10%" },
  },
};

/** Backward aggregation on execution paths, under a mask, and on the whole graph. */
export const figure7: Suite<BackwardWorkload, BackwardKernel, typeof AGGREGATION_METRICS> = {
  id: "eppgcn/figure-7",
  artifact: "Figure 7",
  title: "Execution paths against if-else",
  question:
    "How much faster is the backward aggregation on execution paths than on the whole graph or under a mask?",
  contenders: CONTENDERS,
  baseline: WHOLE,
  workloads: (profile) => {
    const graphs = timedGraphs(profile).map((graph) => {
      return { graph, dataset: wholeGraphInProfile(graph.id, profile) };
    });
    const others = graphs.filter(({ graph: { id } }) => !SMALL.includes(id));
    return [
      ...graphs.map((each) => {
        const { graph: { id }, dataset } = each;
        return { id, dataset, graphs: [each], model: "GCN", factors: {} };
      }),
      {
        id: MEAN,
        otherDatasets: others.map(({ dataset }) => dataset),
        graphs: others,
        model: "GCN",
        factors: {},
      },
    ];
  },
  settings: {
    "layers": String(LAYERS),
    "training set": "10 % of the vertices, drawn uniformly",
    "widths": "classes in layer 1, 16 in layer 0: combined before aggregated, as in the public code",
    "gradients": "a row a vertex, for all contenders",
    "grouping": "GNNAdvisor: floor of the average degree; EPP and if-else: 32; none on CPU threads",
  },
  measurement: { kind: "joint", measure: measureKernels },
  metrics: AGGREGATION_METRICS,
  plots: [
    { metric: "time_normalized", x: "workload" },
    { metric: "time", x: "bytes_moved", logarithmic: true, logarithmicX: true },
    { metric: "speedup", x: "workload" },
  ],
  notes: [
    "The products of both layers are one execution, in the order of the backward pass. The same time over a different number " +
    "of bytes is what caches and tests cost: bytes follow from the edge counts alone.",
    "The paper blames group sizes that do not fit for what small graphs lose. CPU threads have no groups: a small graph can " +
    "only lose there by what is fixed.",
    "Every output is checked before it is timed, and again afterwards.",
    "All graphs have their printed sizes in the standard profile too.",
    "The printed mean is arithmetic, over the six graphs that are not small; here it is taken round by round.",
  ],
  publishedAs: ({ id, graphs: [{ graph: { name } }] }, contender, metric) => {
    const { of, ...columns } = PRINTED[metric] ?? { of: [] };
    // The mean is printed for six graphs, by whose first name it is found.
    return contender.id === PATH && of.includes(id) ? { ...columns, dataset: name, model: "GCN" } : undefined;
  },
  claims: CLAIMS,
};
