/**
 * The claims of hetu-gnn that rest on Figure 8.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { Contender } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import {
  HIT_RATE_PREMISE,
  l2Hit,
  l2MoreThanL1,
  metisAgainstRcm,
  structureMattersForL2,
  weakOrders,
} from "./hit_rate_claims.ts";
import { ORDERED_GRAPHS } from "./id_orders.ts";
import { roomFor } from "./ordering_premises.ts";
import { IDS_SUITE } from "./swept_rates.ts";
import { gainsMoreUnderAllIds, leadsUnderAllIds, realOrSweptIds, TIMES_SUITE } from "./swept_times.ts";
import { NATURAL } from "./vertex_orderings.ts";

/** Condition of claims about products: a device and graphs on which an ordering can gain. */
const ROOM = roomFor({ graphs: { reddit: "reddit", archaea: "archaea" }, contender: NATURAL });

/** Premise of claims about hit rates. */
const RATE_PREMISE = [...HIT_RATE_PREMISE, realOrSweptIds(["rates"])];

/** float64 sums in another order differ by rounding alone. */
const RELABEL_TOLERANCE = 1e-12;

/**
 * `max(metis, rcm) < min(degsort, slashburn, natural)`, as the conjunction of all its pairs on both graphs,
 * and under every order of ids.
 */
function spmmTime(evidence: SuiteEvidence): ClaimPart[] {
  const parts: ClaimPart[] = [];
  for (const workload of ORDERED_GRAPHS) {
    for (const fast of ["metis", "rcm"]) {
      for (const slow of ["degsort", "slashburn", "natural"]) {
        parts.push(evidence.faster({ workload, contender: fast }, { workload, contender: slow }));
      }
    }
  }
  return [...parts, ...["metis", "rcm"].flatMap((ordering) => leadsUnderAllIds(evidence, ordering))];
}

/** The gain of the better ordering is larger on the clustered graph: in time, and in the L2. */
function structureMatters(evidence: SuiteEvidence): ClaimPart[] {
  const [reddit, archaea] = ORDERED_GRAPHS;
  return [
    evidence.timed({
      of: [reddit, archaea].flatMap((workload) =>
        ["metis", "rcm"].map((contender) => evidence.series({ workload, contender }, "speedup"))
      ),
      quantity: ([metis, rcm, ...clustered]) => Math.max(...clustered) / Math.max(metis, rcm),
      within: [1, Infinity],
      text: `speed-up by the better ordering, ${archaea} over ${reddit}`,
    }),
    ...gainsMoreUnderAllIds(evidence),
    ...structureMattersForL2(evidence),
  ];
}

/** Every ordering is a permutation, and the product only gets relabelled by it. */
function reorderIsPermutation(evidence: SuiteEvidence, orderings: readonly Contender[]): ClaimPart[] {
  return ORDERED_GRAPHS.map((workload) => {
    const keys = orderings.map(({ id }) => ({ workload, contender: id }));
    const permutations = keys.map((key) => evidence.row(key, "is_permutation"));
    const errors = keys.map((key) => evidence.row(key, "relabel_error"));
    const worst = Math.max(...errors.map((row) => medianOf(row)));
    const holds = permutations.every((row) => row.median === 1) && worst < RELABEL_TOLERANCE;
    const text = `${workload}: ${keys.length} orderings, largest relabelling error ${worst.toExponential(1)}`;
    return evidence.exact(holds, text, [...permutations, ...errors], worst);
  });
}

/** Multiply-adds are the same for every ordering of a graph. */
function workIsIndependentOfOrder(evidence: SuiteEvidence, orderings: readonly Contender[]): ClaimPart[] {
  return ORDERED_GRAPHS.map((workload) => {
    const rows = orderings.map(({ id }) => evidence.row({ workload, contender: id }, "multiply_adds"));
    const counts = new Set(rows.map((row) => row.median));
    return evidence.exact(counts.size === 1, `${workload}: ${[...counts].join(" or ")} multiply-adds`, rows);
  });
}

/** Rules of all claims on Figure 8. */
export function figure8Claims(orderings: readonly Contender[]): readonly ClaimRule[] {
  return [
    { claimId: "hetu-gnn.q.l2-hit", premise: RATE_PREMISE, reads: [IDS_SUITE], decide: l2Hit },
    {
      claimId: "hetu-gnn.q.l2-hit-metis-rcm",
      premise: RATE_PREMISE,
      reads: [IDS_SUITE],
      decide: metisAgainstRcm,
    },
    {
      claimId: "hetu-gnn.q.l2-more-than-l1",
      premise: RATE_PREMISE,
      reads: [IDS_SUITE],
      decide: l2MoreThanL1,
    },
    { claimId: "hetu-gnn.q.weak-orders", premise: RATE_PREMISE, reads: [IDS_SUITE], decide: weakOrders },
    {
      claimId: "hetu-gnn.q.structure-matters",
      premise: [...ROOM, ...HIT_RATE_PREMISE, realOrSweptIds(["rates", "times"])],
      reads: [IDS_SUITE, TIMES_SUITE],
      decide: structureMatters,
    },
    {
      claimId: "hetu-gnn.q.spmm-time",
      premise: [...ROOM, realOrSweptIds(["times"])],
      reads: [TIMES_SUITE],
      decide: spmmTime,
    },
    {
      claimId: "hetu-gnn.q.reorder-is-permutation",
      decide: (evidence) => reorderIsPermutation(evidence, orderings),
    },
    { claimId: "hetu-gnn.q.spmm-work", decide: (evidence) => workIsIndependentOfOrder(evidence, orderings) },
  ];
}
