/**
 * List of all readers by id: a new one is a file in this folder and a line here.
 *
 * @module
 */
import type { FormatId } from "../dataset.ts";
import type { GraphFormat } from "./format.ts";
import { edgeTable } from "./edge_table.ts";
import { graphsage } from "./graphsage.ts";
import { igb } from "./igb.ts";
import { matrixMarket } from "./matrix_market.ts";
import { metisGraph } from "./metis_graph.ts";
import { musae } from "./musae.ts";
import { ogb } from "./ogb.ts";
import { planetoid } from "./planetoid.ts";
import { reddit } from "./reddit.ts";
import { scipyNpz } from "./scipy_npz.ts";
import { snap } from "./snap.ts";

/** Readers by packing. */
export const graphFormats: Readonly<Record<FormatId, GraphFormat>> = {
  planetoid,
  snap,
  "edge-table": edgeTable,
  "matrix-market": matrixMarket,
  musae,
  ogb,
  igb,
  reddit,
  graphsage,
  "scipy-npz": scipyNpz,
  "metis-graph": metisGraph,
};
