/**
 * distgnn-mb Sections 3.2 and 4.2 on ranks that exchange real messages: replicas stay identical, and a delay
 * hides exchanges.
 *
 * @module
 */
import { rankComponents, type RankIteration } from "../../../distributed/training/mod.ts";
import { medianOf } from "../../../results/row.ts";
import type { Workload } from "../../cell.ts";
import { byChange, changedMetrics } from "../../claims/model_changes.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics, ModelledValue } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { type Delay, type DelayedTraining, delayedTrainings, DELAYS } from "./delayed_trainings.ts";
import { NETWORKS, pushMs } from "../ranks/modelled_epochs.ts";
import { TURN } from "./real_rank_training.ts";
import { type GraphId, PRODUCTS, SCALE_NOTES, scaledGraph } from "../scaled_graphs.ts";
import { GAT, GRAPHSAGE, type ModelContender } from "../ranks/scaling.ts";

const CONTENDERS: readonly ModelContender[] = [GRAPHSAGE, GAT];
const WORKLOADS = DELAYS.map((delay) => `d${delay}`);

/** A delay of pushes. */
interface DelayWorkload extends Workload {
  readonly factors: { readonly graph: GraphId; readonly d: Delay };
}

const METRICS = {
  replicas_apart: { label: "largest difference of a parameter from rank 0's", unit: "1", better: "lower" },
  compared_iterations: {
    label: "iterations after which replicas were compared",
    unit: "minibatches",
    better: "higher",
  },
  iteration_time: { label: "iteration, on a mean rank", unit: "ms", better: "lower" },
  push_over_skew: {
    label: "transfer of an iteration's pushes over what the busiest rank is behind the mean",
    unit: "x",
    shown: false,
  },
  wait_time: { label: "waiting for pushes, an iteration, measured", unit: "ms", better: "lower" },
  ...changedMetrics("exposed_time", {
    label: "communication that nothing hides, an iteration, modelled",
    unit: "ms",
    better: "lower",
  }, NETWORKS),
} as const satisfies Metrics;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Milliseconds that an iteration keeps its rank busy. */
function busyMs(record: RankIteration): number {
  const { miniBatchCreationMs, computeMs, mapMs, packMs, cacheMs, backwardMs } = rankComponents(record);
  return miniBatchCreationMs + computeMs + mapMs + packMs + cacheMs + backwardMs;
}

/** Milliseconds of a whole iteration, without what only this harness does. */
function iterationMs(record: RankIteration): number {
  const { miniBatchCreationMs, forwardMs, backwardMs, allReduceMs } = rankComponents(record);
  return miniBatchCreationMs + forwardMs + backwardMs + allReduceMs;
}

function outcomeOf(
  { ranks, ranOn, rounds, apart, compared, check }: DelayedTraining,
  delay: Delay,
): JointOutcome<typeof METRICS> {
  const counts = {
    replicas_apart: { value: apart, ranks },
    compared_iterations: { value: compared, ranks },
  };
  if (rounds.length === 0) return { times: {}, facts: counts, ranOn };
  const ms = rounds.map((round) => mean(round.map(({ record }) => rankComponents(record).waitMs)));
  const iteration = rounds.map((round) => mean(round.map(({ record }) => iterationMs(record))));
  const skew = mean(rounds.map((round) => {
    const busy = round.map(({ record }) => busyMs(record));
    return Math.max(...busy) - mean(busy);
  }));
  const push = mean(rounds.map((round) => pushMs(NETWORKS[0].link, round)));
  const exposed = byChange("exposed_time", NETWORKS, ({ link }): ModelledValue => ({
    value: rounds.map((round) =>
      Math.max(0, pushMs(link, round) - delay * mean(round.map(({ record }) => busyMs(record))))
    ),
    source: "modelled",
    ranks,
  }));
  const shared = { check, timer: "wall", ranks } as const;
  return {
    times: { wait_time: { ms, ...shared }, iteration_time: { ms: iteration, ...shared } },
    ranOn,
    facts: { ...counts, ...exposed, push_over_skew: { value: push / skew, source: "modelled", ranks } },
  };
}

/** distgnn-mb Section 4.2: waiting for pushes by delay, and replicas that stay identical. */
export const section42: Suite<DelayWorkload, ModelContender, typeof METRICS> = {
  id: "distgnn-mb/section-4-2",
  artifact: "Section 4.2",
  title: "Ranks with real messages",
  decidesFrom: "paper",
  question: "Do replicas stay identical, and does a delay of one iteration hide pushes?",
  contenders: CONTENDERS,
  baseline: GRAPHSAGE.id,
  workloads: (profile) =>
    DELAYS.map((delay) => ({
      id: `d${delay}`,
      dataset: scaledGraph(profile, PRODUCTS).dataset,
      factors: { graph: PRODUCTS, d: delay },
    })),
  settings: {
    "ranks": "as many as --ranks says, on its engine; one thread each",
    "cache": "nc = 2 mini-batches, cs = 1000, ls = 2",
    "network": "this machine's, and HDR InfiniBand, modelled",
  },
  measurement: {
    kind: "joint",
    measure: async (lab, dataset, { factors: { d } }, contenders) => {
      const models = contenders.map(({ model }) => model);
      const trainings = await lab.once(delayedTrainings, dataset, { models }, lab.profile);
      const byId = new Map(contenders.map(({ id, model }) => [id, trainings.get(model)!.get(d)!]));
      return (id) => outcomeOf(byId.get(id)!, d);
    },
  },
  metrics: METRICS,
  plots: [{ metric: "wait_time", x: "workload" }],
  notes: [
    ...SCALE_NOTES,
    `Both delays train side by side and take turns of ${TURN} iterations, in an order that is drawn anew ` +
    "each round; the last one is measured. Every rank keeps its parameters after each update and compares " +
    "them with rank 0's when the turn is over; losses and cache hits of every iteration are compared with " +
    "those of the same training on ranks in one process.",
    "A push of delay 0 is waited for before the search, so that ranks also wait for one another's kernels " +
    "there; measured waiting has both in it. Ranks share this machine's cores. The modelled time is that " +
    "of the messages alone.",
  ],
  claims: [
    {
      claimId: "distgnn-mb.q.allreduce",
      decide: (evidence) =>
        CONTENDERS.map(({ id, label }) => {
          const keys = WORKLOADS.map((workload) => ({ workload, contender: id }));
          const apart = keys.map((key) => evidence.row(key, "replicas_apart"));
          const compared = keys.map((key) => evidence.row(key, "compared_iterations"));
          const largest = Math.max(...apart.map(medianOf));
          const iterations = compared.reduce((sum, row) => sum + medianOf(row), 0);
          const words = `${label}: replicas at most ${largest} apart after each of ${iterations} iterations`;
          return evidence.exact(largest === 0, words, [...apart, ...compared], largest);
        }),
    },
  ],
};
