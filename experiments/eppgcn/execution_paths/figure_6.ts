/**
 * eppgcn Figure 6: memory of execution paths, by training ratio.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { nnz } from "../../../graph/csr.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { liesWithin } from "../../claims/interval.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { Contender } from "../../cell.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { jointCounts } from "../../trials/joint_counts.ts";
import {
  aggregationMatrix,
  type GraphWorkload,
  graphWorkloads,
  PAPER_GRAPHS,
  pathsOf,
} from "../paper_graphs.ts";
import {
  addedMemory,
  memoryOverheads,
  openBeside,
  OVERHEAD_METRICS,
  OVERHEAD_NOTE,
} from "./measured_memory.ts";
import { gnnAdvisorBytes, pathBytes } from "./training_memory.ts";

/** Training ratios of the public scripts, in percent. */
const PERCENTS = [10, 30, 50, 80] as const;
const LAYERS = 2;
/** "Little" in the claim's own check, as a share of the memory. */
const LITTLE = 20;
/** "Hardly" of the claims: 5 points. */
const SMALL = 5;

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
  const whole = gnnAdvisorBytes(matrix, graph, LAYERS);
  const added = pathBytes(paths);
  const edges = paths.reduce((sum, path) => sum + nnz(path.matrix), 0);
  return {
    memory_overhead: { value: 100 * added / whole, source: "modelled" },
    memory: { value: (whole + added) / 1e6, source: "modelled" },
    baseline_memory: { value: whole / 1e6, source: "modelled" },
    path_edges: 100 * edges / (LAYERS * nnz(matrix)),
    ...await memoryOverheads(lab),
  };
}

const overhead = (evidence: SuiteEvidence, workload: string, percent: number) =>
  addedMemory(evidence, { workload, contender: `t${percent}` }, "memory_overhead");

function memorySmall(evidence: SuiteEvidence): ClaimPart[] {
  return PAPER_GRAPHS.map(({ id, name }) => {
    const found = PERCENTS.map((percent) => overhead(evidence, id, percent));
    const all = found.map(({ bounds }) => bounds);
    const values = all.map(({ value }) => value);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const bounds = {
      low: Math.max(...all.map(({ low }) => low)),
      value: most,
      high: Math.max(...all.map(({ high }) => high)),
    };
    return evidence.decide(least < 0 ? false : liesWithin(bounds, [0, LITTLE]), {
      words: `${name}: ${least.toFixed(1)} to ${most.toFixed(1)} %`,
      rows: found.flatMap(({ rows }) => rows),
      value: most,
      open: openBeside(`${LITTLE} %`),
    });
  });
}

function ratioFlat(evidence: SuiteEvidence): ClaimPart[] {
  return PAPER_GRAPHS.map(({ id, name }) => {
    const [few, many] = [10, 80].map((percent) => overhead(evidence, id, percent));
    const points = (at: "low" | "value" | "high") => many.bounds[at] - few.bounds[at];
    const ends = [points("low"), points("high")];
    const bounds = { low: Math.min(...ends), value: points("value"), high: Math.max(...ends) };
    return evidence.decide(liesWithin(bounds, [-SMALL, SMALL]), {
      words: `${name}: ${bounds.value.toFixed(1)} points more at 80 % than at 10 %`,
      rows: [...few.rows, ...many.rows],
      value: bounds.value,
      open: openBeside(`${SMALL} points`),
    });
  });
}

/** Memory that execution paths add to a training. */
export const figure6: Suite<GraphWorkload, TrainingRatio, typeof METRICS> = {
  id: "eppgcn/figure-6",
  artifact: "Figure 6",
  title: "Memory of execution paths",
  question: "How much memory do execution paths add to a training, and does it depend on the training ratio?",
  contenders: CONTENDERS,
  baseline: CONTENDERS[0].id,
  workloads: graphWorkloads,
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
    "Gradients keep a row for every vertex, as in the paper's system; kept compact they would need less than GNNAdvisor's.",
    "The paper does not say how it measured; a tool that counts the CUDA context and an allocator's cache sees smaller shares.",
    OVERHEAD_NOTE,
    "The share hardly depends on the size of the graph, so that stand-ins at 1/8 tell what the whole graphs would.",
  ],
  publishedAs: (_workload, _contender, metric) =>
    metric === "memory_overhead"
      ? { metric, dataset: "8 graphs", model: "GCN", config: { train_ratio: "10%..80%" } }
      : undefined,
  claims: [
    { claimId: "eppgcn.q.memory-small", decide: memorySmall },
    { claimId: "eppgcn.q.memory-ratio-flat", decide: ratioFlat },
  ],
};
