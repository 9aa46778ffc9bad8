import assert from "node:assert/strict";
import {
  coarsePlaces,
  finerPlaces,
  type Lattice,
  type LatticePlace,
} from "../../../../experiments/own/crossover/lattice.ts";

const SEVEN = [1, 2, 4, 8, 16, 32, 64];
const lattice: Lattice = { x: { factor: "a", values: SEVEN }, y: { factor: "b", values: SEVEN } };

/** Winner by the side of a diagonal on which a place lies. */
const byDiagonal = ({ column, line }: LatticePlace) => column + line < 5 ? "low" : "high";

Deno.test("the coarse grid is every second value of both axes", () => {
  const places = coarsePlaces(lattice);
  assert.equal(places.length, 16);
  assert.ok(places.every(({ column, line }) => column % 2 === 0 && line % 2 === 0));
});

Deno.test("places are refined along the border of two winners and nowhere else", () => {
  const finer = finerPlaces(lattice, (place) => ({ winner: byDiagonal(place), certain: true }));
  assert.ok(finer.length > 0 && finer.length < 33);
  for (const { column, line } of finer) {
    assert.ok(Math.abs(column + line - 4.5) <= 2.5, `${column}, ${line} lies off the border`);
  }
  // Every step across the border between coarse neighbours has its middle measured.
  const has = (column: number, line: number) =>
    finer.some((each) => each.column === column && each.line === line);
  for (const { column, line } of coarsePlaces(lattice)) {
    for (const [across, up] of [[2, 0], [0, 2]]) {
      const other = { column: column + across, line: line + up };
      if (other.column > 6 || other.line > 6) continue;
      const border = byDiagonal({ column, line }) !== byDiagonal(other);
      assert.equal(has(column + across / 2, line + up / 2), border, `${column}, ${line} to ${across}, ${up}`);
    }
  }
});

Deno.test("one winner everywhere is refined nowhere, and an unsure one all around it", () => {
  assert.deepEqual(finerPlaces(lattice, () => ({ winner: "low", certain: true })), []);
  const unsure = finerPlaces(lattice, ({ column, line }) => ({
    winner: "low",
    certain: !(column === 2 && line === 4),
  }));
  assert.deepEqual(
    unsure.map(({ column, line }) => [column, line]),
    [[1, 3], [2, 3], [3, 3], [1, 4], [3, 4], [1, 5], [2, 5], [3, 5]],
  );
});

Deno.test("a place next to one without a result waits", () => {
  const finer = finerPlaces(
    lattice,
    ({ column, line }) => column === 0 ? undefined : { winner: `${column}-${line}`, certain: true },
  );
  assert.ok(finer.length > 0);
  assert.ok(finer.every(({ column }) => column > 1));
});
