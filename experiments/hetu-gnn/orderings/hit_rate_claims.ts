/**
 * The claims of hetu-gnn on cache hit rates. They decide only where the simulator may be trusted, and where
 * its answer is one under every order of ids and every choice of the simulation.
 *
 * @module
 */
import { type ClaimPart, type OpenPart, openPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import { between, type PremiseCondition } from "../../premises/condition.ts";
import { ORDERED_GRAPHS, type OrderedGraphId } from "./id_orders.ts";
import { oneSign, type OrderingRates, type RateQuestion } from "./swept_rates.ts";

/** L2 rates that the paper prints for graphs as they come: the simulator is held against them. */
const PRINTED_RATES: Readonly<Record<OrderedGraphId, number>> = { reddit: 57.03, archaea: 55.71 };

/** Points that the simulator may be off before its rates decide nothing. */
const TRUST = 10;
/** Points that count as `small`. */
const SMALL = 5;

/** Per cent of Reddit's edges that Figure 5 prints in its two diagonal blocks, as the graph comes. */
const PRINTED_DIAGONAL = 50.2;
/** Per cent of them that it prints in the others, after METIS on the whole graph. */
const PRINTED_CUT = 6.6;
/** Points that a stand-in may be off before its hit rates mean nothing. */
const FIDELITY = 2;

/** Condition that a share of Reddit's edges, which no generator was fitted to, is the printed one. */
function printedShare(
  name: string,
  printed: number,
  share: (diagonal: (ordering: string) => number) => number,
): PremiseCondition {
  return between(Number((printed - FIDELITY).toFixed(1)), Number((printed + FIDELITY).toFixed(1)), {
    name,
    readings: (evidence) => {
      const rows = (ordering: string) =>
        evidence.row({ workload: "reddit", contender: ordering }, "diagonal_share");
      return [{ of: rows("natural").dataset, value: share((ordering) => medianOf(rows(ordering))) }];
    },
    elsewhere: "the published files (see deno task datasets)",
  });
}

/**
 * Premise of every claim on hit rates: numbers of Figure 5 that nothing was fitted to are met. The paper
 * prints no hit rate of the L1.
 */
export const HIT_RATE_PREMISE: readonly PremiseCondition[] = [
  printedShare("% of edges in two diagonal blocks", PRINTED_DIAGONAL, (diagonal) => diagonal("natural")),
  printedShare("% of edges that METIS cuts", PRINTED_CUT, (diagonal) => 100 - diagonal("metis")),
];

const points = (rate: number) => rate.toFixed(1);

/**
 * Parts that say why the simulator decides nothing: its rate for a graph as it comes is off by more than
 * ten points from the printed one. Empty where it may be trusted.
 */
function doubts(evidence: SuiteEvidence, graphs: readonly OrderedGraphId[]): OpenPart[] {
  return graphs.flatMap((graph): OpenPart[] => {
    const row = evidence.row({ workload: graph, contender: "natural" }, "l2_hit_rate");
    const gap = medianOf(row) - PRINTED_RATES[graph];
    if (Math.abs(gap) <= TRUST) return [];
    const text = `${graph} as it comes: simulated L2 rate ${points(medianOf(row))} %, printed ${
      PRINTED_RATES[graph]
    } %`;
    const reason = `the simulator is off by ${points(gap)} points before any reordering`;
    return [openPart(evidence.exact(false, text, [row]), reason)];
  });
}

/** A rule over simulated rates: all questions have to be answered with yes. */
function simulated(questions: readonly RateQuestion[]): (evidence: SuiteEvidence) => ClaimPart[] {
  return (evidence) => {
    const doubted = doubts(evidence, [...new Set(questions.flatMap(({ graphs }) => graphs))]);
    const parts = questions.map((question) => oneSign(evidence, question));
    // Simulated numbers are shown, but decide nothing where the simulator is not to be trusted.
    return [
      ...doubted,
      ...parts.map((part) => doubted.length === 0 ? part : openPart(part, why(part, doubted))),
    ];
  };
}

/** Reason of the doubts, and where the answer turns beside them. */
function why(part: ClaimPart, [{ reason }]: readonly OpenPart[]): string {
  return part.kind === "open" ? `${reason}; ${part.reason}` : reason;
}

/** METIS and RCM raise the L2 rate on both graphs. */
export const l2Hit = simulated(
  ORDERED_GRAPHS.flatMap((graph) =>
    ["metis", "rcm"].map((ordering): RateQuestion => ({
      graphs: [graph],
      text: ([rates]) =>
        `${graph}: L2 ${points(rates.of("natural"))} % as it comes, ${points(rates.of(ordering))} % after ` +
        ordering,
      holds: ([rates]) => rates.of(ordering) > rates.of("natural"),
    }))
  ),
);

/** L2 rates after METIS and RCM. */
const afterBoth = (graph: OrderedGraphId): RateQuestion["text"] => ([rates]) =>
  `${graph}: L2 ${points(rates.of("metis"))} % after METIS, ${points(rates.of("rcm"))} % after RCM`;

/** METIS above RCM on the power-law graph, about equal on the clustered one. */
export const metisAgainstRcm = simulated([
  {
    graphs: ["reddit"],
    text: afterBoth("reddit"),
    holds: ([reddit]) => reddit.of("metis") > reddit.of("rcm"),
  },
  {
    graphs: ["archaea"],
    text: afterBoth("archaea"),
    holds: ([archaea]) => Math.abs(archaea.of("metis") - archaea.of("rcm")) <= SMALL,
  },
]);

/** The gain is most visible in the L2. */
export const l2MoreThanL1 = simulated(ORDERED_GRAPHS.map((graph) => ({
  graphs: [graph],
  text: ([rates]) =>
    `${graph}: best gain ${points(rates.gain("l2"))} points in the L2, ${points(rates.gain("l1"))} in the L1`,
  holds: ([rates]) => rates.gain("l2") >= rates.gain("l1"),
})));

/** DegSort and SlashBurn stay below METIS and RCM. */
export const weakOrders = simulated(ORDERED_GRAPHS.map((graph): RateQuestion => {
  const weak = (rates: OrderingRates) => Math.max(rates.of("degsort"), rates.of("slashburn"));
  const strong = (rates: OrderingRates) => Math.min(rates.of("metis"), rates.of("rcm"));
  return {
    graphs: [graph],
    text: ([rates]) =>
      `${graph}: the better weak order ${points(weak(rates))} %, the worse strong one ${
        points(strong(rates))
      } %`,
    holds: ([rates]) => weak(rates) < strong(rates),
  };
}));

/** The L2 gains more on the clustered graph than on the power-law graph. */
export const structureMattersForL2 = simulated([{
  graphs: ORDERED_GRAPHS,
  text: ([reddit, archaea]) =>
    `archaea: L2 gain ${points(archaea.gain())} points, on reddit ${points(reddit.gain())}`,
  holds: ([reddit, archaea]) => archaea.gain() > reddit.gain(),
}]);
