/**
 * Reader of networkx's node-link JSON, as GraphSAGE and DGL pack graphs: a list of nodes and a list of links.
 *
 * @module
 */
import { DataError } from "../../platform/errors.ts";
import type { ByteSource } from "./bytes/byte_source.ts";
import { GrowingEdges } from "./edges/growing_edges.ts";
import { type JsonFailure, type JsonPath, type JsonScalar, scanJson } from "./bytes/json_scan.ts";
import { readingBudget } from "./bytes/reading_budget.ts";

/** Numbers of the parts of a split, as in `class_labels.ts`. */
export const TRAIN = 1, VALIDATION = 2, TEST = 3;

/** Bytes of a vertex while its graph is read: its id, and its entry in the map from ids to places. */
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

/** Objects of one list of the text, each as the values of its `keys` in their order. */
interface ItemList {
  readonly keys: readonly string[];
  /** Whether objects are taken now. */
  readonly wanted: () => boolean;
  /** Takes the object at a place in the list; the array of values is reused. */
  readonly take: (values: readonly (JsonScalar | undefined)[], at: number, fail: JsonFailure) => void;
}

/**
 * Calls each list's `take` with its objects as they arrive, and returns the names of the lists in the text's
 * order.
 */
async function scanLists(
  source: ByteSource,
  lists: Readonly<Record<string, ItemList>>,
): Promise<readonly string[]> {
  const found: string[] = [];
  const values: (JsonScalar | undefined)[] = [];
  let list: ItemList | undefined;
  const finish = (path: JsonPath, fail: JsonFailure) => {
    if (list!.wanted()) list!.take(values, path[1] as number, fail);
    values.fill(undefined);
  };
  await scanJson(source, {
    enter: (path, kind, fail) => {
      if (path.length === 0 && kind === "array") fail("no lists of nodes and links", "a node-link graph");
      if (path.length !== 1) return;
      const name = String(path[0]);
      list = Object.hasOwn(lists, name) ? lists[name] : undefined;
      if (list === undefined) return;
      if (found.includes(name) || kind === "object") fail(`another value of ${name}`, "one list");
      found.push(name);
      values.length = list.keys.length;
      values.fill(undefined);
    },
    scalar: (path, value, fail) => {
      if (list === undefined || path.length < 2 || path.length > 3) return;
      if (path.length === 2) return finish(path, fail);
      const key = list.keys.indexOf(path[2] as string);
      if (key >= 0) values[key] = value;
    },
    leave: (path, fail) => {
      if (list !== undefined && path.length === 2) finish(path, fail);
      if (path.length === 1) list = undefined;
    },
  });
  return found;
}

/**
 * Reads a node-link graph. Links name vertices by id; where all ids are texts and a link has numbers, they
 * are places in the list of vertices, as networkx before 2.0 wrote them. A text in which the links come first
 * is read twice.
 *
 * @throws {DataError} naming the key and offset of a node without an id of its own, or of a link to no node.
 */
export async function readNodeLink(source: ByteSource): Promise<NodeLink> {
  const budget = await readingBudget(source);
  const ids: (number | string)[] = [], part: number[] = [];
  const place = new Map<number | string, number>();
  const edges = new GrowingEdges(budget);
  let linksWanted = false, nodesWanted = true, byPlace = true;
  const nodes: ItemList = {
    keys: ["id", "val", "test"],
    wanted: () => nodesWanted,
    take: ([id, validation, test], i, fail) => {
      if ((i & 4095) === 0) budget.assertRoom(NODE_BYTES * (i + 4096), "a list of nodes");
      if ((typeof id !== "number" && typeof id !== "string") || place.has(id)) {
        return fail(`node ${i} without an id of its own`, "an id for every node, each once");
      }
      place.set(id, i);
      ids.push(id);
      part.push(test === true ? TEST : validation === true ? VALIDATION : TRAIN);
      byPlace &&= typeof id === "string";
      linksWanted = true;
    },
  };
  const placeOf = (end: JsonScalar | undefined): number => {
    if (byPlace && typeof end === "number") return Number.isInteger(end) && end < ids.length ? end : -1;
    return place.get(end as number | string) ?? -1;
  };
  const links: ItemList = {
    keys: ["source", "target"],
    wanted: () => linksWanted,
    take: ([source, target], i, fail) => {
      const from = placeOf(source), to = placeOf(target);
      if (!(from >= 0 && to >= 0)) return fail(`link ${i} to no node`, "links between the nodes of the list");
      edges.push(from, to);
    },
  };
  const found = await scanLists(source, { nodes, links });
  if (found.length < 2) {
    throw new DataError({ file: source.name, key: found[0] === "nodes" ? "links" : "nodes" }, {
      current: "no lists of nodes and links",
      wanted: "a node-link graph",
      next: "download the file again",
    });
  }
  if (found[0] === "links" || ids.length === 0) {
    [nodesWanted, linksWanted] = [false, true];
    await scanLists(source, { nodes, links });
  }
  return { ids, part: Uint8Array.from(part), edges };
}
