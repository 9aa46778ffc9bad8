/**
 * distgnn-mb Figures 3, 4 and 5 and the load imbalance of Section 4.4 on as many real ranks as there are.
 *
 * @module
 */
import type { Contender, Workload } from "../../cell.ts";
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import { timedRanks } from "../../trials/ranks/timed_ranks.ts";
import type { ModelId } from "../rank_models.ts";
import type { RankSetting } from "../ranks/rank_training.ts";
import { FANOUT_TEXT, type GraphId, PRODUCTS, SCALE_NOTES, scaledGraph } from "../scaled_graphs.ts";
import { REAL_EPOCH_METRICS, realEpochOutcome } from "./real_epoch_outcome.ts";
import { type EpochsByRanks, RANK_COUNTS, realEpochs, tooFewRanks } from "./real_epochs.ts";

/** A model and a policy of real ranks. */
interface RealContender extends Contender {
  readonly model: ModelId;
  readonly policy: RankSetting["policy"];
}

const GRAPHSAGE: RealContender = {
  id: "graphsage",
  label: "GraphSAGE",
  model: "GraphSAGE",
  policy: "aep",
  factors: { policy: "aep" },
};

const CONTENDERS: readonly RealContender[] = [
  GRAPHSAGE,
  { id: "gat", label: "GAT", model: "GAT", policy: "aep", factors: { policy: "aep" } },
  {
    id: "policy:distdgl",
    label: "GraphSAGE by DistDGL's sampling",
    model: "GraphSAGE",
    policy: "distdgl",
    factors: { policy: "distdgl" },
  },
];

/** Policies that a model trains by: DistDGL's is compared for GraphSAGE, as in Figure 5. */
const POLICIES: Readonly<Record<ModelId, readonly RankSetting["policy"][]>> = {
  GraphSAGE: ["aep", "distdgl"],
  GAT: ["aep"],
};

/** A number of real ranks. */
interface RealWorkload extends Workload {
  readonly factors: { readonly graph: GraphId; readonly ranks: number };
}

/** distgnn-mb Figures 3 to 5 on real ranks. */
export const figures3To5: Suite<RealWorkload, RealContender, typeof REAL_EPOCH_METRICS> = {
  id: "distgnn-mb/figures-3-to-5-real-ranks",
  artifact: "Figure 3",
  title: "Scaling on real ranks",
  question: "How do epochs scale with ranks that have a core each and exchange real messages?",
  contenders: CONTENDERS,
  baseline: GRAPHSAGE.id,
  workloads: (profile) =>
    RANK_COUNTS.map((ranks) => ({
      id: `${PRODUCTS}:real-r${ranks}`,
      dataset: scaledGraph(profile, PRODUCTS).dataset,
      factors: { graph: PRODUCTS, ranks },
    })),
  settings: {
    "ranks": "1, 2, 4 and 8, as far as --ranks says and as they have a core each, on its engine",
    "fan-outs": FANOUT_TEXT,
    "cache": "nc = 2 mini-batches, cs = 1000, ls = 2, d = 1",
    "network": "this machine's",
  },
  measurement: {
    kind: "joint",
    measure: async (lab, dataset, { factors: { ranks } }, contenders) => {
      const { ranks: most } = timedRanks(lab);
      if (ranks > most) throw tooFewRanks(ranks, most);
      const models = new Map<ModelId, ReadonlyMap<RankSetting["policy"], EpochsByRanks>>();
      for (const model of new Set(contenders.map((contender) => contender.model))) {
        models.set(model, await lab.once(realEpochs, dataset, { model, policies: POLICIES[model] }));
      }
      return byContender(
        contenders,
        ({ model, policy }) => realEpochOutcome(models.get(model)!, ranks, policy),
      );
    },
  },
  metrics: REAL_EPOCH_METRICS,
  plots: [{ metric: "epoch_time", x: "ranks" }, { metric: "rank_speedup", x: "ranks" }],
  notes: [
    ...SCALE_NOTES,
    "Ranks are workers or processes with a core or more each; nothing is modelled. Numbers of ranks that this " +
    "machine has no cores for are those of Figures 3 to 5 beside this, of ranks in turns on one device.",
    "All numbers of ranks and policies of a model train in turns; ranks that are too many wait. The second " +
    "iteration of each turn is measured, times the iterations of an epoch; losses are those of the same training " +
    "in one process. Epochs contain the harness's preparing of programs, which their parts leave out.",
    "DistDGL's sampling asks the owners of a layer's vertices for their neighbours, by request and reply in every " +
    "layer, and then for features; MBC has these exchanges in it. DistDGL samples ahead in processes of its own, " +
    "which is not done here. A rank has its own part of the graph alone.",
    "Each rank has a mini-batch of the same size: more ranks take fewer iterations an epoch.",
  ],
  claims: [],
};
