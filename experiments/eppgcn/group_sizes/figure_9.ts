/**
 * eppgcn Figure 9: whether the gain persists on a newer card, by the number of its slots.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { Cited, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { pathProducts, wholeGraphProducts } from "../backward_products.ts";
import { decideUnderRates } from "./group_claims.ts";
import { groupsOnACard } from "./group_premises.ts";
import { modelledFacts, modelledGroupTimes, ratioFacts, ratioOfTimes, sumOfTimes } from "./group_times.ts";
import { P100_SLOTS, V100S_SLOTS } from "./grouping_rates.ts";
import { ownRegressionRule } from "./labelled_matrices.ts";
import { type GraphWorkload, graphWorkloads, PAPER_GRAPHS, pathsOf, scaledSlots } from "../paper_graphs.ts";
import { underRates } from "./rate_changes.ts";

const LAYERS = 2;
/** Graphs on which the newer card gains more. */
const LARGEST = ["amazon0505", "web-google", "com-youtube"] as const;

/** A card of the paper. */
interface Card extends Contender {
  /** Groups that it works on at once. */
  readonly slots: number;
}

const CONTENDERS: readonly Card[] = [
  { id: "p100", label: `P100, ${P100_SLOTS} slots`, slots: P100_SLOTS, factors: { gpu: "Tesla P100" } },
  { id: "v100s", label: `V100S, ${V100S_SLOTS} slots`, slots: V100S_SLOTS, factors: { gpu: "Tesla V100S" } },
];

const METRICS = underRates({
  speedup: { label: "speed-up over GNNAdvisor", unit: "x", better: "higher" },
  time: { label: "backward aggregation of EPPGCN", unit: "ms", better: "lower" },
  gnnadvisor_time: { label: "backward aggregation of GNNAdvisor", unit: "ms", better: "lower" },
}) satisfies Metrics;

/** Models both systems on the cards that were asked for, at the rates of this device. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: GraphWorkload,
  cards: readonly Card[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const paths = await pathsOf(lab, dataset, { layers: LAYERS });
  const onGraph = await wholeGraphProducts(lab, dataset, LAYERS);
  const onPaths = await pathProducts(dataset, paths, await ownRegressionRule(lab, dataset));
  const outcomes = new Map<string, JointOutcome<typeof METRICS>>();
  for (const card of cards) {
    const slots = scaledSlots(dataset, card.slots);
    const whole = sumOfTimes(await modelledGroupTimes(lab, onGraph, slots));
    const active = sumOfTimes(await modelledGroupTimes(lab, onPaths, slots));
    outcomes.set(card.id, {
      times: {},
      facts: {
        ...ratioFacts({ speedup: ratioOfTimes(whole, active) }),
        ...modelledFacts({ time: active, gnnadvisor_time: whole }),
      },
    });
  }
  return (id) => outcomes.get(id)!;
}

const speedup = (workload: string, contender: string): Cited => [{ workload, contender }, "speedup"];

function newerCard(evidence: SuiteEvidence): ClaimPart[] {
  const gains = PAPER_GRAPHS.map(({ id, name }) =>
    decideUnderRates(evidence, {
      of: [speedup(id, "v100s")],
      holds: ([gain]) => gain > 1,
      words: ([gain]) => `${name}: ${gain.toFixed(2)} x with ${V100S_SLOTS} slots`,
      orEven: true,
    })
  );
  const grows = LARGEST.map((id) =>
    decideUnderRates(evidence, {
      of: [speedup(id, "v100s"), speedup(id, "p100")],
      holds: ([newer, older]) => newer > older,
      words: ([newer, older]) =>
        `${id}: ${newer.toFixed(3)} x with ${V100S_SLOTS} slots, ${older.toFixed(3)} x with ${P100_SLOTS}`,
    })
  );
  return [...gains, ...grows];
}

/** Speed-up of execution paths by the number of slots of a card. */
export const figure9: Suite<GraphWorkload, Card, typeof METRICS> = {
  id: "eppgcn/figure-9",
  artifact: "Figure 9",
  title: "A card with more slots",
  question: "Does the speed-up of the backward aggregation persist, or grow, on a card with more slots?",
  contenders: CONTENDERS,
  baseline: "p100",
  workloads: graphWorkloads,
  settings: {
    "layers": String(LAYERS),
    "training set": "10 % of the vertices, drawn uniformly",
    "time": "model M6 with the slots of either card, fewer on a stand-in by its share of the edges",
    "grouping": "GNNAdvisor: floor of the average degree; EPPGCN: own regression (Table II)",
  },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [{ metric: "speedup", x: "workload" }],
  notes: [
    "Two cards are not here, so that both are modelled, at the same rates: the model knows how many groups a card works on at " +
    "once, not its caches or clocks. What a GPU that is here measures stands under Figure 8.",
  ],
  publishedAs: (_workload, contender, metric) =>
    metric === "speedup" && contender.id === "v100s"
      ? {
        metric: "backward_aggregation_speedup",
        dataset: "8 graphs",
        system: "EPPGCN vs GNNAdvisor",
        config: { gpu: "Tesla V100S" },
      }
      : undefined,
  claims: [{
    claimId: "eppgcn.q.v100s",
    premise: [
      groupsOnACard(PAPER_GRAPHS.map(({ id: workload }) => ({ workload, contender: "v100s" })), {
        metric: "speedup",
        elsewhere: "a P100 and a V100S",
      }),
    ],
    decide: newerCard,
  }],
};
