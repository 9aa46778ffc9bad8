/**
 * Arrangements of ranks that Table 3 trains on: one rank, several with caches, and bounds of these.
 *
 * @module
 */
import type { HaloPolicyName } from "../../../distributed/training/mod.ts";
import type { Contender } from "../../cell.ts";

/** A number of ranks and their policy about halo vertices. */
export interface Arrangement extends Contender {
  /** Settings of its rows. */
  readonly factors: { readonly ranks: number; readonly policy: HaloPolicyName };
  /** Arrangement with a cache on as many ranks, which this one bounds; absent where this one has a cache. */
  readonly cached?: Arrangement;
}

function arrangement(ranks: number, policy: HaloPolicyName, label: string): Arrangement {
  return { id: `${policy}-${ranks}`, label, factors: { ranks, policy } };
}

/** One rank, whose accuracy is the target of the others. */
export const SINGLE: Arrangement = { ...arrangement(1, "aep", "one rank"), id: "single" };

/** Ranks with pushed embeddings. */
export const PUSHED: readonly Arrangement[] = [4, 8, 16].map((ranks) =>
  arrangement(ranks, "aep", `${ranks} ranks, pushed embeddings`)
);

/** Ranks whose halo vertices are dropped or fetched: bounds of as many with a cache. */
export const BOUNDS: readonly Arrangement[] = [
  arrangement(4, "drop", "4 ranks, halo dropped"),
  arrangement(4, "exact", "4 ranks, features fetched"),
  arrangement(4, "distdgl", "4 ranks, neighbours and features fetched"),
].map((bound) => ({ ...bound, cached: PUSHED[0] }));
