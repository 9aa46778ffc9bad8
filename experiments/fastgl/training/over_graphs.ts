/**
 * Claims about means over graphs.
 *
 * @module
 */
import { type ClaimPart, weakestDatasetKind } from "../../../results/verdicts/evidence.ts";
import type { Row } from "../../../results/row.ts";

/** A part about means over graphs rests on data of the kind that these graphs are of. */
export function overGraphs<P extends ClaimPart>(part: P, rows: readonly Row[]): P {
  return { ...part, datasetKind: weakestDatasetKind(rows.map(({ dataset_kind }) => dataset_kind)) };
}
