/**
 * ID maps that Table 8 and Algorithm 2 of fastgl compare.
 *
 * @module
 */
import type { Contender } from "../../cell.ts";

/** An ID map as a contender. */
export interface IdMapContender extends Contender {
  /** Column of the published table. */
  readonly system?: string;
}

/** The map in three steps, DGL's design. */
export const THREE_STEP: IdMapContender = {
  id: "three-step",
  label: "three steps (DGL's design)",
  system: "DGL",
};

/** Fused-Map as Algorithm 2 prints it, with one counter. */
export const FUSED: IdMapContender = { id: "fused-map", label: "Fused-Map", system: "Fused-Map" };

/** Fused-Map of this project, whose groups of threads add to the counter together. */
export const GROUPED: IdMapContender = {
  id: "fused-map-grouped",
  label: "Fused-Map, counter moved once a group",
};

/** The three maps, in the order of legends. */
export const ID_MAPS: readonly IdMapContender[] = [THREE_STEP, FUSED, GROUPED];
