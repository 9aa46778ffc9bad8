/** @module */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import type { GraphRule } from "../../../datasets/dataset.ts";
import { type ByteSource, bytesSource, readAllBytes } from "../../../datasets/formats/bytes/byte_source.ts";
import { readEdgeText } from "../../../datasets/formats/edges/edge_text.ts";
import { graphFormats } from "../../../datasets/formats/formats.ts";
import { gunzipped } from "../../../datasets/formats/bytes/gzip.ts";
import { forEachLine, MAX_LINE_BYTES } from "../../../datasets/formats/bytes/text_lines.ts";
import { closeGaps } from "../../../datasets/formats/edges/vertex_renumbering.ts";
import { DataError } from "../../../platform/errors.ts";
import { lineOf, pairs } from "./readings.ts";
import { filesOf, smallMusae, smallSnap, smallSnapGzip, smallTable, text } from "./small_files.ts";

const RULE: GraphRule = { listed: "directed", symmetrise: true, selfLoops: "drop" };

/** A source that arrives in chunks of `size` bytes. */
function chunked(bytes: Uint8Array, size: number): ByteSource {
  return {
    name: "chunked",
    size: () => Promise.resolve(undefined),
    fileBytes: () => Promise.resolve(bytes.length),
    open: () =>
      Promise.resolve(
        new ReadableStream({
          start(controller) {
            for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
            controller.close();
          },
        }),
      ),
  };
}

Deno.test("lines are the same in any chunking", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ maxLength: 9 }).map((s) => s.replace(/[\r\n]/g, ""))),
      fc.constantFrom("\n", "\r\n"),
      fc.integer({ min: 1, max: 12 }),
      async (lines, end, size) => {
        const seen: string[] = [];
        await forEachLine(
          chunked(text(lines.map((line) => line + end).join("")), size),
          (bytes, begin, stop, line) => {
            seen.push(new TextDecoder().decode(bytes.slice(begin, stop)));
            assert.equal(line, seen.length);
          },
        );
        assert.deepEqual(seen, lines);
      },
    ),
  );
});

Deno.test("text in UTF-16 is refused by that name, in both orders of bytes", async () => {
  for (const bigEndian of [false, true]) {
    const units = Uint16Array.from("\ufeff0 1\n", (letter) => letter.charCodeAt(0));
    const bytes = new Uint8Array(2 * units.length), view = new DataView(bytes.buffer);
    units.forEach((unit, i) => view.setUint16(2 * i, unit, !bigEndian));
    await assert.rejects(readEdgeText(chunked(bytes, 64)), /found text in UTF-16, wanted text in UTF-8/);
  }
});

Deno.test("a last line without a line end counts", async () => {
  assert.equal(pairs(await readEdgeText(bytesSource("x", text("0 1\n1 0")))), "0-1 1-0");
});

Deno.test("a line of 10 MB is refused at its length, not held", async () => {
  const long = new Uint8Array(10 * 2 ** 20).fill(0x31);
  assert.equal(await lineOf(readEdgeText(bytesSource("x", long))), 1);
  for (const end of ["", "\n"]) {
    const whole = new Uint8Array([...text("0 1\n"), ...long.subarray(0, 2 ** 17), ...text(end)]);
    assert.equal(await lineOf(readEdgeText(chunked(whole, whole.length))), 2);
  }
  assert.equal(
    await lineOf(
      readEdgeText(
        bytesSource("x", new Uint8Array([...text("0 1\n"), ...long.subarray(0, MAX_LINE_BYTES + 1)])),
      ),
    ),
    2,
  );
});

Deno.test("SNAP: comments, CRLF, tabs and gzip are read", async () => {
  for (const files of [smallSnap, smallSnapGzip]) {
    const { edges } = await graphFormats.snap.read(filesOf(files), RULE);
    assert.equal(pairs(edges), "0-1 1-2 2-0 0-1 3-3");
    assert.equal(edges.vertices, 4);
  }
});

