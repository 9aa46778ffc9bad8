/**
 * networkx's node-link JSON, as GraphSAGE and DGL pack graphs: a list of nodes and a list of links.
 *
 * @module
 */
import { DataError } from "../../platform/errors.ts";
import type { ByteSource } from "./byte_source.ts";
import { GrowingEdges } from "./growing_edges.ts";
import { type JsonFailure, type JsonPath, type JsonScalar, scanJson } from "./json_scan.ts";
import { readingBudget } from "./reading_budget.ts";

/** Parts of a split, as `class_labels.ts` counts them. */
export const TRAIN = 1, VALIDATION = 2, TEST = 3;

/** Bytes that a vertex takes while its graph is read: its id, and its entry in the map from ids to places. */
const NODE_BYTES = 100;

/** A node-link graph: its vertices in the file's order, their flags, and its edges. */
export interface NodeLink {
  /** Id of each vertex. */
  readonly ids: readonly (number | string)[];
  /** {@link TEST} or {@link VALIDATION} where the vertex has that flag, else {@link TRAIN}. */
  readonly part: Uint8Array;
  /** Edges between places in `ids`. */
  readonly edges: GrowingEdges;
}

/** The two keys of an object in a list that are looked at, as they come. */
type Item = Map<string, JsonScalar>;

/** Calls `done` with each object of the list `list`, and says whether the text has such a list. */
async function forEachItem(
  source: ByteSource,
  list: "nodes" | "links",
  keys: readonly string[],
  done: (item: Item, at: number, fail: JsonFailure) => void,
): Promise<boolean> {
  let found = false, at = 0;
  const item: Item = new Map();
  const finish = (fail: JsonFailure) => {
    done(item, at++, fail);
    item.clear();
  };
  const inList = (path: JsonPath, depth: number) => path.length === depth && path[0] === list;
  await scanJson(source, {
    enter: (path, kind, fail) => {
      if (path.length === 0 && kind === "array") fail("no lists of nodes and links", "a node-link graph");
      if (!inList(path, 1)) return;
      if (found || kind === "object") fail(`another value of ${list}`, "one list");
      found = true;
    },
    scalar: (path, value, fail) => {
      if (inList(path, 2)) finish(fail);
      else if (inList(path, 3) && keys.includes(path[2] as string)) item.set(path[2] as string, value);
    },
    leave: (path, fail) => {
      if (inList(path, 2)) finish(fail);
    },
  });
  return found;
}

/**
 * Reads a node-link graph. Links name vertices by id; where all ids are texts and a link has numbers, they are places in
 * the list of vertices, as networkx before 2.0 wrote them. The text is read twice, since its lists come in any order.
 *
 * @throws {DataError} naming the key and offset of a node without an id of its own, or of a link to no node.
 */
export async function readNodeLink(source: ByteSource): Promise<NodeLink> {
  const budget = await readingBudget(source);
  const ids: (number | string)[] = [], part: number[] = [];
  const place = new Map<number | string, number>();
  const hasNodes = await forEachItem(source, "nodes", ["id", "val", "test"], (node, i, fail) => {
    budget.assertFits(NODE_BYTES * (i + 1), "a list of nodes");
    const id = node.get("id");
    if ((typeof id !== "number" && typeof id !== "string") || place.has(id)) {
      return fail(`node ${i} without an id of its own`, "an id for every node, each once");
    }
    place.set(id, i);
    ids.push(id);
    part.push(node.get("test") === true ? TEST : node.get("val") === true ? VALIDATION : TRAIN);
  });

  const byPlace = ids.every((id) => typeof id === "string");
  const placeOf = (end: JsonScalar | undefined): number => {
    if (byPlace && typeof end === "number") return Number.isInteger(end) && end < ids.length ? end : -1;
    return place.get(end as number | string) ?? -1;
  };
  const edges = new GrowingEdges(budget);
  const hasLinks = await forEachItem(source, "links", ["source", "target"], (link, i, fail) => {
    const from = placeOf(link.get("source")), to = placeOf(link.get("target"));
    if (from < 0 || to < 0) return fail(`link ${i} to no node`, "links between the nodes of the list");
    edges.push(from, to);
  });
  if (hasNodes && hasLinks) return { ids, part: Uint8Array.from(part), edges };
  throw new DataError({ file: source.name, key: hasNodes ? "links" : "nodes" }, {
    current: "no lists of nodes and links",
    wanted: "a node-link graph",
    next: "download the file again",
  });
}
