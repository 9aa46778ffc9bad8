/**
 * hetu-gnn Section 2.2: whether sparse or dense products take the time of an epoch.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { nnz } from "../../../graph/csr.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { Contender } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Quantity } from "../../premises/condition.ts";
import { verticesOf } from "../../premises/quantities.ts";
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { takeCheckedTurns } from "../checked_turns.ts";
import { SETTINGS } from "../epochs/epochs.ts";
import { type GraphId, GRAPHS, type GraphWorkload, MODEL } from "../paper_graphs.ts";
import { openTraining } from "./scheme_training.ts";
import { rankRunner, slowestRank } from "./rank_runner.ts";
import { ONE_DEVICE } from "./schemes.ts";
import { UNORDERED } from "./scoped_orderings.ts";
import { filledCalls } from "../../premises/busy_threads.ts";

const EPOCH = "epoch";
const WORKLOADS: readonly GraphId[] = ["reddit", "ogbn-proteins"];

/** Average degree decides the question, and stand-ins of this kind keep it. */
const SCALE: Readonly<Record<Profile["id"], string>> = { smoke: "@1/512", standard: "@1/64", paper: "" };

const METRICS = {
  spmm_time: { label: "products with the adjacency", unit: "ms", better: "lower" },
  dense_time: { label: "products with weights", unit: "ms", better: "lower" },
  spmm_over_dense: { label: "sparse products' time over dense ones'", unit: "x" },
  average_degree: { label: "entries a row", unit: "edges/vertex" },
  hidden_width: { label: "hidden units", unit: "units" },
} as const satisfies Metrics;

/** Times the steps of an epoch on one device, and adds those of each kind up. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { graph }: GraphWorkload,
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const { hidden } = GRAPHS[graph];
  const setting = { scheme: ONE_DEVICE, ordering: UNORDERED, hidden };
  const open = async () => rankRunner(lab, await openTraining(lab, dataset, setting), { sequence: "train" });
  const outcomes = await takeCheckedTurns(
    lab,
    new Map([[EPOCH, open]]),
    ({ data: { adjacency } }, turns): JointOutcome<typeof METRICS> => {
      const sparse = turns.times((round) => slowestRank(round, ({ op }) => op === "spmm"));
      const dense = turns.times((round) => slowestRank(round, ({ op }) => op === "gemm"));
      return {
        times: { spmm_time: sparse, dense_time: dense },
        facts: {
          spmm_over_dense: sparse.ms.map((ms, round) => ms / dense.ms[round]),
          average_degree: nnz(adjacency) / adjacency.rows,
          hidden_width: hidden,
        },
      };
    },
  );
  return (id) => outcomes.of(id);
}

/** Outputs of a product in hidden layers: a row a vertex, a column a hidden unit. */
const outputs: Quantity["readings"] = (evidence) =>
  WORKLOADS.map((workload) => {
    const row = evidence.row({ workload, contender: EPOCH }, "hidden_width");
    return { of: row.dataset, value: verticesOf(row.dataset) * medianOf(row) };
  });

/** Sparse products take more time than dense ones, on both graphs. */
function dominates(evidence: SuiteEvidence): ClaimPart[] {
  return WORKLOADS.map((workload) => {
    const key = { workload, contender: EPOCH };
    // The ratio has no length of its own: its premise, that calls are long, is about the two times.
    for (const metric of ["spmm_time", "dense_time"]) evidence.row(key, metric);
    const part = evidence.bounded(key, "spmm_over_dense", { side: "above", bound: 1 });
    const degree = medianOf(evidence.row(key, "average_degree")).toFixed(0);
    const width = medianOf(evidence.row(key, "hidden_width"));
    return { ...part, text: `${part.text}, average degree ${degree}, hidden width ${width}` };
  });
}

/** Time of the sparse and of the dense products of an epoch. */
export const section22: Suite<GraphWorkload, Contender, typeof METRICS> = {
  id: "hetu-gnn/section-2-2",
  artifact: "Section 2.2",
  title: "Sparse and dense products of an epoch",
  question: "Do the products with the adjacency take more of an epoch than those with the weights?",
  contenders: [{ id: EPOCH, label: "an epoch, graph as it comes", factors: { reorder: "none" } }],
  baseline: EPOCH,
  workloads: ({ id: profile }) =>
    WORKLOADS.map((graph) => ({
      id: graph,
      graph,
      dataset: `${graph}${SCALE[profile]}`,
      model: MODEL,
      factors: { hidden: GRAPHS[graph].hidden },
    })),
  settings: {
    ...SETTINGS,
    "stand-ins": "V/s vertices and E/s edges, so that the average degree is the original's",
  },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [{ metric: "spmm_over_dense", x: "workload" }],
  notes: [
    "Each layer multiplies in the order that aggregates fewer columns, which makes the sparse part small " +
    "beside the dense one.",
  ],
  claims: [{ claimId: "hetu-gnn.q.spmm-dominates", premise: filledCalls(outputs), decide: dominates }],
};