Deno.test("edge lists: what is no pair of ids is refused with its line", async () => {
  for (
    const bad of [
      "0 -1",
      "0 NaN",
      "0 1.5",
      "0",
      "0 1 2",
      "0,1,2",
      "0 1,",
      ",0 1",
      "0,,1",
      "a b",
      "0 99999999999",
      "0x1 2",
      "\u0000",
    ]
  ) {
    assert.equal(await lineOf(readEdgeText(bytesSource("x", text(`# c\n3 4\n${bad}\n`)))), 3, bad);
  }
  assert.equal(await lineOf(readEdgeText(bytesSource("x", text("0 1\n0 5\n")), { vertices: 5 })), 2);
});

Deno.test("tables of edges: names, further columns, semicolons and UTF-8's mark are passed over", async () => {
  const table = await graphFormats["edge-table"].read(filesOf(smallTable), RULE);
  assert.equal(pairs(table.edges), "0-1 1-2 2-0 3-3");
  assert.equal(
    table.note,
    'The first line, "source,target,weight", was taken for names of columns. ' +
      "Columns behind the two vertex ids were not read.",
  );
  const read = (lines: string) => readEdgeText(bytesSource("x", text(lines)), { isTable: true });
  const plain = await read("# c\n0 1\n1\t2\n2, 0\n3;3 \n");
  assert.equal(pairs(plain), "0-1 1-2 2-0 3-3");
  assert.equal(plain.note, "");
  assert.equal(pairs(await read('"from";"to";"at"\n7;8;2020-01-01 10:00\n8;7;\n9;7;x\n')), "7-8 8-7 9-7");
  const names = await read(`\ufeffübergeordnet,ziel,gewichtungsfaktor iné\n0,1,2\n`);
  assert.equal(pairs(names), "0-1");
  assert.match(names.note, /^The first line, "übergeordnet,ziel,gewichtungsfaktor in\.\.\.", was taken/);
});

Deno.test("tables of edges: a line with other columns than the first, and ids of letters, are refused", async () => {
  const read = (lines: string) => readEdgeText(bytesSource("x", text(lines)), { isTable: true });
  assert.equal(await lineOf(read("0 1\n1 2 2 3\n3 4\n")), 2);
  assert.equal(await lineOf(read("a,b,w\n0,1,0.5\n1,2\n")), 3);
  assert.equal(await lineOf(read("alice,bob\nbob,carol\n")), 2);
  assert.equal(await lineOf(read("0,1\nfrom,to\n")), 2);
  assert.equal(await lineOf(read("0.0 1.0\n")), 1);
  assert.equal(await lineOf(read("0 1.5\n")), 1);
  await assert.rejects(
    read("0 1\n0 99999999999\n"),
    /line 2: .*from 0 to 4294967294. Next: renumber the vertices/,
  );
});

