/**
 * Claims of fastgl Table 4: mini-batches of an epoch have vertices in common, some pairs more than others.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf, type Row } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { coverage, sampledBatches } from "../sampled_premises.ts";
import { FOUR_GRAPHS } from "../sampling_graphs.ts";
import { openAtSmoke } from "../smoke_part.ts";

/** Id of the sampler whose mini-batches are compared. */
export const UNIFORM = "uniform";

const rowOf = (evidence: SuiteEvidence, workload: string, metric: string): Row =>
  evidence.row({ workload, contender: UNIFORM }, metric);

/** `match_degree(reddit) > match_degree(products) > match_degree(papers | mag) > 0`. */
function overlapExists(evidence: SuiteEvidence): ClaimPart[] {
  const mean = (workload: string) => rowOf(evidence, workload, "match_degree_mean");
  const pairs = [["reddit", "ogbn-products"], ["ogbn-products", "mag"], ["ogbn-products", "ogbn-papers100m"]];
  const ordered = pairs.map(([more, fewer]): ClaimPart => {
    const rows = [mean(more), mean(fewer)];
    const [high, low] = rows.map(medianOf);
    const text = `${high.toFixed(1)} % on ${rows[0].dataset}, ${low.toFixed(1)} % on ${rows[1].dataset}`;
    return openAtSmoke(evidence.exact(high > low, text, rows, high - low), rows[0]);
  });
  const all = FOUR_GRAPHS.map(mean);
  const least = Math.min(...all.map(medianOf));
  return [...ordered, evidence.exact(least > 0, `at least ${least.toFixed(1)} % everywhere`, all, least)];
}

/** `max M_ij - min M_ij > 0` in an epoch, on every graph. */
function spread(evidence: SuiteEvidence): ClaimPart[] {
  return FOUR_GRAPHS.map((workload) => {
    const row = rowOf(evidence, workload, "match_degree_spread");
    const text = `${medianOf(row).toFixed(2)} percentage points on ${row.dataset}`;
    return openAtSmoke(evidence.exact(medianOf(row) > 0, text, [row], medianOf(row)), row);
  });
}

/** Claims by the rows of the suite. */
export const TABLE_4_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "fastgl.q.overlap-exists",
    premise: [...sampledBatches(FOUR_GRAPHS, UNIFORM), coverage(FOUR_GRAPHS, UNIFORM)],
    decide: overlapExists,
  },
  { claimId: "fastgl.q.spread", decide: spread },
];
