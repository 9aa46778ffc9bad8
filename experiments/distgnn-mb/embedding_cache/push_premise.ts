/**
 * Premise that pushes are as large beside a layer as the paper's.
 *
 * @module
 */
import { between, type PremiseCondition } from "../../premises/condition.ts";
import { metricOf } from "../../premises/quantities.ts";
import type { CellKey } from "../../claims/suite_evidence.ts";

/**
 * Rows that all other ranks may push over the rows of a layer of a mini-batch, `nc (R - 1) / rows`, on the
 * paper's 64 ranks.
 */
const PRINTED_PUSHES = [0.32, 2.5, 25] as const;

/** Pushes are as large beside a layer as the paper's, within a factor of 2. */
export function pushesAsPrinted(cells: readonly (CellKey & { readonly ranks: number })[]): PremiseCondition {
  return between(0.5, 2, {
    name: "rows pushed over rows of a layer against the paper's",
    readings: (evidence) =>
      cells.flatMap(({ ranks, ...cell }) =>
        PRINTED_PUSHES.flatMap((printed, layer) =>
          metricOf(`push_share_l${layer}`, [cell])(evidence).map(({ of, value }) => ({
            of: `L${layer} of ${of} on ${ranks} ranks`,
            value: value / (printed * (ranks - 1) / 63),
          }))
        )
      ),
    elsewhere: "--profile paper",
  });
}
