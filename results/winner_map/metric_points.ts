/**
 * Points of a map at which a metric of one contender is surely above 1.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import { parseFactors, workloadId } from "../report/workload.ts";
import type { Row } from "../row.ts";
import type { JudgedPoint } from "./region.ts";
import type { MapAxes } from "./winner_map.ts";

/**
 * Measured points of a metric. It is surely above 1 where its interval is, and where it has none, where the
 * exact value is.
 */
export function metricPoints(
  rows: readonly Row[],
  { x, y }: Pick<MapAxes, "x" | "y">,
  { contender, metric }: {
    /** Id of the contender. */
    readonly contender: string;
    /** Metric of its rows. */
    readonly metric: string;
  },
): JudgedPoint[] {
  const own = rows.filter((row) =>
    row.contender === contender && row.metric === metric && row.status === "ok"
  );
  return [...groupBy(own, workloadId).values()].flatMap(([{ factors: text, median, ci_lo = median }]) => {
    const factors = parseFactors(text), across = Number(factors.get(x)), up = Number(factors.get(y));
    if (ci_lo === undefined || !Number.isFinite(across) || !Number.isFinite(up)) return [];
    return [{ x: across, y: up, holds: ci_lo > 1 }];
  });
}
