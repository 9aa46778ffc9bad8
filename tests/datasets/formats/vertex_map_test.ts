/**
 * GraphSAGE's maps from ids: every vertex gets what the map says of its id, in whatever order it says so.
 *
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { bytesSource } from "../../../datasets/formats/bytes/byte_source.ts";
import { readClassMap, readRowMap } from "../../../datasets/formats/vertex_map.ts";
import { DataError } from "../../../platform/errors.ts";
import { text } from "./small_files.ts";

const source = (content: string) => bytesSource("map.json", text(content));

/** JSON of an object with these entries, in their order, which `JSON.stringify` changes. */
const mapOf = (entries: readonly (readonly [id: string, value: unknown])[]) =>
  source(`{${entries.map(([id, value]) => `${JSON.stringify(id)}: ${JSON.stringify(value)}`).join(", ")}}`);

/** Ids of a graph, numbers or texts, and an order in which a map may have them. */
const IDS = fc.uniqueArray(fc.oneof(fc.nat(99), fc.string({ maxLength: 4 })), {
  minLength: 1,
  maxLength: 9,
  selector: String,
});
const KEYS = fc.array(fc.nat(), { minLength: 9, maxLength: 9 });

/** Entries of a map that are not of the graph, which a reader passes over. */
const FOREIGN: readonly (readonly [string, unknown])[] = [["foreign 1", [2, "x"]], ["foreign 2", { a: [7] }]];

function inOrder<T>(list: readonly T[], keys: readonly number[]): T[] {
  return list.map((each, i) => ({ each, key: keys[i] })).sort((a, b) => a.key - b.key).map(({ each }) =>
    each
  );
}

Deno.test("class maps and id maps are read by id, in any order, and ids of other graphs are passed over", async () => {
  const list = fc.array(fc.nat(1), { minLength: 27, maxLength: 27 });
  await fc.assert(
    fc.asyncProperty(IDS, KEYS, list, fc.integer({ min: 1, max: 3 }), async (ids, keys, bits, width) => {
      const rowOf = (v: number) => bits.slice(v * width, (v + 1) * width);
      const entries = (value: (v: number) => unknown) => [
        FOREIGN[0],
        ...inOrder(ids.map((id, v) => [String(id), value(v)] as const), keys),
        FOREIGN[1],
      ];
      assert.deepEqual(await readClassMap(mapOf(entries(rowOf)), ids), {
        multiLabels: { width, values: Uint8Array.from(ids.flatMap((_, v) => rowOf(v))) },
      });
      const classes = ids.map((_, v) => 5 * bits[v] + v);
      // A vertex may lack a class.
      const some = entries((v) => classes[v]).filter(([id]) => id !== String(ids[0]));
      assert.deepEqual(await readClassMap(mapOf(some), ids), {
        labels: Int32Array.from(classes.with(0, -1)),
        classes: Math.max(-1, ...classes.slice(1)) + 1,
      });
      const order = inOrder(ids.map((_, v) => v), keys.toReversed());
      assert.deepEqual(await readRowMap(mapOf(entries((v) => order[v])), ids), Uint32Array.from(order));
    }),
  );
});

Deno.test("maps of another form, and vertices twice or not at all, are refused with their key", async () => {
  const ids = ["a", "b", 7];
  const refused = async (read: Promise<unknown>, key: string | undefined, says: RegExp) => {
    await assert.rejects(read, (error) => {
      assert.ok(error instanceof DataError, String(error));
      assert.match(error.message, says);
      assert.equal(error.place.key, key, error.message);
      return true;
    });
  };
  const classMap: readonly (readonly [json: string, key: string | undefined, says: RegExp])[] = [
    ["[1, 2, 3]", undefined, /no map/],
    ["1", undefined, /no map/],
    ['{"a": 1, "b": [1]}', "b", /wanted the form of the first/],
    ['{"a": [1], "b": 1}', "b", /wanted the form of the first/],
    ['{"a": 1, "a": 1}', "a", /the vertex once more/],
    ['{"a": [1], "a": [1]}', "a", /the vertex once more/],
    ['{"a": {"b": 1}}', "a", /wanted a class or a list of labels/],
    ['{"a": [[1]]}', "a[0]", /wanted a class or a list of labels/],
    ['{"a": [1, 0], "b": [1]}', "b", /found 1 label, wanted 2, as the first vertex has/],
    ['{"a": [1], "b": [1, 0]}', "b", /found 2 labels, wanted 1, as the first vertex has/],
    ['{"a": [true]}', "a[0]", /another label, wanted 0 or 1/],
    ['{"a": -1}', "a", /a class from 0/],
    ['{"a": 1.5}', "a", /a class from 0/],
    ['{"a": "1"}', "a", /a class from 0/],
    ['{"a": 65536}', "a", /a class from 0/],
    ['{"b": [1], "7": [1]}', "a", /found no labels/],
    ['{"a": [1], "b": [1]}', "7", /found no labels/],
  ];
  for (const [json, key, says] of classMap) await refused(readClassMap(source(json), ids), key, says);
  const rowMap: readonly (readonly [json: string, key: string | undefined, says: RegExp])[] = [
    ['{"a": 0, "b": 1, "7": 3}', "7", /wanted rows below 3/],
    ['{"a": 0, "b": 1, "7": -1}', "7", /wanted rows below 3/],
    ['{"a": 0, "b": 1, "7": 1.5}', "7", /wanted rows below 3/],
    ['{"a": 0, "b": 1, "7": "2"}', "7", /wanted rows below 3/],
    ['{"a": 0, "b": 1, "7": 1}', "7", /row 1 once more/],
    ['{"a": 0, "b": 1, "b": 2}', "b", /the vertex once more/],
    ['{"b": 1, "7": 2}', "a", /found no row of "a"/],
    ['{"a": 0, "b": 1, "7": [2]}', "7", /found no row of "7"/],
  ];
  for (const [json, key, says] of rowMap) await refused(readRowMap(source(json), ids), key, says);
});
