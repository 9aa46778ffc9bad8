/**
 * The claims of hetu-gnn on cache hit rates. They decide only where the simulator may be trusted.
 *
 * @module
 */
import { type ClaimPart, type OpenPart, openPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import { between, type Condition } from "../../premises/condition.ts";
import type { GraphId } from "../paper_graphs.ts";

/**
 * Graphs of Figure 8, with the L2 rates that the paper prints for them as they come: the simulator is held
 * against them.
 */
const PRINTED_RATES = { reddit: 57.03, archaea: 55.71 } as const satisfies Partial<Record<GraphId, number>>;

/** Ids of the graphs of Figure 8. */
export type SimulatedGraph = keyof typeof PRINTED_RATES;

/** Both graphs, the power-law one first. */
export const SIMULATED_GRAPHS = ["reddit", "archaea"] as const satisfies readonly SimulatedGraph[];

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
): Condition {
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
export const HIT_RATE_PREMISE: readonly Condition[] = [
  printedShare("% of edges in two diagonal blocks", PRINTED_DIAGONAL, (diagonal) => diagonal("natural")),
  printedShare("% of edges that METIS cuts", PRINTED_CUT, (diagonal) => 100 - diagonal("metis")),
];

/** Reason for which simulated rates decide nothing yet. */
const ONE_SETTING =
  "simulated at 32 resident warps, 128 columns and panels of 32 alone: under other settings " +
  "the sign may be another";

/** Hit rates of one graph, by ordering. */
class Rates {
  readonly #evidence: SuiteEvidence;
  readonly #graph: string;

  constructor(evidence: SuiteEvidence, graph: string) {
    this.#evidence = evidence;
    this.#graph = graph;
  }

  row(ordering: string, level: "l1" | "l2" = "l2") {
    return this.#evidence.row({ workload: this.#graph, contender: ordering }, `${level}_hit_rate`);
  }

  of(ordering: string, level: "l1" | "l2" = "l2"): number {
    return medianOf(this.row(ordering, level));
  }

  /** The better of METIS and RCM, minus the graph as it comes, in points. */
  gain(level: "l1" | "l2" = "l2"): number {
    return Math.max(this.of("metis", level), this.of("rcm", level)) - this.of("natural", level);
  }

  part(holds: boolean, words: string): ClaimPart {
    const rows = ["natural", "metis", "rcm"].map((ordering) => this.row(ordering));
    return this.#evidence.exact(holds, `${this.#graph}: ${words}`, rows);
  }
}

const points = (rate: number) => rate.toFixed(1);

/**
 * Parts that say why the simulator decides nothing: its rate for a graph as it comes is off by more than
 * ten points from the printed one. Empty where it may be trusted.
 */
function doubts(evidence: SuiteEvidence, graphs: readonly SimulatedGraph[]): OpenPart[] {
  return graphs.flatMap((graph): OpenPart[] => {
    const row = evidence.row({ workload: graph, contender: "natural" }, "l2_hit_rate");
    const gap = medianOf(row) - PRINTED_RATES[graph];
    if (Math.abs(gap) <= TRUST) return [];
    const words = `${graph} as it comes: simulated L2 rate ${points(medianOf(row))} %, printed ${
      PRINTED_RATES[graph]
    } %`;
    const reason = `the simulator is off by ${points(gap)} points before any reordering`;
    return [openPart(evidence.exact(false, words, [row]), reason)];
  });
}

/** A rule over simulated rates, which decides only where the simulator may be trusted on these graphs. */
function simulated(
  graphs: readonly SimulatedGraph[],
  rule: (rates: readonly Rates[]) => ClaimPart[],
): (evidence: SuiteEvidence) => ClaimPart[] {
  return (evidence) => {
    const doubted = doubts(evidence, graphs);
    const parts = rule(graphs.map((graph) => new Rates(evidence, graph)));
    // Simulated numbers are shown, but decide nothing either way.
    const [{ reason } = { reason: ONE_SETTING }] = doubted;
    return [...doubted, ...parts.map((part) => openPart(part, reason))];
  };
}

/** METIS and RCM raise the L2 rate on both graphs. */
export const l2Hit = simulated(
  SIMULATED_GRAPHS,
  (graphs) =>
    graphs.flatMap((rates) =>
      ["metis", "rcm"].map((ordering) =>
        rates.part(
          rates.of(ordering) > rates.of("natural"),
          `L2 ${points(rates.of("natural"))} % as it comes, ${
            points(rates.of(ordering))
          } % after ${ordering}`,
        )
      )
    ),
);

/** METIS above RCM on the power-law graph, about equal on the clustered one. */
export const metisAgainstRcm = simulated(SIMULATED_GRAPHS, ([reddit, archaea]) => [
  reddit.part(
    reddit.of("metis") > reddit.of("rcm"),
    `L2 ${points(reddit.of("metis"))} % after METIS, ${points(reddit.of("rcm"))} % after RCM`,
  ),
  archaea.part(
    Math.abs(archaea.of("metis") - archaea.of("rcm")) <= SMALL,
    `L2 ${points(archaea.of("metis"))} % after METIS, ${points(archaea.of("rcm"))} % after RCM`,
  ),
]);

/** The gain is most visible in the L2. */
export const l2MoreThanL1 = simulated(SIMULATED_GRAPHS, (graphs) =>
  graphs.map((rates) =>
    rates.part(
      rates.gain("l2") >= rates.gain("l1"),
      `best gain ${points(rates.gain("l2"))} points in the L2, ${points(rates.gain("l1"))} in the L1`,
    )
  ));

/** DegSort and SlashBurn stay below METIS and RCM. */
export const weakOrders = simulated(SIMULATED_GRAPHS, (graphs) =>
  graphs.map((rates) => {
    const weak = Math.max(rates.of("degsort"), rates.of("slashburn"));
    const strong = Math.min(rates.of("metis"), rates.of("rcm"));
    return rates.part(
      weak < strong,
      `the better weak order ${points(weak)} %, the worse strong one ${points(strong)} %`,
    );
  }));

/** The L2 gains more on the clustered graph than on the power-law graph. */
export const structureMattersForL2 = simulated(SIMULATED_GRAPHS, ([reddit, archaea]) => [
  archaea.part(
    archaea.gain() > reddit.gain(),
    `L2 gain ${points(archaea.gain())} points, on reddit ${points(reddit.gain())}`,
  ),
]);
