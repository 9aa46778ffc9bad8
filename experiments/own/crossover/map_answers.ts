/**
 * Answers of a map in sentences: the regions of claims, and the signs that were stated beforehand.
 *
 * @module
 */
import type { Row } from "../../../results/row.ts";
import type { WinnerMap } from "../../../results/winner_map/winner_map.ts";
import type { Suite } from "../../suite.ts";
import { claimAnswer, type MapClaim } from "./map_claims.ts";
import { type MapNames, signsAnswers, type StatedSign } from "./stated_signs.ts";

/** Sentences of a map, from the rows of its suite; none before it has a point. */
export function mapAnswers(
  rows: readonly Row[],
  map: WinnerMap,
  { signs, claims, plots, ...names }: MapNames & Pick<Suite, "plots"> & {
    readonly signs: readonly StatedSign[];
    readonly claims: readonly MapClaim[];
  },
): string[] {
  if (map.points.length === 0) return [];
  const { xUnit, yUnit } = plots[0], { lattice } = names;
  return [
    ...claims.map((claim) => claimAnswer(rows, map, { ...claim, lattice, units: { xUnit, yUnit } })),
    ...signsAnswers(map, signs, names),
  ];
}
