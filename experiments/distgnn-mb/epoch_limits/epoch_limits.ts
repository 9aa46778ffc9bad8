/**
 * A question of ours about distgnn-mb: how far epochs on real ranks are from what counted work and the link
 * allow, and whether pushes ahead gain what they hide.
 *
 * @module
 */
import type { Row } from "../../../results/row.ts";
import { cellName, type Contender, type Workload } from "../../cell.ts";
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import type { Delay } from "../convergence/delayed_trainings.ts";
import { type OverlapLink, overlapLink } from "../overlap/linked_trainings.ts";
import { overlapAnswers } from "../overlap/overlap_answers.ts";
import { FANOUT_TEXT, type GraphId, PRODUCTS, SCALE_NOTES } from "../scaled_graphs.ts";
import { LIMIT_METRICS, limitOutcome } from "./limit_outcome.ts";
import { limitAnswers } from "./limit_answers.ts";
import { LIMITED_TURN, limitedEpochs, limitedGraph, type Place, PLACES } from "./limited_epochs.ts";

/** A delay of pushes. */
interface DelayContender extends Contender {
  readonly delay: Delay;
}

const BLOCKING: DelayContender = {
  id: "blocking",
  label: "the blocking exchange",
  delay: 0,
  factors: { d: 0 },
};
const AEP: DelayContender = { id: "aep", label: "AEP", delay: 1, factors: { d: 1 } };
const CONTENDERS = [BLOCKING, AEP];

/** Ranks and the link that they push over. */
interface PlaceWorkload extends Workload {
  readonly place: Place;
  readonly factors: { readonly graph: GraphId; readonly ranks: number; readonly link: OverlapLink };
}

const placeId = ({ ranks, link }: Place) => link === "machine" ? `r${ranks}` : `r${ranks}:${link}`;

function placeText({ ranks, link: name }: Place): string {
  const link = overlapLink(name);
  return `${ranks} rank${ranks === 1 ? "" : "s"}${link ? ` over ${link.name}` : ""}`;
}

function answers(rows: readonly Row[]): string[] {
  const byCell = Map.groupBy(rows, ({ cell }) => cell);
  const of = (place: Place, contender: Contender) =>
    byCell.get(cellName(epochLimits, { id: placeId(place) }, contender)) ?? [];
  return PLACES.flatMap((place) => {
    const link = overlapLink(place.link);
    return [
      ...CONTENDERS.flatMap((contender) =>
        limitAnswers({
          training: `By ${contender.label} on ${placeText(place)}`,
          rows: of(place, contender),
        })
      ),
      ...(link ? overlapAnswers({ model: "GraphSAGE", link: link.name, rows: of(place, AEP) }) : []),
    ];
  });
}

/** Epochs on real ranks beside their modelled limits. */
export const epochLimits: Suite<PlaceWorkload, DelayContender, typeof LIMIT_METRICS> = {
  id: "distgnn-mb/epoch-limits",
  artifact: "Section 4.2",
  title: "Epochs on real ranks beside their limits",
  onlyWhenNamed: true,
  question:
    "How far are epochs on one and two real ranks from their modelled limit, and do pushes ahead gain what they " +
    "hide over 10 Gbit/s?",
  contenders: CONTENDERS,
  baseline: BLOCKING.id,
  workloads: (profile) =>
    PLACES.map((place) => ({
      id: placeId(place),
      place,
      dataset: limitedGraph(profile).dataset,
      factors: { graph: PRODUCTS, ranks: place.ranks, link: place.link },
    })),
  answers,
  settings: {
    "model": "GraphSAGE, as wide as printed",
    "ranks": "1 and 2 of one thread each, on the engine that --engine names",
    "fan-outs": FANOUT_TEXT,
    "cache": "nc without a limit, cs = 1000 times a mini-batch, ls = 2",
    "network": "this machine's, and messages that are held back for 20 us and their bytes at 10 Gbit/s",
  },
  measurement: {
    kind: "joint",
    measure: async (lab, dataset, { place }, contenders) => {
      const epochs = await lab.once(limitedEpochs, dataset, {}, lab.profile);
      return byContender(contenders, ({ delay }) => limitOutcome(epochs, place, delay));
    },
  },
  metrics: LIMIT_METRICS,
  plots: [{ metric: "epoch_time", x: "workload" }, { metric: "time_over_limit", x: "workload" }],
  notes: [
    ...SCALE_NOTES,
    "The limit of an epoch: edges drawn and edges computed with on the slowest rank, at what one rank takes for " +
    "each in the same round, with the harness's own work in it; bytes and latency of the pushes as far as this " +
    "work does not hide them, where they are waited for at once all of them; and those of the gradients' sum. " +
    "Making pushes and storing those of others is not in it, and messages over this machine's own network are " +
    "free. Rows of features, which cost too, are not in proportion to edges: an epoch can be a little below it.",
    "Neighbours of vertices that another rank owns are not drawn: two ranks have fewer edges a mini-batch than " +
    "one, and the limit of two can be less than half of that of one.",
    `All trainings take turns of ${LIMITED_TURN} iterations in one job, in an order that is drawn anew each ` +
    "round; all but the first are measured, times the iterations of an epoch. Losses, hits and replicas are " +
    "compared with those of the same training on ranks in one process.",
    "The predicted speed-up replays both delays from the same iterations of d = 0 over this machine's network. " +
    "What an exchange itself takes of a rank's processor there (the least wait of a rank) stays in both: it is " +
    "copied by the processor, and only what the link takes beyond it can be hidden.",
    "Every vertex that the other rank has a copy of is pushed, and hidden layers have 256 columns, as printed. " +
    "This was chosen before it was timed, with fan-outs the other way round, by 1 + bytes / (1.25 GB/s) / own work: overlap pushes 1.18 MB beside " +
    "about 15 ms, 1.06; here it is 20 MB, counted, beside 8 times that, 1.13, before copies are taken off.",
  ],
  claims: [],
};
