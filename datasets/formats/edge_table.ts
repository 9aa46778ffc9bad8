/**
 * Edge lists and tables as programs save them: two vertex ids a line, between spaces, tabs, commas or
 * semicolons, with or without a first line of names and further columns.
 *
 * @module
 */
import { gunzipped } from "./bytes/gzip.ts";
import { readEdgeText } from "./edges/edge_text.ts";
import { type GraphFormat, onlyFile } from "./format.ts";

/** Reader of a user's own edge list or table. */
export const edgeTable: GraphFormat = {
  id: "edge-table",
  title: "edge list or table of edges, optionally gzip",
  async read(files, { compactIds = false }) {
    const edges = await readEdgeText(gunzipped(onlyFile(files)), { compactIds, isTable: true });
    return { edges, note: edges.note };
  },
};
