/**
 * distgnn-mb Figures 3, 4 and 5 and the load imbalance of Section 4.4 on as many real ranks as there are.
 *
 * @module
 */
import {
  type RankComponents,
  rankComponents,
  type RankIteration,
} from "../../../distributed/training/mod.ts";
import { mean } from "../../../platform/statistics/mod.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import { timedRanks } from "../../trials/ranks/timed_ranks.ts";
import { busyMs, elapsedMs, layerBytes } from "../overlap/iteration_times.ts";
import type { ModelId } from "../rank_models.ts";
import type { RankSetting } from "../ranks/rank_training.ts";
import { FANOUTS, type GraphId, PRODUCTS, SCALE_NOTES, scaledGraph } from "../scaled_graphs.ts";
import { type EpochsByRanks, RANK_COUNTS, type RealEpochs, realEpochs, tooFewRanks } from "./real_epochs.ts";

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

const METRICS = {
  epoch_time: { label: "epoch, slowest rank", unit: "ms", better: "lower" },
  mbc_time: { label: "MBC: mini-batch creation", unit: "ms", better: "lower" },
  fwd_time: { label: "FWD: forward, with remote aggregation", unit: "ms", better: "lower" },
  bwd_time: { label: "BWD: backward", unit: "ms", better: "lower" },
  ared_time: { label: "ARed: all-reduce, with waiting for the slowest rank", unit: "ms", better: "lower" },
  wait_time: { label: "waiting for messages in FWD", unit: "ms", better: "lower" },
  rank_speedup: { label: "speed-up over one rank", unit: "x", better: "higher" },
  epoch_speedup: { label: "speed-up over DistDGL's sampling", unit: "x", better: "higher" },
  load_imbalance: { label: "slowest rank over the mean, less 1", unit: "%", better: "lower" },
  sent_bytes: { label: "sent by all ranks in an epoch, without gradients", unit: "bytes", better: "lower" },
  epoch_iterations: { label: "iterations of an epoch", unit: "minibatches" },
} as const satisfies Metrics;

type Outcome = JointOutcome<typeof METRICS>;

/** Milliseconds of an epoch's part on a mean rank, or on the slowest, by round. */
function epochMs(
  { rounds, epochLength }: RealEpochs,
  part: (record: RankIteration) => number,
  over: (ranks: readonly number[]) => number = mean,
): number[] {
  return rounds.map((round) => epochLength * over(round.map(({ record }) => part(record))));
}

const slowest = (ranks: readonly number[]) => Math.max(...ranks);
const wholeEpochs = (epochs: RealEpochs) => epochMs(epochs, elapsedMs, slowest);

/** Bytes of pushes, or of requests and replies for neighbours and features. */
function sentBytes(record: RankIteration): number {
  return layerBytes(record) + record.sampling.sentBytes;
}

/** Ratios of epochs in the rounds that both have. */
function speedup(own: RealEpochs, over: RealEpochs): number[] {
  const theirs = new Map(over.places.map((place, i) => [place, wholeEpochs(over)[i]]));
  return wholeEpochs(own).flatMap((ms, i) => {
    const other = theirs.get(own.places[i]);
    return other === undefined ? [] : [other / ms];
  });
}

function outcomeOf(
  byPolicy: ReadonlyMap<RankSetting["policy"], EpochsByRanks>,
  ranks: number,
  { policy }: RealContender,
): Outcome {
  const epochs = byPolicy.get(policy)!.get(ranks)!, { check, epochLength, rounds, ranOn } = epochs;
  if (rounds.length === 0) return { times: {}, facts: { epoch_iterations: epochLength }, ranOn };
  const shared = { check, timer: "wall", ranks } as const;
  const component = (of: (components: RankComponents) => number) => ({
    ms: epochMs(epochs, (record) => of(rankComponents(record))),
    ...shared,
  });
  const distdgl = policy === "aep" ? byPolicy.get("distdgl")?.get(ranks) : undefined;
  const single = ranks > 1 ? byPolicy.get(policy)!.get(1)! : undefined;
  const ratios = (metric: "rank_speedup" | "epoch_speedup", over: RealEpochs) => {
    const value = speedup(epochs, over);
    return value.length > 0 ? { [metric]: { value, ranks } } : {};
  };
  return {
    ranOn,
    times: {
      epoch_time: { ms: wholeEpochs(epochs), ...shared },
      mbc_time: component(({ miniBatchCreationMs }) => miniBatchCreationMs),
      fwd_time: component(({ forwardMs }) => forwardMs),
      bwd_time: component(({ backwardMs }) => backwardMs),
      ared_time: component(({ allReduceMs }) => allReduceMs),
      wait_time: component(({ waitMs }) => waitMs),
    },
    facts: {
      epoch_iterations: { value: epochLength, ranks },
      sent_bytes: {
        value: rounds.map((round) =>
          epochLength * round.reduce((sum, { record }) => sum + sentBytes(record), 0)
        ),
        ranks,
      },
      load_imbalance: {
        value: rounds.map((round) => {
          const busy = round.map(({ record }) => busyMs(record));
          return 100 * (slowest(busy) / mean(busy) - 1);
        }),
        ranks,
      },
      ...(single && ratios("rank_speedup", single)),
      ...(distdgl && ratios("epoch_speedup", distdgl)),
    },
  };
}

/** distgnn-mb Figures 3 to 5 on real ranks. */
export const figures3To5: Suite<RealWorkload, RealContender, typeof METRICS> = {
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
    "fan-outs": `[${FANOUTS.join(", ")}], from the input on`,
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
        (contender) => outcomeOf(models.get(contender.model)!, ranks, contender),
      );
    },
  },
  metrics: METRICS,
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
