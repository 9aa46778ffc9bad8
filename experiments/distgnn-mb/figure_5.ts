/**
 * distgnn-mb Figure 5: epochs of GraphSAGE with pushed embeddings against epochs with DistDGL's sampling across ranks.
 *
 * @module
 */
import { changedMetric, underChanges } from "../claims/model_changes.ts";
import type { Fact } from "../metrics.ts";
import { DISTDGL_SAMPLERS, epochMs, modelledEpochs, NETWORKS } from "./modelled_epochs.ts";
import { comparedRanks } from "./rank_counts.ts";
import { rankEpochs } from "./rank_epochs.ts";
import { FANOUTS, PAPER_NAMES, PAPERS, rankWorkloadId, rankWorkloads } from "./scaled_graphs.ts";
import { EPOCH_METRICS, epochFacts, lessByRounds, SCALING_NOTES } from "./scaling.ts";
import type { TextContender, TextSuite } from "../text_suite.ts";

const RANKS = [8, 16, 32, 64];

const AEP: TextContender = { id: "aep", label: "DistGNN-MB", factors: { policy: "aep" } };
const DISTDGL: TextContender = { id: "policy:distdgl", label: "DistDGL", factors: { policy: "distdgl" } };

/** The suite. */
export const figure5: TextSuite = {
  id: "distgnn-mb/figure-5",
  paper: "distgnn-mb",
  artifact: "Figure 5",
  title: "Against DistDGL",
  question: "Is an epoch with historical embeddings shorter than one that fetches all remote features?",
  contenders: [AEP, DISTDGL],
  baseline: DISTDGL.id,
  workloads: (profile) => rankWorkloads(profile, PAPERS, comparedRanks(profile)),
  settings: {
    "model": "GraphSAGE",
    "fan-outs": `[${FANOUTS.join(", ")}], from the input on`,
    "DistDGL": `${DISTDGL_SAMPLERS} samplers, 1 trainer, 1 server a rank`,
    "network": "HDR InfiniBand, modelled",
  },
  measurement: {
    kind: "counted",
    count: async (lab, dataset, workload, { id }): Promise<Fact[]> => {
      const setting = { workload, model: "GraphSAGE" } as const;
      const policy = id === AEP.id ? "aep" : "distdgl";
      const facts = await epochFacts(lab, dataset, { ...setting, policy });
      if (policy === "distdgl") return facts;
      const [{ link }] = NETWORKS;
      const own = modelledEpochs(await rankEpochs(lab, dataset, { ...setting, policy }), { policy, link });
      const theirs = modelledEpochs(
        await rankEpochs(lab, dataset, { ...setting, policy: "distdgl" }),
        { policy: "distdgl", link },
      );
      return [...facts, {
        metric: "epoch_speedup",
        unit: "x",
        value: own.map((parts, round) => epochMs(theirs[round]) / epochMs(parts)),
        source: "modelled",
      }];
    },
  },
  metrics: [
    ...EPOCH_METRICS,
    { id: "epoch_speedup", label: "speed-up over DistDGL", unit: "x", better: "higher" },
  ],
  plots: [{ metric: "epoch_time", x: "ranks" }, { metric: "epoch_speedup", x: "ranks" }],
  notes: [
    ...SCALING_NOTES,
    "DistDGL is a policy of this project: neighbours are sampled across ranks, nothing is dropped, and all features of other ranks' " +
    "vertices are fetched before anything is computed.",
    "It is treated well: two samplers work ahead on cores that cost nothing, and finding the owners of what is asked for is not counted.",
    "Kernels of this device are slow beside the modelled network, so that fetching features is a small part of DistDGL's epoch: what " +
    "decides here is the work on edges that DistGNN-MB drops against its own sampling, Map and caches.",
  ],
  publishedAs: ({ id }, contender, metric) =>
    contender.id === AEP.id && id === rankWorkloadId(PAPERS, 64) && metric === "epoch_speedup"
      ? {
        ...{ metric, dataset: PAPER_NAMES[PAPERS], model: "GraphSAGE", system: "DistGNN-MB vs DistDGL" },
        config: { ranks: "64" },
      }
      : undefined,
  claims: [{
    claimId: "distgnn-mb.q.beats-distdgl",
    decide: (evidence) =>
      RANKS.map((ranks) => {
        const workload = rankWorkloadId(PAPERS, ranks);
        const both = [{ workload, contender: AEP.id }, { workload, contender: DISTDGL.id }] as const;
        return underChanges(NETWORKS, (network) =>
          lessByRounds(evidence, both, changedMetric("epoch_time", network)));
      }),
  }],
};
