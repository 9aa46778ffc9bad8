/**
 * distgnn-mb Figure 3: how epochs of GraphSAGE and their parts scale with ranks.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { changedMetric, underChanges } from "../../claims/model_changes.ts";
import type { Cited, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { SCALING_METRICS, scalingFacts } from "./epoch_facts.ts";
import { mapTimes } from "./map_times.ts";
import { type Network, NETWORKS } from "./modelled_epochs.ts";
import { ranksThatRun, realBatches } from "../rank_premises.ts";
import { type RankWorkload, rankWorkloadId } from "../rank_workloads.ts";
import { FANOUTS, PAPERS } from "../scaled_graphs.ts";
import { GRAPHSAGE, type ModelContender, SCALING_NOTES, scalingKey, scalingWorkloads } from "./scaling.ts";

const RANKS = [4, 8, 16, 32, 64];
/** "Perfectly linear" is an efficiency of 100 %, to within 1.2 times. */
const LINEAR = { wanted: 100, margin: 1.2 };

const at = (ranks: number) => ({ workload: rankWorkloadId(PAPERS, ranks), contender: GRAPHSAGE.id });

const REAL_BATCHES = realBatches(RANKS.map(at));
const REAL_RANKS = [
  ...REAL_BATCHES,
  ranksThatRun(RANKS.map((ranks) => ({ ...at(ranks), ranks }))),
];

const on = (ranks: number, metric: string): Cited => [at(ranks), metric];

/** Each doubling with the one before it. */
function doublings(ask: (few: number, many: number) => ClaimPart): ClaimPart[] {
  return RANKS.slice(1).map((many, i) => ask(RANKS[i], many));
}

/** `efficiency(MBC) ~ efficiency(BWD) ~ 100% > efficiency(ARed) > efficiency(FWD)`. */
function componentScaling(evidence: SuiteEvidence): ClaimPart[] {
  const most = RANKS.at(-1)!;
  const of = (component: "mbc" | "fwd" | "bwd" | "ared", network: Network) =>
    on(most, changedMetric(`${component}_efficiency`, network));
  return [
    underChanges(NETWORKS, (network) => evidence.near(...of("mbc", network), LINEAR)),
    underChanges(NETWORKS, (network) => evidence.near(...of("bwd", network), LINEAR)),
    underChanges(NETWORKS, (network) => evidence.less(of("ared", network), of("mbc", network))),
    underChanges(NETWORKS, (network) => evidence.less(of("ared", network), of("bwd", network))),
    underChanges(NETWORKS, (network) => evidence.less(of("fwd", network), of("ared", network))),
  ];
}

/** The Map of an iteration takes longer with more ranks. */
function mapAddsUp(evidence: SuiteEvidence): ClaimPart[] {
  return doublings((few, many) => evidence.less(on(few, "map_time"), on(many, "map_time")));
}

const METRICS = {
  ...SCALING_METRICS,
  map_time: { label: "Map of an iteration, by itself", unit: "ms", better: "lower" },
  map_time_per_rank: { label: "Map for one remote rank", unit: "us", better: "lower" },
  map_look_ups: { label: "vertices looked up, all remote ranks together", unit: "vertices", better: "lower" },
} as const satisfies Metrics;

/** distgnn-mb Figure 3: epochs of GraphSAGE and their parts by number of ranks. */
export const figure3: Suite<RankWorkload, ModelContender, typeof METRICS> = {
  id: "distgnn-mb/figure-3",
  artifact: "Figure 3",
  title: "Scaling of GraphSAGE",
  decidesFrom: "paper",
  question: "How do the parts of an epoch of GraphSAGE scale with ranks?",
  contenders: [GRAPHSAGE],
  baseline: GRAPHSAGE.id,
  workloads: scalingWorkloads,
  settings: {
    "fan-outs": `[${FANOUTS.join(", ")}], from the input on`,
    "cache": "nc = 2 mini-batches, cs = 1000, ls = 2, d = 1",
    "network": "HDR InfiniBand, modelled",
  },
  measurement: {
    kind: "joint",
    measure: async (lab, dataset, workload) => {
      const facts = await scalingFacts(lab, dataset, { workload, model: "GraphSAGE", policy: "aep" });
      const { lookUps, iteration, remoteRank } = await mapTimes(lab, dataset, workload);
      return () => ({
        times: { map_time: iteration, map_time_per_rank: remoteRank },
        facts: { ...facts, map_look_ups: lookUps },
      });
    },
  },
  metrics: METRICS,
  plots: [
    { metric: "epoch_time", x: "ranks", facet: "dataset" },
    { metric: "fwd_time", x: "ranks", facet: "dataset" },
    { metric: "efficiency", x: "ranks", facet: "dataset" },
    { metric: "map_time", x: "ranks", facet: "dataset" },
  ],
  notes: [
    ...SCALING_NOTES,
    "The Map goes over the solid vertices of a mini-batch once for each remote rank, as printed. A " +
    "mini-batch has fewer of them on more ranks, as halo vertices are leaves: the time of a remote rank is " +
    "constant only as far as they are.",
    `"Perfectly linear" is within ${LINEAR.margin} times of ${LINEAR.wanted} %, by two one-sided tests.`,
  ],
  publishedAs: scalingKey,
  claims: [
    {
      claimId: "distgnn-mb.q.epoch-falls",
      premise: REAL_RANKS,
      decide: (evidence) =>
        doublings((few, many) =>
          underChanges(
            NETWORKS,
            (network) => {
              const metric = changedMetric("epoch_time", network);
              return evidence.less(on(many, metric), on(few, metric));
            },
          )
        ),
    },
    { claimId: "distgnn-mb.q.component-scaling", premise: REAL_RANKS, decide: componentScaling },
    {
      claimId: "distgnn-mb.q.processing-grows",
      premise: REAL_BATCHES,
      decide: (evidence) =>
        doublings((few, many) =>
          underChanges(
            NETWORKS,
            (network) => evidence.faster(at(few), at(many), changedMetric("processing_share", network)),
          )
        ),
    },
    { claimId: "distgnn-mb.q.map-constant", premise: REAL_BATCHES, decide: mapAddsUp },
  ],
};
