/**
 * Answers of a map in sentences: the regions of claims, and the signs that were stated beforehand.
 *
 * @module
 */
import type { Row } from "../../../results/row.ts";
import type { WinnerMap } from "../../../results/winner_map/winner_map.ts";
import { claimSentence, type MapClaim } from "./map_claims.ts";
import { type MapNames, signSentence, type StatedSign } from "./stated_signs.ts";

/** Sentences of a map, from the rows of its suite; none before it has a point. */
export function mapAnswers(
  rows: readonly Row[],
  map: WinnerMap,
  { signs, claims, ...names }: MapNames & {
    readonly signs: readonly StatedSign[];
    readonly claims: readonly MapClaim[];
  },
): string[] {
  if (map.points.length === 0) return [];
  return [
    ...claims.map((claim) => claimSentence(rows, map, { ...claim, lattice: names.lattice })),
    ...signs.map((sign) => signSentence(map, sign, names)),
  ];
}