Deno.test("tables of edges: a MatrixMarket file, whose size line would be an edge, is refused", async () => {
  const content = "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 0.5\n";
  const read = readEdgeText(bytesSource("x.edges", text(content)), { isTable: true });
  await assert.rejects(read, /"x\.edges", line 1: found "%%MatrixMarket.*Next: name the file \*\.mtx/);
});

Deno.test("edge lists and tables: ids are those of the file unless the rule has them numbered anew", async () => {
  const gaps = filesOf({ "gaps.csv": text("2,7\n7,2\n") });
  for (const format of ["edge-table", "snap"] as const) {
    for (const [compactIds, vertices] of [[undefined, 8], [false, 8], [true, 2]] as const) {
      const rule = compactIds === undefined ? RULE : { ...RULE, compactIds };
      assert.equal((await graphFormats[format].read(gaps, rule)).edges.vertices, vertices);
    }
  }
});

Deno.test("a huge id does not become a huge graph, but can be renumbered", async () => {
  const file = () => bytesSource("x", text("4294967294 7\n7 3\n"));
  await assert.rejects(readEdgeText(file()), DataError);
  const edges = await readEdgeText(file(), { compactIds: true });
  assert.equal(edges.vertices, 3);
  assert.equal(pairs(edges), "2-1 1-0");
});

Deno.test("renumbering keeps the order of ids, whether they are dense or not", () => {
  fc.assert(fc.property(
    fc.array(fc.tuple(fc.oneof(fc.nat(20), fc.integer({ min: 0, max: 2 ** 32 - 2 })), fc.nat(20)), {
      maxLength: 30,
      size: "max",
    }),
    (list) => {
      const ids = [...new Set(list.flat())].sort((a, b) => a - b);
      const source = Uint32Array.from(list, ([s]) => s), target = Uint32Array.from(list, ([, t]) => t);
      assert.deepEqual([...closeGaps(source, target, list.length)], ids);
      list.forEach(([s, t], e) => assert.deepEqual([ids[source[e]], ids[target[e]]], [s, t]));
    },
  ));
});

Deno.test("gzip: any truncation, a flipped bit and trailing bytes are refused with an offset", async () => {
  const whole = gzipSync(text("0 1\n".repeat(500)));
  const read = (bytes: Uint8Array) => readAllBytes(gunzipped(bytesSource("x.gz", bytes)), 2 ** 20);
  assert.equal((await read(whole)).length, 2000);
  for (let length = 2; length < whole.length; length++) {
    await assert.rejects(read(whole.subarray(0, length)), (error) => {
      assert.ok(error instanceof DataError && error.place.offset !== undefined);
      return true;
    });
  }
  const flipped = whole.slice();
  flipped[whole.length - 6] ^= 1;
  await assert.rejects(read(flipped), DataError);
  for (const trailing of [[1, 2, 3], [0], [0, 0, ...whole], [0x1f, 0x8b]]) {
    await assert.rejects(read(new Uint8Array([...whole, ...trailing])), DataError);
  }
});

Deno.test("gzip: members behind each other are one text, however the file is cut into chunks", async () => {
  const members = ["0 1\n1", "", " 2\n".repeat(1000), "2 0\n", ""].map((each) => gzipSync(text(each)));
  const whole = new Uint8Array(members.flatMap((member) => [...member]));
  const wanted = text(`0 1\n1${" 2\n".repeat(1000)}2 0\n`);
  for (const size of [1, 2, 7, 65_536]) {
    const source = bytesSource("x.gz", whole);
    const open = () => {
      const chunks = Array.from(
        { length: Math.ceil(whole.length / size) },
        (_, i) => whole.slice(i * size, (i + 1) * size),
      );
      return Promise.resolve(ReadableStream.from(chunks));
    };
    assert.deepEqual(await readAllBytes(gunzipped({ ...source, open }), 2 ** 20), wanted);
  }
  const last = members[0].length + members[1].length + members[2].length + 3;
  await assert.rejects(
    readAllBytes(gunzipped(bytesSource("x.gz", whole.subarray(0, last))), 2 ** 20),
    /"x\.gz", offset \d+: found gzip data that end too early, wanted complete gzip members/,
  );
});

Deno.test("gzip: a bomb ends at the reader's bound", async () => {
  const bomb = gzipSync(new Uint8Array(64 * 2 ** 20));
  assert.ok(bomb.length < 100_000);
  await assert.rejects(readAllBytes(gunzipped(bytesSource("x.gz", bomb)), 2 ** 20), DataError);
  await assert.rejects(readEdgeText(gunzipped(bytesSource("x.gz", bomb))), DataError);
});

Deno.test("MUSAE: edges, types in alphabetical order and binary features", async () => {
  const { edges, labels, classes, features } = await graphFormats.musae.read(filesOf(smallMusae), RULE);
  assert.equal(pairs(edges), "0-1 1-2 2-2");
  assert.deepEqual([[...labels!], classes], [[0, 1, 0], 2]);
  assert.equal(features!.width, 4);
  assert.deepEqual([...(await features!.load()).colIdx], [2, 0, 3]);
  for (
    const [name, content] of [
      ["edges.csv", "a,b\n0,1\n"],
      ["edges.csv", ""],
      ["target.csv", "id,facebook_id,page_name,page_type\n3,1,a,b\n"],
      ["target.csv", "id,facebook_id,page_name,page_type\n0,1,a,b\n0,1,a,c\n"],
      ["features.json", '{"9": [1]}'],
      ["features.json", '{"0": [-1]}'],
      ["features.json", '{"__proto__": [1]}'],
      ["features.json", "[1]"],
      ["features.json", '{"0": [1'],
    ]
  ) {
    await assert.rejects(
      graphFormats.musae.read(filesOf({ ...smallMusae, [name]: text(content) }), RULE),
      DataError,
      content,
    );
  }
});
