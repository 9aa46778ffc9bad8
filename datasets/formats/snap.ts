/**
 * SNAP edge lists: `#` comments, one `<from><TAB or space><to>` a line, CRLF or LF, compressed or not.
 *
 * @module
 */
import type { GraphFormat } from "./format.ts";
import { onlyFile } from "./format.ts";
import { readEdgeText } from "./edges/edge_text.ts";
import { gunzipped } from "./bytes/gzip.ts";

/** Reader of SNAP edge lists, and of any text with two vertex ids a line. */
export const snap: GraphFormat = {
  id: "snap",
  title: "edge list, two vertex ids a line, optionally gzip",
  async read(files, rule) {
    const edges = await readEdgeText(gunzipped(onlyFile(files)), { compactIds: rule.compactIds ?? false });
    return { edges, note: "" };
  },
};
