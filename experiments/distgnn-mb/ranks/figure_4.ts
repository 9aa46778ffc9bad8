/**
 * distgnn-mb Figure 4: how epochs of the modified GAT and their parts scale with ranks, beside those of
 * GraphSAGE.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { changedMetric, underChanges } from "../../claims/model_changes.ts";
import type { Cited, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Suite } from "../../suite.ts";
import { jointCounts } from "../../trials/joint_counts.ts";
import { SCALING_METRICS, scalingFacts } from "./epoch_facts.ts";
import { type Network, NETWORKS } from "./modelled_epochs.ts";
import { ranksThatRun, realBatches } from "../rank_premises.ts";
import { type RankWorkload, rankWorkloadId } from "../rank_workloads.ts";
import { FANOUTS, PAPERS } from "../scaled_graphs.ts";
import {
  GAT,
  GRAPHSAGE,
  type ModelContender,
  SCALING_NOTES,
  scalingKey,
  scalingWorkloads,
} from "./scaling.ts";

const FEWEST = 4, MOST = 64;

const on = (ranks: number, contender: string, metric: string): Cited => [
  { workload: rankWorkloadId(PAPERS, ranks), contender },
  metric,
];

const CELLS = [GAT.id, GRAPHSAGE.id].flatMap((contender) =>
  [FEWEST, MOST].map((ranks) => ({ workload: rankWorkloadId(PAPERS, ranks), contender, ranks }))
);
const REAL_RANKS = [...realBatches(CELLS), ranksThatRun(CELLS)];

/** `scaling_efficiency(GAT, 64 ranks) > 100% > scaling_efficiency(GraphSAGE, 64 ranks)`. */
function superLinear(evidence: SuiteEvidence): ClaimPart[] {
  const part = (contender: string, side: "above" | "below") =>
    underChanges(
      NETWORKS,
      (network) =>
        evidence.bounded(...on(MOST, contender, changedMetric("efficiency", network)), { side, bound: 100 }),
    );
  return [part(GAT.id, "above"), part(GRAPHSAGE.id, "below")];
}

/** `efficiency(FWD,GAT) > efficiency(FWD,GraphSAGE)`, and of ARed. */
function scalesBetter(evidence: SuiteEvidence): ClaimPart[] {
  return ["fwd", "ared"].map((component) =>
    underChanges(NETWORKS, (network) => {
      const metric = changedMetric(`${component}_efficiency`, network);
      return evidence.less(on(MOST, GRAPHSAGE.id, metric), on(MOST, GAT.id, metric));
    })
  );
}

/** `BWD_time > FWD_time at 4 ranks; FWD_time > BWD_time at 64 ranks`. */
function dominance(evidence: SuiteEvidence): ClaimPart[] {
  const time = (ranks: number, component: string, network: Network) =>
    on(ranks, GAT.id, changedMetric(`${component}_time`, network));
  return [
    underChanges(
      NETWORKS,
      (network) => evidence.less(time(FEWEST, "fwd", network), time(FEWEST, "bwd", network)),
    ),
    underChanges(
      NETWORKS,
      (network) => evidence.less(time(MOST, "bwd", network), time(MOST, "fwd", network)),
    ),
  ];
}

/** distgnn-mb Figure 4: epochs of GAT and of GraphSAGE by number of ranks. */
export const figure4: Suite<RankWorkload, ModelContender, typeof SCALING_METRICS> = {
  id: "distgnn-mb/figure-4",
  artifact: "Figure 4",
  title: "Scaling of GAT",
  decidesFrom: "paper",
  question: "How do the parts of an epoch of GAT scale with ranks, and better than those of GraphSAGE?",
  contenders: [GAT, GRAPHSAGE],
  baseline: GRAPHSAGE.id,
  workloads: scalingWorkloads,
  settings: {
    "fan-outs": `[${FANOUTS.join(", ")}], from the input on`,
    "heads": "4, and 1 in the last layer",
    "cache": "nc = 2 mini-batches, cs = 1000, ls = 2, d = 1",
    "network": "HDR InfiniBand, modelled",
  },
  measurement: {
    kind: "joint",
    measure: jointCounts((lab, dataset, workload, { model }) =>
      scalingFacts(lab, dataset, { workload, model, policy: "aep" })
    ),
  },
  metrics: SCALING_METRICS,
  plots: [
    { metric: "epoch_time", x: "ranks", facet: "dataset" },
    { metric: "efficiency", x: "ranks", facet: "dataset" },
    { metric: "dropped_edges", x: "ranks", facet: "dataset" },
  ],
  notes: [
    ...SCALING_NOTES,
    "GAT is the paper's: a bias and a ReLU before attention. Edges that misses drop are reported: they " +
    "make the super-linear part, as what is dropped is not computed.",
    "GraphSAGE's numbers are those of Figure 3.",
  ],
  publishedAs: (workload, contender, metric) =>
    contender.id === GAT.id ? scalingKey(workload, contender, metric) : undefined,
  claims: [
    { claimId: "distgnn-mb.q.gat-superlinear", premise: REAL_RANKS, decide: superLinear },
    { claimId: "distgnn-mb.q.gat-better", premise: REAL_RANKS, decide: scalesBetter },
    { claimId: "distgnn-mb.q.gat-dominance", premise: REAL_RANKS, decide: dominance },
  ],
};
