/**
 * Lattice of a map: a coarse grid that is measured first, and the places between that are measured where
 * coarse neighbours disagree or are unsure.
 *
 * @module
 */

/** Axis of a map: a factor and its values, of which every second one, from the first, is coarse. */
export interface Axis {
  /** Name of the factor. */
  readonly factor: string;
  /** Values, ascending, an odd number of them. */
  readonly values: readonly number[];
}

/** Both axes of a map. */
export interface Lattice {
  /** Factor across. */
  readonly x: Axis;
  /** Factor upwards. */
  readonly y: Axis;
}

/** A place by the numbers of its values. */
export interface LatticePlace {
  /** Number of the value across. */
  readonly column: number;
  /** Number of the value upwards. */
  readonly line: number;
}

/** Result of a measured place. */
export interface PlaceWinner {
  /** Id of the winner. */
  readonly winner: string;
  /** Whether it surely is the fastest. */
  readonly certain: boolean;
}

function places({ x, y }: Lattice): LatticePlace[] {
  return y.values.flatMap((_, line) => x.values.map((_, column) => ({ column, line })));
}

const isCoarse = ({ column, line }: LatticePlace) => column % 2 === 0 && line % 2 === 0;

/** Places of the coarse grid. */
export function coarsePlaces(lattice: Lattice): LatticePlace[] {
  return places(lattice).filter(isCoarse);
}

/** Coarse places next to one between them: two along a line, four around the middle of a square. */
function coarseNeighbours({ column, line }: LatticePlace): LatticePlace[] {
  const columns = column % 2 === 0 ? [column] : [column - 1, column + 1];
  const lines = line % 2 === 0 ? [line] : [line - 1, line + 1];
  return lines.flatMap((each) => columns.map((across) => ({ column: across, line: each })));
}

/**
 * Places between coarse ones that are worth a measurement: those whose coarse neighbours have different
 * winners, or one that is not certain. A place next to one without a result is left out. The answer depends
 * on coarse places alone, so that it stays the same while finer ones are measured.
 *
 * @param winnerAt Result of a coarse place; undefined where it has none.
 */
export function finerPlaces(
  lattice: Lattice,
  winnerAt: (place: LatticePlace) => PlaceWinner | undefined,
): LatticePlace[] {
  return places(lattice).filter((place) => {
    if (isCoarse(place)) return false;
    const around = coarseNeighbours(place).map(winnerAt);
    const known = around.filter((each) => each !== undefined);
    if (known.length < around.length) return false;
    return known.some(({ certain }) => !certain) || new Set(known.map(({ winner }) => winner)).size > 1;
  });
}
