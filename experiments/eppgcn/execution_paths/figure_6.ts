/**
 * eppgcn Figure 6: memory of execution paths, by training ratio.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { nnz } from "../../../graph/csr.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Lab } from "../../lab.ts";
import type { Contender } from "../../cell.ts";
import { type Facts, type Metrics, modelled } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { jointCounts } from "../../trials/joint_counts.ts";
import { type GraphWorkload, graphWorkloads } from "../paper_graphs.ts";
import { CLAIMS, PERCENTS } from "./figure_6_claims.ts";
import { memoryOverheads, OVERHEAD_METRICS, OVERHEAD_NOTE, SMALLEST } from "./measured_memory.ts";
import { gnnAdvisorBytes, pathBytes } from "./training_memory.ts";
import { aggregationMatrix, pathsOf } from "../drawn_paths.ts";
import { SHARE_OF_TENSORS } from "./added_memory.ts";

const LAYERS = 2;

/** A share of the vertices that train. */
interface TrainingRatio extends Contender {
  /** The share in percent. */
  readonly percent: typeof PERCENTS[number];
}

const CONTENDERS: readonly TrainingRatio[] = PERCENTS.map((percent) => ({
  id: `t${percent}`,
  label: `${percent} % train`,
  percent,
  factors: { train_ratio: `${percent}%` },
}));

const METRICS = {
  memory_overhead: { label: "memory that paths add", unit: "%", better: "lower" },
  memory: { label: "memory with paths", unit: "MB", better: "lower" },
  baseline_memory: { label: "memory without", unit: "MB", better: "lower" },
  path_edges: { label: "share of the edges on paths", unit: "%", better: "lower" },
  ...OVERHEAD_METRICS,
} as const satisfies Metrics;

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  { graph }: GraphWorkload,
  { percent }: TrainingRatio,
): Promise<Facts<typeof METRICS>> {
  const matrix = await aggregationMatrix(lab, dataset);
  const paths = await pathsOf(lab, dataset, { percent, layers: LAYERS });
  const whole = gnnAdvisorBytes(matrix, graph, { layers: LAYERS, percent }), added = pathBytes(paths);
  const edges = sumOf(paths, (path) => nnz(path.matrix));
  return {
    memory_overhead: modelled(100 * added / whole),
    memory: modelled((whole + added) / 1e6),
    baseline_memory: modelled(whole / 1e6),
    path_edges: 100 * edges / (LAYERS * nnz(matrix)),
    ...await memoryOverheads(lab),
  };
}

/** Memory that execution paths add to a training. */
export const figure6: Suite<GraphWorkload, TrainingRatio, typeof METRICS> = {
  id: "eppgcn/figure-6",
  artifact: "Figure 6",
  title: "Memory of execution paths",
  question: "How much memory do execution paths add to a training, and does it depend on the training ratio?",
  contenders: CONTENDERS,
  baseline: CONTENDERS[0].id,
  workloads: (profile) =>
    graphWorkloads(profile).map((workload) => ({ ...workload, otherDatasets: [SMALLEST] })),
  settings: {
    "layers": String(LAYERS),
    "hidden units": "16",
    "widths and classes": "those of the public scripts",
    "memory": "model M7: bytes of all live tensors and CSR arrays, float32 and 32-bit indices",
  },
  measurement: { kind: "joint", measure: jointCounts(count) },
  metrics: METRICS,
  plots: [
    { metric: "memory_overhead", x: "workload" },
    { metric: "path_edges", x: "workload" },
  ],
  notes: [
    "GNNAdvisor's own memory grows with the training ratio, as Section 6.2 says: from the loss to its gradient it has the scores of " +
    "the training vertices and their gradient, a column a class, beside those of all vertices. The paper prints no sizes of them.",
    "Gradients keep a row for every vertex, as in the paper's system; kept compact they would need less than GNNAdvisor's.",
    OVERHEAD_NOTE,
    "The share hardly depends on the size of the graph, so that stand-ins at 1/8 tell what the whole graphs would.",
  ],
  publishedAs: (_workload, _contender, metric) =>
    metric === "memory_overhead"
      ? {
        metric,
        dataset: "8 graphs",
        model: "GCN",
        config: { train_ratio: "10%..80%" },
        shownBecause: SHARE_OF_TENSORS,
      }
      : undefined,
  claims: CLAIMS,
};
