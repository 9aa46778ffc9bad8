/**
 * distgnn-mb Figure 5: epochs of GraphSAGE with pushed embeddings against epochs with DistDGL's sampling
 * across ranks.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { changedMetric, underChanges } from "../../claims/model_changes.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { jointCounts } from "../../trials/joint_counts.ts";
import { EPOCH_METRICS, epochFacts } from "./epoch_facts.ts";
import { DISTDGL_SAMPLERS, epochMs, modelledEpochs, NETWORKS } from "./modelled_epochs.ts";
import { epochsInTurns } from "./epochs_in_turns.ts";
import type { RankSetting } from "./rank_training.ts";
import { ranksThatRun } from "../rank_premise.ts";
import { comparedRanks, type RankWorkload, rankWorkloadId, rankWorkloads } from "../rank_workloads.ts";
import { FANOUT_TEXT, paperName, PAPERS } from "../scaled_graphs.ts";
import { SCALING_NOTES } from "./scaling.ts";
import { realBatches } from "../batch_premises.ts";

const RANKS = [8, 16, 32, 64];

interface PolicyContender extends Contender {
  readonly policy: RankSetting["policy"];
}

const AEP: PolicyContender = { id: "aep", label: "DistGNN-MB", policy: "aep", factors: { policy: "aep" } };
const DISTDGL: PolicyContender = {
  id: "policy:distdgl",
  label: "policy of DistDGL",
  policy: "distdgl",
  factors: { policy: "distdgl" },
};

const CELLS = RANKS.flatMap((ranks) =>
  [AEP, DISTDGL].map(({ id }) => ({ workload: rankWorkloadId(PAPERS, ranks), contender: id, ranks }))
);

const METRICS = {
  ...EPOCH_METRICS,
  epoch_speedup: { label: "speed-up over the policy of DistDGL", unit: "x", better: "higher" },
} as const satisfies Metrics;

async function policyFacts(
  lab: Lab,
  dataset: LoadedDataset,
  { workload, policy }: { readonly workload: RankWorkload; readonly policy: RankSetting["policy"] },
): Promise<Facts<typeof METRICS>> {
  const [{ link }] = NETWORKS;
  const modelled = async (policy: RankSetting["policy"]) => {
    const epochs = await epochsInTurns(lab, dataset, { workload, model: "GraphSAGE", policy });
    return modelledEpochs(epochs, { policy, link }).map(epochMs);
  };
  const facts = await epochFacts(lab, dataset, { workload, model: "GraphSAGE", policy });
  if (policy === "distdgl") return facts;
  const own = await modelled("aep"), theirs = await modelled("distdgl");
  const value = own.map((ms, round) => theirs[round] / ms);
  return { ...facts, epoch_speedup: { value, source: "modelled" } };
}

/** distgnn-mb Figure 5: epochs with pushed embeddings, and with DistDGL's sampling across ranks. */
export const figure5: Suite<RankWorkload, PolicyContender, typeof METRICS> = {
  id: "distgnn-mb/figure-5",
  artifact: "Figure 5",
  title: "Against DistDGL",
  sharesRounds: true,
  decidesFrom: "paper",
  question: "Is an epoch with historical embeddings shorter than one that fetches all remote features?",
  contenders: [AEP, DISTDGL],
  baseline: DISTDGL.id,
  workloads: (profile) => rankWorkloads(profile, PAPERS, comparedRanks(profile)),
  settings: {
    "model": "GraphSAGE",
    "fan-outs": FANOUT_TEXT,
    "DistDGL": `${DISTDGL_SAMPLERS} samplers, 1 trainer, 1 server a rank`,
    "network": "HDR InfiniBand, modelled",
  },
  measurement: {
    kind: "joint",
    measure: jointCounts((lab, dataset, workload, { policy }) =>
      policyFacts(lab, dataset, { workload, policy })
    ),
  },
  metrics: METRICS,
  plots: [{ metric: "epoch_time", x: "ranks" }, { metric: "epoch_speedup", x: "ranks" }],
  notes: [
    ...SCALING_NOTES,
    "DistDGL is a policy of this project: neighbours are sampled across ranks, nothing is dropped, and all " +
    "features of other ranks' vertices are fetched before anything is computed.",
    "The model favours DistDGL: two samplers work ahead on cores that cost nothing, and finding the owners " +
    "of the requested vertices is not counted.",
    "Kernels of this device are slow beside the modelled network, so that fetching features is a small " +
    "part of DistDGL's epoch: what decides here is the work on edges that DistGNN-MB drops against its " +
    "own sampling, Map and caches.",
  ],
  publishedAs: ({ id }, contender, metric) =>
    contender.id === AEP.id && id === rankWorkloadId(PAPERS, 64) && metric === "epoch_speedup"
      ? {
        metric,
        dataset: paperName(PAPERS),
        model: "GraphSAGE",
        system: "DistGNN-MB vs DistDGL",
        config: { ranks: "64" },
      }
      : undefined,
  claims: [{
    claimId: "distgnn-mb.q.beats-distdgl",
    premise: [...realBatches(CELLS), ranksThatRun(CELLS)],
    decide: (evidence) =>
      RANKS.map((ranks) => {
        const workload = rankWorkloadId(PAPERS, ranks);
        const both = [{ workload, contender: AEP.id }, { workload, contender: DISTDGL.id }] as const;
        return underChanges(NETWORKS, (network) =>
          evidence.faster(...both, changedMetric("epoch_time", network)));
      }),
  }],
};
