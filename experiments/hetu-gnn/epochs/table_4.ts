/**
 * hetu-gnn Table 4: the time of an epoch by five systems on one device.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { Contender } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Metrics } from "../../metrics.ts";
import { TRAINING_PEERS } from "../../peers/peers.ts";
import type { Suite } from "../../suite.ts";
import {
  EPOCH_METRICS,
  type EpochSource,
  type EpochVariant,
  NOTES,
  PHASE_PLOT,
  SETTINGS,
  sourceTrial,
} from "./epochs.ts";
import { type RegimeRows, withRegime } from "../graph_regime.ts";
import { realIds } from "../orderings/ordering_premises.ts";
import { TILE_REGIME_METRICS, tilePremise, tileRegime } from "./tile_premises.ts";
import { GRAPH_IDS, GRAPHS, type GraphWorkload, graphWorkloads } from "../paper_graphs.ts";

const BASELINE = "base";

const ROWS: RegimeRows = {
  graphs: Object.fromEntries(GRAPH_IDS.map((graph) => [graph, graph])),
  contender: BASELINE,
};

/** The baseline and the frameworks take ids as they come: how far reordering is ahead hangs on those. */
const PREMISE = [...tilePremise(ROWS), realIds(ROWS)];

/** A way to run an epoch. */
interface System extends Contender {
  /** This project's kernels, or a peer. */
  readonly source: EpochSource;
  /** System and optimisations by the columns of the paper's table; absent where it has no such column. */
  readonly published?: { readonly system: string; readonly opt?: string };
}

function own(id: string, label: string, { variant, opt }: {
  readonly variant: EpochVariant;
  readonly opt?: string;
}): System {
  const { ordering, kernel } = variant;
  return {
    id,
    label,
    source: variant,
    factors: { reorder: ordering === "natural" ? "none" : ordering, kernel },
    ...(opt !== undefined && { published: { system: "Hetu-GNN", opt } }),
  };
}

/** Peers whose column the paper prints: plain PyTorch as its documentation has it, and DGL. */
const PRINTED_PEERS: ReadonlyMap<string, string> = new Map([["torch-autograd", "PyTorch"], ["dgl", "DGL"]]);

/** PyTorch with the transpose kept is beside our kernels in the training ladder; the paper's is plain. */
const PEERS = TRAINING_PEERS.filter(({ id }) => id !== "torch").map(({ id: peer, label }): System => {
  const system = PRINTED_PEERS.get(peer);
  return {
    id: `peer:${peer}`,
    label,
    source: { peer },
    factors: { peer },
    runtime: "python",
    ...(system !== undefined && { published: { system } }),
  };
});

const CONTENDERS: readonly System[] = [
  own("policy:pytorch", "policy of PyTorch", {
    variant: { ordering: "natural", kernel: "row-split-scalar", order: "transform-first" },
  }),
  own("policy:dgl", "policy of DGL", {
    variant: { ordering: "natural", kernel: "row-split", order: "transform-first" },
  }),
  own(BASELINE, "baseline", { variant: { ordering: "natural", kernel: "row-split" }, opt: "baseline" }),
  own("reorder", "METIS order", { variant: { ordering: "metis", kernel: "row-split" }, opt: "reorder" }),
  own("reorder-bs", "METIS order, block sparse", {
    variant: { ordering: "metis", kernel: "block-sparse" },
    opt: "reorder+block-sparse",
  }),
  ...PEERS,
];

const METRICS = {
  time: { label: "epoch time", unit: "ms", better: "lower" },
  speedup: { label: "speed-up", unit: "x", better: "higher" },
  ...EPOCH_METRICS,
  ...TILE_REGIME_METRICS,
} as const satisfies Metrics;

/** `pytorch > base > dgl > reorder > reorder-bs`, on every graph; about the named systems themselves. */
function order(evidence: SuiteEvidence): ClaimPart[] {
  const slowestFirst = ["peer:torch-autograd", "base", "peer:dgl", "reorder", "reorder-bs"];
  return GRAPH_IDS.flatMap((workload) =>
    slowestFirst.slice(1).map((contender, i) =>
      evidence.faster({ workload, contender }, { workload, contender: slowestFirst[i] })
    )
  );
}

/** Epoch times by system and graph. */
export const table4: Suite<GraphWorkload, System, typeof METRICS> = {
  id: "hetu-gnn/table-4",
  artifact: "Table 4",
  title: "Epoch time of five systems on one device",
  decidesFrom: "paper",
  question:
    "How much faster is an epoch with reordering and the tile-adaptive kernel than with other systems?",
  contenders: CONTENDERS,
  baseline: BASELINE,
  workloads: (profile) => graphWorkloads(profile),
  settings: SETTINGS,
  measurement: {
    kind: "timed",
    decides: true,
    trial: async (lab, dataset, workload, { id, source }) => {
      const epoch = await sourceTrial(lab, dataset, workload, source), { graph } = workload;
      return id === BASELINE ? withRegime(epoch, () => lab.once(tileRegime, dataset, { graph })) : epoch;
    },
  },
  metrics: METRICS,
  plots: [{ metric: "speedup", x: "workload", facet: "dataset" }, PHASE_PLOT],
  notes: [
    ...NOTES,
    "Policy of PyTorch: the products in the order in which the formula is written, and a sparse kernel " +
    "without vectors. Policy of DGL: the same order and the best kernel that takes the matrix as it is. " +
    "Neither is the system: the peers are.",
    "The peers train from the same weights; their first five losses must be ours to 1e-3.",
  ],
  publishedAs: ({ graph, model }, { published }, metric) => {
    if (metric !== "time" || published === undefined) return undefined;
    const { name, hidden } = GRAPHS[graph], { system, ...opt } = published;
    const config = { layers: "2", hidden: String(hidden), ...opt };
    return { metric: "epoch_time", dataset: name, model, system, config };
  },
  claims: [{ claimId: "hetu-gnn.q.order", premise: PREMISE, decide: order }],
};
