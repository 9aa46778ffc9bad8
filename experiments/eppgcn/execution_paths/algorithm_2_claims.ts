/**
 * Claims of eppgcn Theorem 1 and Algorithm 2: gradients outside the execution paths are 0, and all others
 * those of all-active training.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { type AggregationContender, COMPILED, type PartialTraining } from "./compared_gradients.ts";

/** float64 sums in another order differ by rounding alone. */
const TOLERANCE = 1e-12;

/** Largest value of a metric over some cells, claimed to be at most `bound`. */
function atMost(
  evidence: SuiteEvidence,
  metric: string,
  { cells, what, bound = 0 }: {
    readonly cells: readonly CellKey[];
    readonly what: string;
    readonly bound?: number;
  },
): ClaimPart {
  const rows = cells.map((cell) => evidence.row(cell, metric));
  const largest = rows.reduce((most, row) => Math.max(most, medianOf(row)), 0);
  const text = `${what}: at most ${largest === 0 ? 0 : largest.toPrecision(2)} in ${rows.length} trainings`;
  return evidence.exact(largest <= bound, text, rows, largest);
}

/** Rules of all claims about these trainings by these aggregation matrices. */
export function algorithm2Claims(
  trainings: readonly PartialTraining[],
  matrices: readonly AggregationContender[],
): readonly ClaimRule[] {
  const cellsOf = (some: readonly PartialTraining[], by: readonly AggregationContender[]): CellKey[] =>
    some.flatMap(({ id: workload }) => by.map(({ id: contender }) => ({ workload, contender })));
  const withLoops = matrices.filter(({ selfLoops }) => selfLoops);
  const cells = cellsOf(trainings, matrices), loops = cellsOf(trainings, withLoops);
  const compiled = cellsOf(trainings.filter(({ percent }) => percent === COMPILED), withLoops);
  return [
    {
      claimId: "eppgcn.q.property-1",
      decide: (evidence) => [
        atMost(evidence, "output_rows_outside", { cells, what: "rows of dX_L outside V_t" }),
      ],
    },
    {
      claimId: "eppgcn.q.theorem-1",
      decide: (evidence) => [
        atMost(evidence, "rows_outside", { cells, what: "rows of dX_(L-k) outside N^k" }),
      ],
    },
    {
      claimId: "eppgcn.q.gradients-identical",
      decide: (evidence) => [
        ...["gradient_difference", "feature_gradient_difference"].map((metric) =>
          atMost(evidence, metric, { cells, what: metric.replaceAll("_", " "), bound: TOLERANCE })
        ),
        atMost(evidence, "program_gradient_difference", {
          cells: compiled,
          what: "gradient difference of the programs",
          bound: TOLERANCE,
        }),
      ],
    },
    {
      claimId: "eppgcn.q.path-size",
      decide: (evidence) => [
        atMost(evidence, "paths_above_graph", { cells, what: "paths above the graph" }),
        atMost(evidence, "paths_out_of_order", { cells: loops, what: "paths out of order" }),
      ],
    },
    {
      claimId: "eppgcn.q.path-fixed",
      decide: (evidence) => [
        atMost(evidence, "changed_when_rebuilt", { cells, what: "numbers changed by building again" }),
      ],
    },
  ];
}
