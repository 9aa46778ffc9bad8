/**
 * Regions of a map where a statement holds: the largest rectangle of values in which it holds at every
 * measured point.
 *
 * @module
 */

/** A measured point with the truth of a statement. */
export interface JudgedPoint {
  /** Value across. */
  readonly x: number;
  /** Value upwards. */
  readonly y: number;
  /** Whether the statement holds there. */
  readonly holds: boolean;
}

/** Both ends of a range of values, inclusive. */
export type Range = readonly [least: number, most: number];

/** A rectangle in which a statement holds at every point. */
export interface Region {
  /** Values across. */
  readonly x: Range;
  /** Values upwards. */
  readonly y: Range;
  /** Points within it. */
  readonly points: number;
  /** Points outside of it where the statement holds too. */
  readonly beyond: number;
}

const ascending = (values: Iterable<number>) => [...new Set(values)].sort((a, b) => a - b);

function ranges(values: readonly number[]): Range[] {
  return values.flatMap((least, i) => values.slice(i).map((most): Range => [least, most]));
}

const within = (value: number, [least, most]: Range) => value >= least && value <= most;

/**
 * The rectangle with the most points, in none of which the statement fails; of equal ones the widest.
 * Undefined where it holds nowhere.
 *
 * @example
 * ```ts
 * const points = [1, 2, 4].flatMap((x) => [0, 50].map((y) => ({ x, y, holds: x < 4 && y === 0 })));
 * const region = largestRegion(points);
 * if (region?.x.join() !== "1,2" || region.points !== 2) throw new Error("two points along the lower edge");
 * ```
 */
export function largestRegion(points: readonly JudgedPoint[]): Region | undefined {
  const holding = points.filter(({ holds }) => holds).length;
  const spans = ranges(ascending(points.map(({ x }) => x)));
  const heights = ranges(ascending(points.map(({ y }) => y)));
  let best: Region | undefined, room = 0;
  for (const x of spans) {
    for (const y of heights) {
      const inside = points.filter((point) => within(point.x, x) && within(point.y, y));
      if (inside.length === 0 || inside.some(({ holds }) => !holds)) continue;
      // The widest of the rectangles with the same points says most.
      const area = (x[1] - x[0] + 1) * (y[1] - y[0] + 1);
      if (best && (inside.length < best.points || (inside.length === best.points && area <= room))) continue;
      best = { x, y, points: inside.length, beyond: holding - inside.length };
      room = area;
    }
  }
  return best;
}
