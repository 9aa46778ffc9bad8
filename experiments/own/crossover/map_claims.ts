/**
 * Claims of the papers on a map: the region in which a number that a claim is about is surely above 1.
 *
 * @module
 */
import { factorName } from "../../../results/report/workload.ts";
import type { Row } from "../../../results/row.ts";
import { type RegionAxes, regionText } from "../../../results/winner_map/map_text.ts";
import { metricPoints } from "../../../results/winner_map/metric_points.ts";
import type { WinnerMap } from "../../../results/winner_map/winner_map.ts";
import type { Lattice } from "./lattice.ts";

/** A claim. */
export interface MapClaim {
  /** Id in the paper's table of claims. */
  readonly claim: string;
  /** Statement at a point, as a clause: `Match loads faster than plain copies`. */
  readonly says: string;
  /** Contender whose metric it is about. */
  readonly contender: string;
  /** Metric that is above 1 where it holds; surely where its interval is, or an exact value. */
  readonly metric: string;
}

/** Sentence on the region of a claim. */
export function claimAnswer(
  rows: readonly Row[],
  { xs, ys }: WinnerMap,
  { lattice, units, ...claim }: MapClaim & {
    readonly lattice: Lattice;
    /** Units of both axes, where their values have some. */
    readonly units: Pick<RegionAxes, "xUnit" | "yUnit">;
  },
): string {
  const judged = metricPoints(rows, { x: lattice.x.factor, y: lattice.y.factor }, claim);
  const axes = { x: factorName(lattice.x.factor), y: factorName(lattice.y.factor), xs, ys, ...units };
  const region = regionText(judged, axes) ?? `at none of ${judged.length} points`;
  return `Region of claim ${claim.claim}: that ${claim.says} surely holds ${region}.`;
}
