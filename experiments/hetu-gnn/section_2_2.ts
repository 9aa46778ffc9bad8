/**
 * hetu-gnn Section 2.2: whether sparse or dense products take the time of an epoch.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { nnz } from "../../graph/csr.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { bindVertexData } from "../../training/vertex_data.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Profile } from "../profiles.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { trainingTask } from "../trials/training_trial.ts";
import { GRAPHS, hetuModel, orderedData, SETTINGS } from "./epochs.ts";
import { openTraining, ranksContestant, slowestRank, timeRounds } from "./partitioned_rounds.ts";
import { ONE_DEVICE } from "./schemes.ts";
import type { TextSuite, TextWorkload } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

/** Average degree decides the question, and stand-ins of this kind keep it. */
const DATASETS: Readonly<Record<string, Readonly<Record<Profile["id"], string>>>> = {
  "reddit": { smoke: "reddit@1/512", standard: "reddit@1/64", paper: "reddit" },
  "ogbn-proteins": { smoke: "ogbn-proteins@1/512", standard: "ogbn-proteins@1/64", paper: "ogbn-proteins" },
};
const CONTENDER = "epoch";

async function count(lab: Lab, dataset: LoadedDataset, { id }: TextWorkload): Promise<readonly Fact[]> {
  const { hidden } = GRAPHS[id];
  const { data } = await orderedData(lab, dataset, "natural");
  const task = trainingTask(lab, { data, model: hetuModel(data, hidden) });
  const vertices = data.adjacency.rows;
  const { run } = await openTraining(lab, {
    ...{ program: task.program, bindings: bindVertexData(task, data), vertices, scheme: ONE_DEVICE },
  });
  try {
    const rounds = (await timeRounds(lab, [ranksContestant(CONTENDER, run, "train")])).get(CONTENDER)!;
    const sparse = rounds.map((round) => slowestRank(round, ({ op }) => op === "spmm"));
    const dense = rounds.map((round) => slowestRank(round, ({ op }) => op === "gemm"));
    return [
      { metric: "spmm_time", unit: "ms", value: sparse },
      { metric: "dense_time", unit: "ms", value: dense },
      { metric: "spmm_over_dense", unit: "x", value: sparse.map((ms, round) => ms / dense[round]) },
      { metric: "average_degree", unit: "edges/vertex", value: nnz(data.adjacency) / vertices },
      { metric: "hidden_width", unit: "units", value: hidden },
    ];
  } finally {
    run.close();
  }
}

/** Sparse above dense, on both graphs. */
function dominates(evidence: SuiteEvidence): ClaimPart[] {
  return Object.keys(DATASETS).map((workload) => {
    const key = { workload, contender: CONTENDER };
    const part = evidence.bounded(key, "spmm_over_dense", { side: "above", bound: 1 });
    const [degree, width] = ["average_degree", "hidden_width"].map((metric) =>
      medianOf(evidence.row(key, metric))
    );
    return { ...part, words: `${part.words}, average degree ${degree.toFixed(0)}, hidden width ${width}` };
  });
}

/** The suite. */
export const section22: TextSuite = {
  id: "hetu-gnn/section-2-2",
  paper: "hetu-gnn",
  artifact: "Section 2.2",
  title: "Sparse and dense products of an epoch",
  question: "Do the products with the adjacency take more of an epoch than those with the weights?",
  contenders: [{ id: CONTENDER, label: "an epoch, graph as it comes", factors: { reorder: "none" } }],
  baseline: CONTENDER,
  workloads: ({ id: profile }) =>
    Object.entries(DATASETS).map(([id, names]) => ({
      ...{ id, dataset: names[profile], model: "GCN", factors: { hidden: String(GRAPHS[id].hidden) } },
    })),
  settings: {
    ...SETTINGS,
    "stand-ins": "V/s vertices and E/s edges, so that the average degree is the original's",
  },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "spmm_time", label: "products with the adjacency", unit: "ms", better: "lower" },
    { id: "dense_time", label: "products with weights", unit: "ms", better: "lower" },
    { id: "spmm_over_dense", label: "sparse products' time over dense ones'", unit: "x", better: "neither" },
    { id: "average_degree", label: "entries a row", unit: "edges/vertex", better: "neither" },
    { id: "hidden_width", label: "hidden units", unit: "units", better: "neither" },
  ],
  plots: [{ metric: "spmm_over_dense", x: "workload" }],
  notes: [
    "Each layer multiplies in the order that aggregates fewer columns, which makes the sparse part small beside the dense one.",
  ],
  publishedAs: () => undefined,
  claims: [{ claimId: "hetu-gnn.q.spmm-dominates", decide: dominates }],
};
