/**
 * All readers by id: a new one is a file beside this one and a line here.
 *
 * @module
 */
import type { FormatId } from "../dataset.ts";
import type { GraphFormat } from "./format.ts";
import { matrixMarket } from "./matrix_market.ts";
import { musae } from "./musae.ts";
import { planetoid } from "./planetoid.ts";
import { snap } from "./snap.ts";

/** The reader of each packing. */
export const graphFormats: Readonly<Record<FormatId, GraphFormat>> = {
  planetoid,
  snap,
  "matrix-market": matrixMarket,
  musae,
};
