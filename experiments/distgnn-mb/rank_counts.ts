/**
 * The numbers of ranks that Figures 3, 4 and 5 compare.
 *
 * @module
 */
import type { Profile } from "../profiles.ts";
import { PAPERS, PRODUCTS } from "./scaled_graphs.ts";

/** Of Figures 3 and 4, by graph; the first is what speed-ups are against. */
export function scalingRanks({ id }: Pick<Profile, "id">): Readonly<Record<string, readonly number[]>> {
  return id === "smoke"
    ? { [PRODUCTS]: [2, 4], [PAPERS]: [2, 4, 8] }
    : { [PRODUCTS]: [2, 16, 32], [PAPERS]: [4, 8, 16, 32, 64] };
}

/** Of Figure 5, on Papers100M: some of those of Figure 3. */
export function comparedRanks({ id }: Pick<Profile, "id">): readonly number[] {
  return id === "smoke" ? [4, 8] : [8, 16, 32, 64];
}
