/**
 * distgnn-mb Sections 3.2 and 4.2: whole iterations over a slow network, with pushes that are waited for and
 * with pushes that an iteration hides.
 *
 * @module
 */
import type { Row } from "../../../results/row.ts";
import { cellName, type Workload } from "../../cell.ts";
import type { Suite } from "../../suite.ts";
import { type Delay, DELAYS } from "../convergence/delayed_trainings.ts";
import { GAT, GRAPHSAGE, type ModelContender } from "../ranks/scaling.ts";
import { type GraphId, PRODUCTS, SCALE_NOTES, scaledGraph } from "../scaled_graphs.ts";
import {
  LINKED_TURN,
  linkedTrainings,
  OVERLAP_LINK_NAMES,
  type OverlapLink,
  overlapLink,
  overlapWorkloadId,
} from "./linked_trainings.ts";
import { overlapClaims } from "./overlap_claims.ts";
import { OVERLAP_METRICS, overlapOutcome } from "./overlap_outcome.ts";
import { overlapAnswers } from "./overlap_answers.ts";

const CONTENDERS: readonly ModelContender[] = [GRAPHSAGE, GAT];

/** A delay of pushes, and the link that they go over. */
interface OverlapWorkload extends Workload {
  readonly factors: { readonly graph: GraphId; readonly d: Delay; readonly link: OverlapLink };
}

/** Sentences of a session, link by link. */
function answers(rows: readonly Row[]): string[] {
  const byCell = Map.groupBy(rows, ({ cell }) => cell);
  return OVERLAP_LINK_NAMES.flatMap((name) => {
    const link = overlapLink(name);
    if (!link) return [];
    return CONTENDERS.flatMap((contender) => {
      const cell = cellName(overlap, { id: overlapWorkloadId(name, 1) }, contender);
      return overlapAnswers({ model: contender.label, link: link.name, rows: byCell.get(cell) ?? [] });
    });
  });
}

/** distgnn-mb Section 4.2: whole iterations by delay and link. */
export const overlap: Suite<OverlapWorkload, ModelContender, typeof OVERLAP_METRICS> = {
  id: "distgnn-mb/overlap",
  artifact: "Section 4.2",
  title: "Overlap over a slow network",
  question: "How much shorter is an iteration that hides its pushes, over networks of 1 to 100 Gbit/s?",
  contenders: CONTENDERS,
  baseline: GRAPHSAGE.id,
  workloads: (profile) =>
    OVERLAP_LINK_NAMES.flatMap((link) =>
      DELAYS.map((d) => ({
        id: overlapWorkloadId(link, d),
        dataset: scaledGraph(profile, PRODUCTS).dataset,
        factors: { graph: PRODUCTS, d, link },
      }))
    ),
  answers,
  settings: {
    "ranks": "as many as --ranks says and as have a core each, two at least, on its engine",
    "cache": "nc = 2 mini-batches for each of the 63 other ranks of the paper, cs = 1000, ls = 2",
    "network":
      "this machine's, and messages that are held back for 20 us and their bytes at 1, 10, 25, 100 Gbit/s",
  },
  measurement: {
    kind: "joint",
    measure: async (lab, dataset, { factors: { d, link } }, contenders) => {
      const models = contenders.map(({ model }) => model);
      const trainings = await lab.once(linkedTrainings, dataset, { models });
      const byId = new Map(contenders.map(({ id, model }) => [id, trainings.get(model)!]));
      return (id) => overlapOutcome(byId.get(id)!, link, d);
    },
  },
  metrics: OVERLAP_METRICS,
  plots: [{ metric: "elapsed_time", x: "workload" }, { metric: "overlap_speedup", x: "workload" }],
  notes: [
    ...SCALE_NOTES,
    "Ranks are real and exchange real messages; a communicator holds each message back as long as the link " +
    "would take, one after the other on the card of its sender. Bytes travel while the ranks compute.",
    `All delays and links train side by side and take turns of ${LINKED_TURN} iterations, in an order that is ` +
    "drawn anew each round; all but the first are measured, with everything in them. Losses, hits and replicas " +
    "are compared with those of the same training on ranks in one process.",
    "The prediction replays both delays from the same iterations of the same round, those of d = 0 over this " +
    "machine's network: each rank's own work, one part after the other, and its messages over its card " +
    "meanwhile. The two replays differ in what is hidden and in nothing else.",
    "A rank of one thread has to 1 Gbit/s about the ratio that the paper's socket of 36 cores has to HDR " +
    "InfiniBand; the claim is asked at 10 Gbit/s all the same.",
    "Two ranks push to one other, those of the paper to 63: a rank may push as many vertices as all of those " +
    "would get.",
  ],
  claims: overlapClaims(CONTENDERS),
};
