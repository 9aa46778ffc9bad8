/**
 * Contours of a quantity over the places of a lattice: where it crosses a level between neighbouring places.
 *
 * @module
 */

/** A place by the numbers of its values, with fractions between them. */
export type LatticePlace = readonly [column: number, line: number];

/** A straight piece of a contour. */
export type Segment = readonly [LatticePlace, LatticePlace];

/** Place between two corners at which a quantity has the level; none where both are on one side of it. */
function crossing(
  [a, atA]: readonly [LatticePlace, number],
  [b, atB]: readonly [LatticePlace, number],
  level: number,
): LatticePlace[] {
  if ((atA >= level) === (atB >= level)) return [];
  const share = (level - atA) / (atB - atA);
  return [[a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]];
}

/**
 * Segments of the contour at a level. Each square of four places is cut into two triangles, so that a
 * contour never branches; within a triangle the quantity is linear.
 *
 * @param valueAt Value of a place; the lattice has `columns` x `lines` of them.
 * @example
 * ```ts
 * const segments = contour({ columns: 2, lines: 2 }, (column) => column, 0.5);
 * if (segments.some(([[x], [to]]) => x !== 0.5 || to !== 0.5)) throw new Error("upright in the middle");
 * ```
 */
export function contour(
  { columns, lines }: { readonly columns: number; readonly lines: number },
  valueAt: (column: number, line: number) => number,
  level: number,
): Segment[] {
  const corner = (column: number, line: number) =>
    [[column, line], valueAt(column, line)] as readonly [LatticePlace, number];
  const segments: Segment[] = [];
  for (let line = 0; line + 1 < lines; line++) {
    for (let column = 0; column + 1 < columns; column++) {
      const [a, b] = [corner(column, line), corner(column + 1, line)];
      const [c, d] = [corner(column, line + 1), corner(column + 1, line + 1)];
      for (const [p, q, r] of [[a, b, d], [a, d, c]] as const) {
        const [from, to] = [...crossing(p, q, level), ...crossing(q, r, level), ...crossing(r, p, level)];
        if (from !== undefined && to !== undefined) segments.push([from, to]);
      }
    }
  }
  return segments;
}
