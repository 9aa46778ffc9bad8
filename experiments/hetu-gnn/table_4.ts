/**
 * hetu-gnn Table 4: the time of an epoch by five systems on one device.
 *
 * @module
 */
import type { ClaimPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import { TRAINING_PEERS } from "../peers/peers.ts";
import {
  EPOCH_METRICS,
  epochTrial,
  type EpochVariant,
  GRAPHS,
  graphWorkloads,
  NOTES,
  peerTrial,
  PHASE_PLOT,
  SETTINGS,
} from "./epochs.ts";
import type { TextContender, TextSuite } from "../text_suite.ts";

interface OwnContender extends TextContender {
  readonly variant: EpochVariant;
  /** The columns of the paper's table, where it is one of them. */
  readonly column?: Readonly<Record<string, string>>;
}

const OWN: readonly OwnContender[] = [
  {
    id: "policy:pytorch",
    label: "policy of PyTorch",
    variant: { ordering: "natural", kernel: "row-split-scalar", order: "transform-first" },
  },
  {
    id: "policy:dgl",
    label: "policy of DGL",
    variant: { ordering: "natural", kernel: "row-split", order: "transform-first" },
  },
  {
    id: "base",
    label: "baseline",
    variant: { ordering: "natural", kernel: "row-split" },
    column: { opt: "baseline" },
  },
  {
    id: "reorder",
    label: "METIS order",
    variant: { ordering: "metis", kernel: "row-split" },
    column: { opt: "reorder" },
  },
  {
    id: "reorder-bs",
    label: "METIS order, block sparse",
    variant: { ordering: "metis", kernel: "block-sparse" },
    column: { opt: "reorder+block-sparse" },
  },
];

/** PyTorch with the transpose kept is beside our kernels in the training ladder; the paper's is plain. */
const PEERS = TRAINING_PEERS.filter(({ id }) => id !== "torch");
/** The peers whose column the paper prints: plain PyTorch as its documentation has it, and DGL. */
const PRINTED_PEERS: Readonly<Record<string, string>> = { "torch-autograd": "PyTorch", "dgl": "DGL" };

/** `pytorch > base > dgl > reorder > reorder-bs`, on every graph; about the named systems themselves. */
function order(evidence: SuiteEvidence): ClaimPart[] {
  const slowestFirst = ["peer:torch-autograd", "base", "peer:dgl", "reorder", "reorder-bs"];
  return Object.keys(GRAPHS).flatMap((workload) =>
    slowestFirst.slice(1).map((contender, i) =>
      evidence.faster({ workload, contender }, { workload, contender: slowestFirst[i] })
    )
  );
}

/** The suite. */
export const table4: TextSuite = {
  id: "hetu-gnn/table-4",
  paper: "hetu-gnn",
  artifact: "Table 4",
  title: "Epoch time of five systems on one device",
  question:
    "How much faster is an epoch with reordering and the tile-adaptive kernel than with other systems?",
  contenders: [
    ...OWN.map(({ id, label, variant: { ordering, kernel } }) => ({
      ...{ id, label },
      factors: { reorder: ordering === "natural" ? "none" : ordering, kernel },
    })),
    ...PEERS.map(({ id, label }) => ({
      ...{ id: `peer:${id}`, label },
      factors: { peer: id },
      runtime: "python" as const,
    })),
  ],
  baseline: "base",
  workloads: (profile) => graphWorkloads(profile),
  settings: SETTINGS,
  measurement: {
    kind: "timed",
    decides: true,
    trial: (lab, dataset, workload, { id, factors }) => {
      const own = OWN.find((contender) => contender.id === id);
      return own
        ? epochTrial(lab, dataset, workload, own.variant)
        : peerTrial(lab, dataset, workload, factors!.peer);
    },
  },
  metrics: [
    { id: "time", label: "epoch time", unit: "ms", better: "lower" },
    { id: "speedup", label: "speed-up", unit: "x", better: "higher" },
    ...EPOCH_METRICS,
    { id: "dense_nnz_share", label: "share in dense tiles", unit: "1", better: "neither" },
  ],
  plots: [{ metric: "speedup", x: "workload", facet: "dataset" }, PHASE_PLOT],
  notes: [
    ...NOTES,
    "Policy of PyTorch: the products in the order in which the formula is written, and a sparse kernel without vectors. " +
    "Policy of DGL: the same order and the best kernel that takes the matrix as it is. Neither is the system: the peers are.",
    "The peers train from the same weights; their first five losses must be ours to 1e-3.",
  ],
  publishedAs: ({ id, model }, contender, metric) => {
    if (metric !== "time") return undefined;
    const { name, hidden } = GRAPHS[id];
    const shared = { metric: "epoch_time", dataset: name, model: model! };
    const config = { layers: "2", hidden: String(hidden) };
    const peer = PRINTED_PEERS[contender.factors?.peer ?? ""];
    if (peer) return { ...shared, system: peer, config };
    const column = OWN.find((own) => own.id === contender.id)?.column;
    return column && { ...shared, system: "Hetu-GNN", config: { ...config, ...column } };
  },
  claims: [{ claimId: "hetu-gnn.q.order", decide: order }],
};
