import assert from "node:assert/strict";
import { bytesSource } from "../../../datasets/formats/bytes/byte_source.ts";
import { gunzipped } from "../../../datasets/formats/bytes/gzip.ts";
import { readMetisGraph } from "../../../datasets/formats/metis_graph.ts";
import { DataError } from "../../../platform/errors.ts";
import { gzipSync } from "node:zlib";
import { text } from "./small_files.ts";

/** Edges of a text, as `vertex-neighbour` from 0, in the file's order. */
async function edgesOf(content: string): Promise<string> {
  const { source, target, count, vertices } = await readMetisGraph(bytesSource("x.graph", text(content)));
  const edges = Array.from({ length: count }, (_, e) => `${source[e]}-${target[e]}`);
  return `${vertices}: ${edges.join(" ")}`;
}

/** A path 1 - 2 - 4 beside the isolated vertex 3, in every layout of a line. */
const LAYOUTS: Readonly<Record<string, string>> = {
  "neighbours alone": "4 2\n2\n1 4\n\n2\n",
  "a format of zeros": "4 2 000\n2\n1 4\n\n2\n",
  "weights of edges": "4 2 1\n2 7\n1 7 4 9\n\n2 9\n",
  "weights of vertices": "4 2 10\n5 2\n0 1 4\n3\n1 2\n",
  "three weights of vertices": "4 2 010 3\n5 1 1 2\n0 1 1 1 4\n3 1 1\n1 1 1 2\n",
  "sizes of vertices": "4 2 100\n5 2\n1 1 4\n3\n1 2\n",
  "all of them": "4 2 111 2\n9 5 1 2 7\n9 0 1 1 7 4 9\n9 3 1\n9 1 1 2 9\n",
  "weights beyond 2^53": "4 2 011\n99999999999999999999 2 1\n1 1 1 4 1\n1\n1 2 1\n",
  "comments and blanks": "% é 1 2\n 4\t2 \n%\n  2\n1   4  \n% 3 is alone\n\n2\n%",
  "CRLF, a mark, no last line end": "\ufeff4 2\r\n2\r\n1 4\r\n\r\n2",
  "empty lines behind the last vertex": "4 2\n2\n1 4\n\n2\n\n \n",
  "empty lines behind the last vertex and its weight": "4 2 10\n5 2\n0 1 4\n3\n1 2\n\n \n",
};

for (const [name, content] of Object.entries(LAYOUTS)) {
  Deno.test(`METIS: neighbours are read and weights are not: ${name}`, async () => {
    assert.equal(await edgesOf(content), "4: 0-1 1-0 1-3 3-1");
  });
}

const REFUSED: Readonly<Record<string, readonly [content: string, message: RegExp]>> = {
  "no header": ["% nothing\n", /found no header, wanted "vertices edges"/],
  "one number": ["4\n", /line 1: found the header "4"/],
  "a format of other digits": ["4 2 2\n", /line 1: found the header "4 2 2"/],
  "weights without their format": ["4 2 1 2\n", /line 1: found the header "4 2 1 2"/],
  "a fifth number": ["4 2 11 1 1\n", /line 1: found a header of more than 4 numbers/],
  "vertices beyond 32 bits": ["4294967295 1\n", /line 1: found 4294967295 vertices/],
  "a neighbour 0": ["2 1\n2\n0\n", /line 3: found the neighbour 0 of vertex 2, wanted 1 to 2/],
  "a neighbour too far": ["2 1\n3\n1\n", /line 2: found the neighbour 3 of vertex 1, wanted 1 to 2/],
  "fewer vertices": ["3 1\n2\n1\n", /found lines of 2 vertices, wanted 3/],
  "more vertices": ["2 1\n2\n1\n1\n", /line 4: found a further vertex, wanted the end after 2/],
  "edges of one direction": ["3 2\n2\n3\n\n", /found 2 neighbours, wanted 4: 2 edges, each listed by both/],
  "an edge of one direction": [
    "3 2\n2\n3\n1 2\n",
    /found edges that only one of their vertices lists, wanted each listed by both/,
  ],
  "an edge listed twice and once": ["3 2\n2 2\n1\n1\n", /found edges that only one of their vertices lists/],
  "more edges": ["2 1\n2 2\n1\n", /line 3: found a further neighbour, wanted the end after 1 edge,/],
  "no weights of a vertex": ["2 1 10\n5 2\n\n", /line 3: found 0 weights of vertex 2, wanted 1/],
  "no weight of an edge": ["2 1 1\n2 5\n1\n", /line 3: found a last neighbour of vertex 2 without a weight/],
  "a fraction": ["2 1\n2.0\n1\n", /line 2: found the character "\."/],
  "a sign": ["2 1\n2\n-1\n", /line 3: found the character "-"/],
};

for (const [name, [content, message]] of Object.entries(REFUSED)) {
  Deno.test(`METIS: a file is refused with its line: ${name}`, async () => {
    await assert.rejects(edgesOf(content), (error) => {
      assert.ok(error instanceof DataError);
      assert.match(error.message, message);
      return true;
    });
  });
}

Deno.test("METIS: the line of a hub may have any length, and numbers may lie across chunks", async () => {
  const leaves = 200_000;
  const hub = Array.from({ length: leaves }, (_, i) => i + 2).join(" ");
  const packed = gzipSync(text(`${leaves + 1} ${leaves}\n${hub}\n${"1\n".repeat(leaves)}`));
  const { count, target } = await readMetisGraph(gunzipped(bytesSource("hub.graph.gz", packed)));
  assert.equal(count, 2 * leaves);
  assert.ok(target.subarray(0, leaves).every((each, i) => each === i + 1));
  assert.ok(target.subarray(leaves, count).every((each) => each === 0));
});

Deno.test("METIS: a few bytes that claim many vertices are refused", async () => {
  const few = new Uint8Array([...text("3000000 1\n2\n1\n"), ...new Uint8Array(3_000_000).fill(10)]);
  await assert.rejects(readMetisGraph(bytesSource("x.graph", few)), /found 3000000 vertices for 2 edges/);
});
