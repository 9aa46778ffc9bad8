/**
 * The claims of distgnn-mb that rest on Figures 3 and 4: how epochs on Papers100M and their parts scale with
 * ranks, under every network.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { changedMetric, underChanges } from "../../claims/model_changes.ts";
import type { Cited, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { PremiseCondition } from "../../premises/condition.ts";
import type { ClaimRule } from "../../suite.ts";
import { ranksThatRun } from "../rank_premise.ts";
import { rankWorkloadId } from "../rank_workloads.ts";
import { PAPERS } from "../scaled_graphs.ts";
import { type NetworkModel, NETWORKS } from "./modelled_epochs.ts";
import { GAT, GRAPHSAGE, type ModelContender } from "./scaling.ts";
import { realBatches } from "../batch_premises.ts";

const FEWEST = 4, MOST = 64, RANKS = [FEWEST, 8, 16, 32, MOST];

/** "Perfectly linear" is an efficiency of 100 %, to within 1.2 times. */
export const LINEAR = { wanted: 100, margin: 1.2 };

const at = (ranks: number, { id: contender }: ModelContender = GRAPHSAGE) => ({
  workload: rankWorkloadId(PAPERS, ranks),
  contender,
});

/** Every rank runs, and mini-batches are real. */
function realRanks(
  models: readonly ModelContender[],
  counts: readonly number[],
): readonly PremiseCondition[] {
  const cells = models.flatMap((model) => counts.map((ranks) => ({ ...at(ranks, model), ranks })));
  return [...realBatches(cells), ranksThatRun(cells)];
}

/** One modelled number of an epoch is less than another, under every network. */
function less(evidence: SuiteEvidence, small: Cited, large: Cited): ClaimPart {
  const under = (
    [cell, metric]: Cited,
    network: NetworkModel,
  ): Cited => [cell, changedMetric(metric, network)];
  return underChanges(NETWORKS, (network) => evidence.less(under(small, network), under(large, network)));
}

/** Each doubling of ranks with the one before it. */
function doublings(ask: (few: number, many: number) => ClaimPart): ClaimPart[] {
  return RANKS.slice(1).map((many, i) => ask(RANKS[i], many));
}

/** `efficiency(MBC) ~ efficiency(BWD) ~ 100% > efficiency(ARed) > efficiency(FWD)`. */
function componentScaling(evidence: SuiteEvidence): ClaimPart[] {
  const [mbc, fwd, bwd, ared] = ["mbc", "fwd", "bwd", "ared"].map((component): Cited => [
    at(MOST),
    `${component}_efficiency`,
  ]);
  const linear = ([cell, metric]: Cited) =>
    underChanges(NETWORKS, (network) => evidence.near(cell, changedMetric(metric, network), LINEAR));
  return [
    linear(mbc),
    linear(bwd),
    less(evidence, ared, mbc),
    less(evidence, ared, bwd),
    less(evidence, fwd, ared),
  ];
}

/** The share of pre- and post-processing in FWD is larger on more ranks. */
function processingGrows(evidence: SuiteEvidence): ClaimPart[] {
  return doublings((few, many) =>
    underChanges(
      NETWORKS,
      (network) => evidence.faster(at(few), at(many), changedMetric("processing_share", network)),
    )
  );
}

/** The Map of an iteration takes longer with more ranks. */
function mapAddsUp(evidence: SuiteEvidence): ClaimPart[] {
  return doublings((few, many) => evidence.less([at(few), "map_time"], [at(many), "map_time"]));
}

/** `scaling_efficiency(GAT, 64 ranks) > 100% > scaling_efficiency(GraphSAGE, 64 ranks)`. */
function superLinear(evidence: SuiteEvidence): ClaimPart[] {
  return ([[GAT, "above"], [GRAPHSAGE, "below"]] as const).map(([model, side]) =>
    underChanges(
      NETWORKS,
      (network) =>
        evidence.bounded(at(MOST, model), changedMetric("efficiency", network), { side, bound: 100 }),
    )
  );
}

/** `efficiency(FWD,GAT) > efficiency(FWD,GraphSAGE)`, and of ARed. */
function scalesBetter(evidence: SuiteEvidence): ClaimPart[] {
  return ["fwd_efficiency", "ared_efficiency"].map((metric) =>
    less(evidence, [at(MOST, GRAPHSAGE), metric], [at(MOST, GAT), metric])
  );
}

/** `BWD_time > FWD_time at 4 ranks; FWD_time > BWD_time at 64 ranks`. */
function dominance(evidence: SuiteEvidence): ClaimPart[] {
  const few = at(FEWEST, GAT), many = at(MOST, GAT);
  return [
    less(evidence, [few, "fwd_time"], [few, "bwd_time"]),
    less(evidence, [many, "bwd_time"], [many, "fwd_time"]),
  ];
}

const GRAPHSAGE_RANKS = realRanks([GRAPHSAGE], RANKS),
  BOTH_RANKS = realRanks([GAT, GRAPHSAGE], [FEWEST, MOST]);
const GRAPHSAGE_BATCHES = realBatches(RANKS.map((ranks) => at(ranks)));

/** Rules of all claims on Figure 3. */
export const FIGURE_3_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "distgnn-mb.q.epoch-falls",
    premise: GRAPHSAGE_RANKS,
    decide: (evidence) =>
      doublings((few, many) => less(evidence, [at(many), "epoch_time"], [at(few), "epoch_time"])),
  },
  { claimId: "distgnn-mb.q.component-scaling", premise: GRAPHSAGE_RANKS, decide: componentScaling },
  { claimId: "distgnn-mb.q.processing-grows", premise: GRAPHSAGE_BATCHES, decide: processingGrows },
  { claimId: "distgnn-mb.q.map-constant", premise: GRAPHSAGE_BATCHES, decide: mapAddsUp },
];

/** Rules of all claims on Figure 4. */
export const FIGURE_4_CLAIMS: readonly ClaimRule[] = [
  { claimId: "distgnn-mb.q.gat-superlinear", premise: BOTH_RANKS, decide: superLinear },
  { claimId: "distgnn-mb.q.gat-better", premise: BOTH_RANKS, decide: scalesBetter },
  { claimId: "distgnn-mb.q.gat-dominance", premise: BOTH_RANKS, decide: dominance },
];
