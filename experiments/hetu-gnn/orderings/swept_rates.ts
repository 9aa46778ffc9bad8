/**
 * Answers of a claim about simulated hit rates under every order of ids and every choice of the simulation.
 *
 * @module
 */
import { type ClaimPart, openPart } from "../../../results/verdicts/evidence.ts";
import { medianOf, type Row } from "../../../results/row.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import { sweptPart } from "../../claims/swept_claim.ts";
import { AS_ASSUMED, type CacheSetting } from "./hit_rates.ts";
import { type OrderedGraphId, SWEPT_ORDERS, sweptId } from "./id_orders.ts";

/** Suite that has the rates. */
export const IDS_SUITE = "hetu-gnn/figure-8-ids";

/** Choices of the simulation in Figure 8; of the panels of columns the first two are simulated. */
export const SWEPT_SETTING: CacheSetting = { ...AS_ASSUMED, panels: 2 };

/** Other choices of the simulation, one changed at a time. */
export const CACHE_SETTINGS: readonly (CacheSetting & { readonly id: string; readonly label: string })[] = [
  { ...SWEPT_SETTING, id: "16-warps", label: "16 warps", warps: 16 },
  { ...SWEPT_SETTING, id: "8-warps", label: "8 warps", warps: 8 },
  { ...SWEPT_SETTING, id: "602-columns", label: "602 columns", width: 602 },
  { ...SWEPT_SETTING, id: "whole-rows", label: "whole rows", panelColumns: AS_ASSUMED.width },
];

/** Id of the workload of a graph under a choice of the simulation. */
export const settingId = (graph: OrderedGraphId, { id }: { readonly id: string }) => `${graph}:${id}`;

/** Hit rates of a graph by ordering, on one workload of a suite. */
export class OrderingRates {
  /** Rows that were read. */
  readonly rows = new Set<Row>();
  readonly #evidence: SuiteEvidence;
  readonly #at: Omit<CellKey, "contender">;

  /** Reads rates of a workload; of Figure 8 itself where no suite is named. */
  constructor(evidence: SuiteEvidence, at: Omit<CellKey, "contender">) {
    this.#evidence = evidence;
    this.#at = at;
  }

  /** Hit rate in per cent. */
  of(ordering: string, level: "l1" | "l2" = "l2"): number {
    const row = this.#evidence.row({ ...this.#at, contender: ordering }, `${level}_hit_rate`);
    this.rows.add(row);
    return medianOf(row);
  }

  /** The better of METIS and RCM, minus the graph as it comes, in points. */
  gain(level: "l1" | "l2" = "l2"): number {
    return Math.max(this.of("metis", level), this.of("rcm", level)) - this.of("natural", level);
  }
}

/** Predicate over the rates of some graphs. */
export interface RateQuestion {
  /** Graphs whose rates it compares. */
  readonly graphs: readonly OrderedGraphId[];
  /** Rates in words, with numbers. */
  readonly text: (rates: readonly OrderingRates[]) => string;
  /** Whether these rates are as claimed. */
  readonly holds: (rates: readonly OrderingRates[]) => boolean;
}

/** Answer of a claim to some rates. */
interface Answer {
  readonly holds: boolean;
  readonly text: string;
}

/**
 * Part of a claim: one answer in Figure 8, under every order of ids and under every choice of the simulation,
 * or open with the places where it turns. Of published files, whose ids are the real ones, orders are not
 * asked.
 */
export function oneSign(evidence: SuiteEvidence, { graphs, text, holds }: RateQuestion): ClaimPart {
  const rows: Row[] = [];
  const ask = (at: (graph: OrderedGraphId) => Omit<CellKey, "contender">): Answer => {
    const rates = graphs.map((graph) => new OrderingRates(evidence, at(graph)));
    const answer = { holds: holds(rates), text: text(rates) };
    rows.push(...rates.flatMap((each) => [...each.rows]));
    return answer;
  };
  const main = ask((graph) => ({ workload: graph }));
  const isReal = rows.every(({ dataset_kind }) => dataset_kind === "real");
  const orders = SWEPT_ORDERS.map((order) => {
    const answer = ask((graph) => ({ suite: IDS_SUITE, workload: sweptId(graph, order) }));
    return { at: order.randomIds, ...answer };
  });
  const { holds: random } = orders.at(-1)!;
  const others = CACHE_SETTINGS.filter((setting) =>
    ask((graph) => ({ suite: IDS_SUITE, workload: settingId(graph, setting) })).holds !== random
  ).map(({ label }) => `it is another with ${label}`);
  const swept = sweptPart(evidence, isReal ? orders.slice(-1) : orders, {
    of: main.text,
    parameter: "share of random ids",
    unit: "%",
    rows,
  });
  const turns = [
    ...(swept.kind === "open" ? [swept.reason] : []),
    ...(isReal || random === main.holds ? [] : ["it is another at the size of the sweep"]),
    ...others,
  ];
  if (turns.length > 0) return openPart(swept, turns.join("; "));
  const said = isReal ? main.text : swept.text;
  return evidence.exact(main.holds, `${said}; the same with ${CACHE_SETTINGS.length} other caches`, rows);
}
