/**
 * Register tiles of the blocked kernel.
 *
 * @module
 */

/** Rows of a register tile, as in `assembly/register_tile.ts`. */
export const TILE_ROWS = 6;

/** Number of register tiles that cover the rows of a result; none where it has no columns. */
export function registerTiles(rows: number, cols: number): number {
  return cols === 0 ? 0 : Math.ceil(rows / TILE_ROWS);
}
