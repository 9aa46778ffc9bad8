/**
 * Map of winners: over two factors of a suite's workloads, which contender is the fastest, by how much, and
 * whether the measurement is sure of it.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import type { NonEmpty } from "../../platform/lists/non_empty.ts";
import { parseFactors, workloadId } from "../report/workload.ts";
import { medianOf, type Row } from "../row.ts";

/** Axes and metrics of a map. */
export interface MapAxes {
  /** Factor across. */
  readonly x: string;
  /** Factor upwards. */
  readonly y: string;
  /**
   * Metric that tells the winner: a contender's time over that of the fastest other one. The least value
   * wins, surely where its interval ends below 1.
   */
  readonly lead: string;
  /** Metric with the speed-up over the baseline, which has no row of it. */
  readonly speedup: string;
  /** Id of the baseline. */
  readonly baseline: string;
  /** Worst values of a modelled map; absent where intervals of measurements say what is sure. */
  readonly bounds?: MapBounds;
}

/** Metrics of a modelled map with the worst values that its model gives over the range of its assumptions. */
export interface MapBounds {
  /** Largest lead. The winner is sure where it is below 1. */
  readonly lead: string;
  /** Least speed-up. A contender is surely faster than the baseline where it is above 1. */
  readonly speedup: string;
}

/** Both ends of an interval. */
export type IntervalEnds = readonly [low: number, high: number];

/** A contender of one point, compared with the baseline. */
export interface MapEntry {
  /** Id of the contender. */
  readonly contender: string;
  /** Speed-up over the baseline; 1 for the baseline itself, absent where it was not measured. */
  readonly speedup: number | undefined;
  /** Interval of the speed-up; both ends are the speed-up where it has none. */
  readonly range: IntervalEnds | undefined;
  /** Whether the speed-up is surely above 1. */
  readonly faster: boolean;
}

/** A measured point of a map. */
export interface MapPoint {
  /** Value of the factor across. */
  readonly x: number;
  /** Value of the factor upwards. */
  readonly y: number;
  /** Id of the fastest contender. */
  readonly winner: string;
  /** Row that tells the winner. */
  readonly row: Row;
  /** Whether the winner surely is the fastest. */
  readonly certain: boolean;
  /** Every measured contender. */
  readonly entries: readonly MapEntry[];
}

/** Measured points with the values of both axes, ascending. */
export interface WinnerMap {
  /** Values across. */
  readonly xs: readonly number[];
  /** Values upwards. */
  readonly ys: readonly number[];
  /** Points in the order of the rows. */
  readonly points: readonly MapPoint[];
}

const ascending = (values: Iterable<number>) => [...new Set(values)].sort((a, b) => a - b);

/** Interval of a row; both ends are its value where it has none. */
function intervalOf({ median, ci_lo = median, ci_hi = median }: Row): IntervalEnds | undefined {
  return ci_lo === undefined || ci_hi === undefined ? undefined : [ci_lo, ci_hi];
}

function pointOf(rows: NonEmpty<Row>, { x, y, lead, speedup, baseline, bounds }: MapAxes): MapPoint[] {
  const factors = parseFactors(rows[0].factors);
  const across = Number(factors.get(x) ?? NaN), up = Number(factors.get(y) ?? NaN);
  const leads = rows.filter((row) => row.metric === lead && row.status === "ok" && row.median !== undefined);
  if (leads.length < 2 || !Number.isFinite(across) || !Number.isFinite(up)) return [];
  const row = leads.reduce((best, each) => medianOf(each) < medianOf(best) ? each : best);
  const rowOf = (contender: string, metric: string) =>
    rows.find((each) => each.contender === contender && each.metric === metric);
  const entries = leads.map(({ contender }): MapEntry => {
    const own = rowOf(contender, speedup);
    // The baseline has no ratio to itself, and where it was not measured no other one has a ratio to it.
    if (contender === baseline) return { contender, speedup: 1, range: [1, 1], faster: false };
    if (own === undefined) return { contender, speedup: undefined, range: undefined, faster: false };
    const least = bounds === undefined ? own.ci_lo : rowOf(contender, bounds.speedup)?.median;
    const faster = least !== undefined && least > 1;
    return { contender, speedup: own.median, range: intervalOf(own), faster };
  });
  const most = bounds === undefined ? row.ci_hi : rowOf(row.contender, bounds.lead)?.median;
  const certain = most !== undefined && most < 1;
  return [{ x: across, y: up, winner: row.contender, row, certain, entries }];
}

/** Reads the map from the rows of one suite; points with fewer than two measured contenders are left out. */
export function winnerMap(rows: readonly Row[], axes: MapAxes): WinnerMap {
  const points = [...groupBy(rows, workloadId).values()].flatMap((own) => pointOf(own, axes));
  return { xs: ascending(points.map(({ x }) => x)), ys: ascending(points.map(({ y }) => y)), points };
}

/** A place of a map's lattice with the measured point that stands for it. */
export interface MapPlace {
  /** Number of the value across. */
  readonly column: number;
  /** Number of the value upwards. */
  readonly line: number;
  /** The point measured there, else the nearest one by numbers of values. */
  readonly point: MapPoint;
  /** Whether the point was measured there. */
  readonly measured: boolean;
}

/** Every place of a map's lattice; one that was not measured takes the nearest point. */
export function mapPlaces({ xs, ys, points }: WinnerMap): MapPlace[] {
  const located = points.map((point) => ({ point, column: xs.indexOf(point.x), line: ys.indexOf(point.y) }));
  return ys.flatMap((_, line) =>
    xs.flatMap((_, column): MapPlace[] => {
      const distance = (other: (typeof located)[number]) =>
        Math.hypot(other.column - column, other.line - line);
      const nearest = located.reduce((best, each) => distance(each) < distance(best) ? each : best);
      return [{ column, line, point: nearest.point, measured: distance(nearest) === 0 }];
    })
  );
}
