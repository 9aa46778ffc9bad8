/**
 * distgnn-mb Sections 3.2 and 4.2 on ranks that exchange real messages: replicas stay identical, and a delay
 * hides exchanges.
 *
 * @module
 */
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { medianOf } from "../../../results/row.ts";
import type { Workload } from "../../cell.ts";
import type { Suite } from "../../suite.ts";
import { GAT, GRAPHSAGE, type ModelContender } from "../ranks/scaling.ts";
import { type GraphId, PRODUCTS, SCALE_NOTES, scaledGraph } from "../scaled_graphs.ts";
import { DELAY_METRICS, delayOutcome } from "./delay_outcome.ts";
import { type Delay, delayedTrainings, DELAYS } from "./delayed_trainings.ts";
import { TURN } from "./real_rank_training.ts";

const CONTENDERS: readonly ModelContender[] = [GRAPHSAGE, GAT];
const WORKLOADS = DELAYS.map((delay) => `d${delay}`);

/** A delay of pushes. */
interface DelayWorkload extends Workload {
  readonly factors: { readonly graph: GraphId; readonly d: Delay };
}

/** distgnn-mb Section 4.2: waiting for pushes by delay, and replicas that stay identical. */
export const section42: Suite<DelayWorkload, ModelContender, typeof DELAY_METRICS> = {
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
      return (id) => delayOutcome(byId.get(id)!, d);
    },
  },
  metrics: DELAY_METRICS,
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
          const iterations = sumOf(compared, medianOf);
          const text = `${label}: replicas at most ${largest} apart after each of ${iterations} iterations`;
          return evidence.exact(largest === 0, text, [...apart, ...compared], largest);
        }),
    },
  ],
};
