/**
 * Reader of GraphSAGE's JSON maps from a vertex's id to its class, its labels or its row of features.
 *
 * @module
 */
import type { MultiLabels } from "../dataset.ts";
import { DataError } from "../../platform/errors.ts";
import type { ByteSource } from "./bytes/byte_source.ts";
import { MAX_CLASS } from "./class_labels.ts";
import { type JsonFailure, type JsonPath, scanJson } from "./bytes/json_scan.ts";
import { readingBudget } from "./bytes/reading_budget.ts";
import { plural } from "../../platform/text/plural.ts";

/** Ids of the vertices, in the graph's order. */
type Ids = readonly (number | string)[];

function placesOf(ids: Ids): ReadonlyMap<string, number> {
  return new Map(ids.map((id, place) => [String(id), place]));
}

/** Error at the id of a vertex without an entry in the map. */
function lacking(
  source: ByteSource,
  id: number | string,
  { current, wanted }: Record<"current" | "wanted", string>,
) {
  const key = String(id).slice(0, 40);
  return new DataError({ file: source.name, key }, { current, wanted, next: "download the file again" });
}

/** Rows of labels in the order of arrival; the first row determines the width. */
class LabelRows {
  readonly #vertices: number;
  #first: number[] = [];
  #row = 0;
  #column = 0;
  #values: Uint8Array | undefined;

  constructor(vertices: number) {
    this.#vertices = vertices;
  }

  begin(vertex: number): void {
    this.#row = vertex;
    this.#column = 0;
  }

  push(label: unknown, fail: JsonFailure): void {
    if (label !== 0 && label !== 1) return fail("another label", "0 or 1");
    if (this.#values === undefined) this.#first.push(label);
    else if (this.#column < this.width) this.#values[this.#row * this.width + this.#column] = label;
    this.#column++;
  }

  end(assertFits: (bytes: number) => void, fail: JsonFailure): void {
    if (this.#values === undefined) {
      assertFits(this.#vertices * this.width);
      this.#values = new Uint8Array(this.#vertices * this.width);
      this.#values.set(this.#first, this.#row * this.width);
    }
    if (this.#column !== this.width) {
      fail(plural(this.#column, "label"), `${this.width}, as the first vertex has`);
    }
  }

  get width(): number {
    return this.#first.length;
  }

  done(): MultiLabels {
    return { width: this.width, values: this.#values! };
  }
}

/**
 * Reads a class map: a class a vertex, or a list of zeros and ones, as for the first vertex. A vertex may
 * lack a class, but not a list.
 *
 * @throws {DataError} naming the key of a vertex whose value has another form.
 */
export async function readClassMap(
  source: ByteSource,
  ids: Ids,
): Promise<{ labels: Int32Array; classes: number } | { multiLabels: MultiLabels }> {
  const budget = await readingBudget(source);
  const place = placesOf(ids), named = new Uint8Array(ids.length);
  const labels = new Int32Array(ids.length).fill(-1), rows = new LabelRows(ids.length);
  let classes = 0, lists: boolean | undefined;
  const vertexOf = (path: JsonPath): number | undefined => place.get(String(path[0]));
  const begin = (vertex: number, isList: boolean, fail: JsonFailure) => {
    lists ??= isList;
    if (lists !== isList) fail("another value", "the form of the first");
    if (named[vertex]++ > 0) fail("the vertex once more", "every vertex once");
  };
  await scanJson(source, {
    enter: (path, kind, fail) => {
      if (path.length === 0 && kind === "array") fail("no map", "id -> class or list of labels");
      const vertex = vertexOf(path);
      if (path.length === 0 || vertex === undefined) return;
      if (path.length > 1 || kind === "object") fail("another value", "a class or a list of labels");
      begin(vertex, true, fail);
      rows.begin(vertex);
    },
    scalar: (path, value, fail) => {
      const vertex = vertexOf(path);
      if (path.length === 0) fail("no map", "id -> class or list of labels");
      if (vertex === undefined) return;
      if (path.length === 2) return rows.push(value, fail);
      begin(vertex, false, fail);
      if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value >= MAX_CLASS) {
        return fail("another value", `a class from 0 below ${MAX_CLASS}`);
      }
      labels[vertex] = value;
      classes = Math.max(classes, value + 1);
    },
    leave: (path, fail) => {
      if (path.length !== 1 || vertexOf(path) === undefined) return;
      rows.end((bytes) => budget.assertRoom(bytes, `${plural(rows.width, "label")} a vertex`), fail);
    },
  });
  if (lists !== true) return { labels, classes };
  const lost = named.indexOf(0);
  if (lost < 0) return { multiLabels: rows.done() };
  throw lacking(source, ids[lost], { current: "no labels", wanted: "the form of the first" });
}

/**
 * Reads the row of each vertex in the features from an id map.
 *
 * @throws {DataError} naming the key of a vertex without a row of its own.
 */
export async function readRowMap(source: ByteSource, ids: Ids): Promise<Uint32Array> {
  const place = placesOf(ids), rows = new Uint32Array(ids.length);
  const named = new Uint8Array(ids.length), taken = new Uint8Array(ids.length);
  const wanted = `rows below ${ids.length}`;
  await scanJson(source, {
    scalar: (path, row, fail) => {
      const vertex = path.length === 1 ? place.get(String(path[0])) : undefined;
      if (vertex === undefined) return;
      if (typeof row !== "number" || !Number.isInteger(row) || row < 0 || row >= ids.length) {
        return fail("another value", wanted);
      }
      if (named[vertex]++ > 0) fail("the vertex once more", "every vertex once");
      if (taken[row]++ > 0) fail(`row ${row} once more`, "a row for each vertex");
      rows[vertex] = row;
    },
  });
  const lost = named.indexOf(0);
  if (lost < 0) return rows;
  const id = JSON.stringify(String(ids[lost]).slice(0, 40));
  throw lacking(source, ids[lost], { current: `no row of ${id}`, wanted });
}
