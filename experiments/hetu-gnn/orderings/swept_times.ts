/**
 * Answers of a claim about SpMM times under every order of ids.
 *
 * @module
 */
import { type ClaimPart, openPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import { sweptPart } from "../../claims/swept_claim.ts";
import type { PremiseCondition } from "../../premises/condition.ts";
import { ORDERED_GRAPHS, type OrderedGraphId, SWEPT_ORDERS, sweptId } from "./id_orders.ts";
import { IDS_SUITE } from "./swept_rates.ts";
import { NATURAL } from "./vertex_orderings.ts";

/** Suite that has the times. */
export const TIMES_SUITE = "hetu-gnn/figure-8-times";

/** Whether all rounds lie above 1, or all below it; undefined where they lie on both sides. */
function side(least: number, most: number): boolean | undefined {
  return least > 1 ? true : most < 1 ? false : undefined;
}

/** A part that may stand in the way of a claim, and never decides against it. */
function onlyOpens(part: ClaimPart): ClaimPart {
  return part.kind === "exact" && !part.holds ? openPart(part, "it holds under no order of ids") : part;
}

const cell = (graph: OrderedGraphId, order: { readonly randomIds: number }, contender: string): CellKey => {
  return { suite: TIMES_SUITE, workload: sweptId(graph, order), contender };
};

/** Whether a graph's ids are drawn, so that their order has to be swept. */
function hasDrawnIds(evidence: SuiteEvidence, graph: OrderedGraphId): boolean {
  return evidence.row({ workload: graph, contender: NATURAL }, "l2_hit_rate").dataset_kind !== "real";
}

/** Parts on whether an ordering leads all others under every order of ids; none for a graph with real ids. */
export function leadsUnderAllIds(evidence: SuiteEvidence, ordering: string): ClaimPart[] {
  return ORDERED_GRAPHS.filter((graph) => hasDrawnIds(evidence, graph)).map((graph) => {
    const answers = SWEPT_ORDERS.map((order) => {
      const rows = (["least_lead", "most_lead"] as const).map((metric) =>
        evidence.row(cell(graph, order, ordering), metric)
      );
      const [least, most] = rows.map(medianOf);
      return { at: order.randomIds, holds: side(least, most), rows, least };
    });
    const leads = answers.map(({ at, least }) => `${least.toFixed(2)} at ${at} %`).join(", ");
    return onlyOpens(sweptPart(evidence, answers, {
      of: `${graph}: ${ordering} leads all others by at least ${leads}`,
      parameter: "share of random ids",
      unit: "%",
      rows: answers.flatMap(({ rows }) => rows),
    }));
  });
}

/** Part on whether the clustered graph gains more than the power-law one under every order of ids. */
export function gainsMoreUnderAllIds(evidence: SuiteEvidence): ClaimPart[] {
  if (!ORDERED_GRAPHS.some((graph) => hasDrawnIds(evidence, graph))) return [];
  const answers = SWEPT_ORDERS.map((order) => {
    const rows = ORDERED_GRAPHS.flatMap((graph) =>
      ["metis", "rcm"].flatMap((ordering) =>
        (["least_speedup", "most_speedup"] as const).map((metric) =>
          evidence.row(cell(graph, order, ordering), metric)
        )
      )
    );
    const [redditLow, redditHigh, archaeaLow, archaeaHigh] = [0, 4].flatMap((at) => {
      const [metisLow, metisHigh, rcmLow, rcmHigh] = rows.slice(at, at + 4).map(medianOf);
      return [Math.max(metisLow, rcmLow), Math.max(metisHigh, rcmHigh)];
    });
    const holds = archaeaLow > redditHigh ? true : archaeaHigh < redditLow ? false : undefined;
    return { at: order.randomIds, holds, rows };
  });
  return [onlyOpens(sweptPart(evidence, answers, {
    of: "archaea gains more than reddit",
    parameter: "share of random ids",
    unit: "%",
    rows: answers.flatMap(({ rows }) => rows),
  }))];
}

/** Suites that sweep the order of ids, each with a metric of every cell. */
const SWEEPS = { rates: [IDS_SUITE, "l2_hit_rate"], times: [TIMES_SUITE, "time"] } as const;

/** Command that sweeps the order of ids of all graphs. */
const SWEPT_BY = {
  rates: "deno task repro hetu-gnn/figure-8 hetu-gnn/figure-8-ids",
  times: "deno task repro hetu-gnn/figure-8 hetu-gnn/figure-8-times --profile paper",
} as const;

/**
 * Condition of claims that hang on the order of ids: where a graph's ids are drawn, their order is swept, and
 * the claim's own parts say where it turns.
 */
export function realOrSweptIds(sweeps: readonly (keyof typeof SWEEPS)[]): PremiseCondition {
  return {
    text: "real order of ids or a sweep of it",
    elsewhere: sweeps.map((sweep) => SWEPT_BY[sweep]).join(", and "),
    find: (evidence) => {
      const missing = ORDERED_GRAPHS.filter((graph) => hasDrawnIds(evidence, graph)).filter((graph) =>
        sweeps.some((sweep) => {
          const [suite, metric] = SWEEPS[sweep];
          return SWEPT_ORDERS.some((order) => {
            const key = { suite, workload: sweptId(graph, order), contender: NATURAL };
            return evidence.find(key, metric)?.status !== "ok";
          });
        })
      );
      return missing.length === 0
        ? { met: true, text: "ids are those of the published files, or their order is swept" }
        : { met: false, text: `the order of ids of ${missing.join(" and ")} is drawn and not swept` };
    },
  };
}
