/**
 * Choice of the rows that a partial check compares entry by entry.
 *
 * @module
 */
import type { RandomStream } from "../../platform/random.ts";

const HEAVIEST_ROWS = 1000;
const EDGE_ROWS = 1000;
const RANDOM_ROWS = 10_000;
/** Rows of a partial check that is not cut short, at most. */
export const MOST_ROWS = HEAVIEST_ROWS + 2 * EDGE_ROWS + RANDOM_ROWS;

/**
 * Rows of a partial check, ascending: the rows with most terms, those at the ends of launches, and random
 * ones.
 */
export function someRows(rows: number, terms: (row: number) => number, { stream, share, heavy }: {
  readonly stream: RandomStream;
  /** Whether the rows with most terms are among them. */
  readonly heavy: boolean;
  /** Fraction of the usual number of rows of each sort; at least one row of each is taken. */
  readonly share: number;
}): Uint32Array {
  const [heaviest, edge, random] = [HEAVIEST_ROWS, EDGE_ROWS, RANDOM_ROWS].map((n) => Math.ceil(share * n));
  const chosen = new Set<number>();
  if (heavy) addHeaviest(chosen, { rows, terms, wanted: heaviest });
  for (let row = 0; row < Math.min(edge, rows); row++) chosen.add(row).add(rows - 1 - row);
  for (let draw = 0; draw < random; draw++) chosen.add(stream.below(rows));
  return Uint32Array.from(chosen).sort();
}

/** Adds the rows with most terms. */
function addHeaviest(chosen: Set<number>, { rows, terms, wanted }: {
  readonly rows: number;
  readonly terms: (row: number) => number;
  readonly wanted: number;
}): void {
  const lengths = new Float64Array(rows);
  for (let row = 0; row < rows; row++) lengths[row] = terms(row);
  const least = lengths.toSorted()[Math.max(0, rows - wanted)];
  // Many rows may be as long as the shortest of the heaviest; longer rows are taken first.
  for (let row = 0; row < rows; row++) if (lengths[row] > least) chosen.add(row);
  for (let row = 0; row < rows && chosen.size < wanted; row++) if (lengths[row] === least) chosen.add(row);
}
