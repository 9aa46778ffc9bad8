/**
 * Claims of fastgl equations 3 and 4: Memory-Aware access times are below naive ones, by a bounded ratio.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf, type Row } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { type AccessTarget, LARGEST, TARGETS } from "./access_ratios.ts";

/** Id of the one contender. */
export const EQUATIONS = "equations";

/** Id of the workload of all sizes. */
export const GRID = "grid";

/** Id of the workload of a target. */
export const targetId = ({ neighbors, width }: AccessTarget): string => `n${neighbors}:d${width}`;

const rowOf = (evidence: SuiteEvidence, workload: string, metric: string): Row =>
  evidence.row({ workload, contender: EQUATIONS }, metric);

/** `t_m < t_n` for every neighbour count and width. */
function memoryAwareIsBelow(evidence: SuiteEvidence): ClaimPart[] {
  const row = rowOf(evidence, GRID, "least_ratio");
  const text = `t_n / t_m is at least ${
    medianOf(row).toFixed(3)
  } for up to ${LARGEST.neighbors} neighbours, width ${LARGEST.width}`;
  return [evidence.exact(medianOf(row) > 1, text, [row], row.median)];
}

/** The ratio stays below three, and is about 2.5 for the paper's fan-outs and widths; `about` is 20 %. */
function ratioIsBounded(evidence: SuiteEvidence): ClaimPart[] {
  const largest = rowOf(evidence, GRID, "largest_ratio");
  const cells = TARGETS.map((target) => rowOf(evidence, targetId(target), "access_time_ratio"));
  const ratios = cells.map((row) => medianOf(row));
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
  return [
    evidence.exact(
      medianOf(largest) < 3,
      `at most ${medianOf(largest).toFixed(3)} anywhere`,
      [largest],
      largest.median,
    ),
    evidence.exact(
      low >= 2 && high <= 3,
      `${low.toFixed(2)} to ${high.toFixed(2)} for the paper's settings`,
      cells,
      low,
    ),
  ];
}

/** Claims by the rows of the suite. */
export const EQUATION_4_CLAIMS: readonly ClaimRule[] = [
  { claimId: "fastgl.q.tm-below-tn", decide: memoryAwareIsBelow },
  { claimId: "fastgl.q.ratio-bound", decide: ratioIsBounded },
];
