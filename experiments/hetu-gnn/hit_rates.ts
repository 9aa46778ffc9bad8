/**
 * Cache hit rates of hetu-gnn Figure 8, which the paper read from hardware counters: simulated, with the published card's
 * geometry.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { parseDatasetName } from "../../datasets/generators/stand_in.ts";
import { datasetRecord } from "../../datasets/registry.ts";
import { findOrdering } from "../../graph/orderings/mod.ts";
import { ROW_SPLIT } from "../../hardware/cache_simulator/kernel_model.ts";
import { simulateSpmm } from "../../hardware/cache_simulator/simulate_spmm.ts";
import { PUBLISHED_CARDS } from "../../hardware/published_cards.ts";
import { type ClaimPart, type OpenPart, openPart } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import type { Operands } from "../trials/ordered_graph.ts";
import { medianOf } from "../../results/row.ts";

const CARD = PUBLISHED_CARDS["titan-rtx"];

/** L2 rates that the paper prints for the graphs as they come; the simulator is held against them first. */
const UNREORDERED: Readonly<Record<string, number>> = { reddit: 57.03, archaea: 55.71 };
/** Points that the simulator may be off before its rates decide nothing. */
const TRUST = 10;
/** Points that count as `small`. */
const SMALL = 5;

/**
 * Simulates the product on the paper's card, its caches scaled by how much smaller the features are here than in the
 * paper, so that cache bytes over feature bytes is the paper's.
 */
export async function hitRates(
  lab: Lab,
  dataset: LoadedDataset,
  { operands: { matrix, width }, identity }: {
    readonly operands: Operands;
    readonly identity: Readonly<Record<string, unknown>>;
  },
): Promise<readonly Fact[]> {
  const { counts } = datasetRecord(parseDatasetName(dataset.id).id);
  const cacheScale = matrix.rows / counts.vertices;
  const { value } = await lab.cached(
    {
      simulation: ROW_SPLIT,
      card: CARD,
      cacheScale,
      width,
      graph: dataset.hash,
      seed: lab.seed,
      ...identity,
    },
    async () => {
      const { rowPtr, colIdx } = matrix;
      const { l1, l2 } = await simulateSpmm({
        rowPtr,
        colIdx,
        width,
        card: CARD,
        kernelModel: ROW_SPLIT,
        cacheScale,
      });
      return Uint32Array.of(l1.hits, l1.sectors, l2.hits, l2.sectors);
    },
  );
  const [l1Hits, l1Sectors, l2Hits, l2Sectors] = value;
  const rate = (metric: string, hits: number, sectors: number): Fact => ({
    metric,
    unit: "%",
    value: sectors === 0 ? 0 : 100 * hits / sectors,
    source: "simulated",
  });
  return [rate("l1_hit_rate", l1Hits, l1Sectors), rate("l2_hit_rate", l2Hits, l2Sectors)];
}

/** What an ordering gains over the graph as it comes in the L2: points, and relative. */
export async function hitRateGains(
  lab: Lab,
  dataset: LoadedDataset,
  { natural, ordered }: { readonly natural: Operands; readonly ordered: readonly Fact[] },
): Promise<readonly Fact[]> {
  const { id, parameters } = findOrdering("natural");
  const before = await hitRates(lab, dataset, {
    ...{ operands: natural, identity: { ordering: id, parameters } },
  });
  const l2 = (facts: readonly Fact[]) =>
    facts.find(({ metric }) => metric === "l2_hit_rate")!.value as number;
  const [from, to] = [l2(before), l2(ordered)];
  return [
    { metric: "l2_gain_points", unit: "%", value: to - from, source: "simulated" },
    {
      metric: "l2_gain_relative",
      unit: "%",
      value: from === 0 ? 0 : 100 * (to / from - 1),
      source: "simulated",
    },
  ];
}

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
 * Parts that say why the simulator decides nothing: its rate for a graph as it comes is off by more than ten points from
 * the printed one. Empty where it may be trusted.
 */
function doubts(evidence: SuiteEvidence, graphs: readonly string[]): OpenPart[] {
  return graphs.flatMap((graph): OpenPart[] => {
    const row = evidence.row({ workload: graph, contender: "natural" }, "l2_hit_rate");
    const gap = medianOf(row) - UNREORDERED[graph];
    if (Math.abs(gap) <= TRUST) return [];
    const words = `${graph} as it comes: simulated L2 rate ${points(medianOf(row))} %, printed ${
      UNREORDERED[graph]
    } %`;
    const reason = `the simulator is off by ${points(gap)} points before any reordering`;
    return [openPart(evidence.exact(false, words, [row]), reason)];
  });
}

/** A rule over simulated rates, which decides only where the simulator may be trusted on these graphs. */
function simulated(
  graphs: readonly string[],
  rule: (rates: readonly Rates[]) => ClaimPart[],
): (evidence: SuiteEvidence) => ClaimPart[] {
  return (evidence) => {
    const doubted = doubts(evidence, graphs);
    const parts = rule(graphs.map((graph) => new Rates(evidence, graph)));
    if (doubted.length === 0) return parts;
    // What the simulator says is shown, but decides nothing either way.
    const [{ reason }] = doubted;
    return [...doubted, ...parts.map((part) => openPart(part, reason))];
  };
}

const BOTH = ["reddit", "archaea"] as const;

/** METIS and RCM raise the L2 rate on both graphs. */
export const l2Hit = simulated(
  BOTH,
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
export const metisAgainstRcm = simulated(BOTH, ([reddit, archaea]) => [
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
export const l2MoreThanL1 = simulated(BOTH, (graphs) =>
  graphs.map((rates) =>
    rates.part(
      rates.gain("l2") >= rates.gain("l1"),
      `best gain ${points(rates.gain("l2"))} points in the L2, ${points(rates.gain("l1"))} in the L1`,
    )
  ));

/** DegSort and SlashBurn stay below METIS and RCM. */
export const weakOrders = simulated(BOTH, (graphs) =>
  graphs.map((rates) => {
    const weak = Math.max(rates.of("degsort"), rates.of("slashburn"));
    const strong = Math.min(rates.of("metis"), rates.of("rcm"));
    return rates.part(
      weak < strong,
      `the better weak order ${points(weak)} %, the worse strong one ${points(strong)} %`,
    );
  }));

/** The L2 gains more on the clustered graph than on the power-law graph. */
export const structureMattersForL2 = simulated(BOTH, ([reddit, archaea]) => [
  archaea.part(
    archaea.gain() > reddit.gain(),
    `L2 gain ${points(archaea.gain())} points, on reddit ${points(reddit.gain())}`,
  ),
]);
