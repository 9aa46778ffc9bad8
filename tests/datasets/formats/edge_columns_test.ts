import assert from "node:assert/strict";
import { bytesSource } from "../../../datasets/formats/bytes/byte_source.ts";
import { readEdgeText } from "../../../datasets/formats/edges/edge_text.ts";
import { DataError } from "../../../platform/errors.ts";

const read = (lines: string) =>
  readEdgeText(bytesSource("x", new TextEncoder().encode(lines)), { isTable: true });

Deno.test("tables of edges: the columns that the first line names are the ids, wherever they are", async () => {
  for (
    const table of [
      "id,source,target\n0,5,6\n1,7,8\n",
      ",source,target\n0,5,6\n1,7,8\n",
      '"name";"SRC";"w";"dst_id"\n"a;""b";5;;6\n;7;0.5;8\n',
      "w\tFromNodeId\tToNodeId\n\t5\t6\n\t7 \t8\n",
      "time u v\n 3  5 6\n4 7 8 \n",
      "to,from\n6,5\n8,7\n",
    ]
  ) {
    const { note, source, target, count } = await read(table);
    assert.deepEqual([count, source[0], target[0], source[1], target[1]], [2, 5, 6, 7, 8], table);
    assert.match(note, /was taken for names of columns: edges go from column \d to column \d\./);
  }
  assert.equal(
    (await read("to,from\n6,5\n")).note,
    'The first line, "to,from", was taken for names of columns: edges go from column 2 to column 1.',
  );
  assert.match(
    (await read("source,w,target\n5,1,6\n")).note,
    /from column 1 to column 3. Other columns were/,
  );
  // Two columns of which the first may number the lines: there is no other pair.
  assert.equal((await read("id,friend\n5,6\n")).source[0], 5);
  // A character that begins as UTF-8's mark does.
  assert.match((await read("\uff21,\uff22\n5,6\n")).note, /^The first line, "\uff21,\uff22", was taken/);
  assert.match(
    (await read("id,source,target\n0,5,6\n")).note,
    /from column 2 to column 3\. Other columns were/,
  );
  const refused: readonly (readonly [string, number, RegExp])[] = [
    ["source,weight,neighbour\n0,5,6\n", 1, /found one column of sources and no column of targets.*rename/],
    ["u,v,source,target,from,to\n0,1,5,6,7,8\n", 1, /found 3 columns of sources and 3 columns of targets/],
    ["source,target,source_id,target_id\n0,1,5,6\n", 1, /found 2 columns of sources and 2 columns of/],
    ["id,a,b\n0,5,6\n", 1, /may number the lines.*rename the columns of the ids, or remove this line/],
    ["source target\n0 5 6\n", 2, /found 3 columns.*wanted 2 columns, as the first line names/],
    ["id,source,target\n0,5,6\n1,7\n", 3, /wanted as many columns/],
    ["id,source,target\n0,5,6x\n", 2, /wanted two vertex ids/],
    ["id,source,target\n0,,6\n", 2, /wanted two vertex ids/],
  ];
  for (const [table, line, says] of refused) {
    await assert.rejects(read(table), (error: unknown) => {
      assert.ok(error instanceof DataError, table);
      assert.equal(error.place.line, line, table);
      assert.match(error.message, says);
      return true;
    });
  }
});

Deno.test("a first line that may be the numbers of vertices and edges is an edge, and the note says so", async () => {
  const cycle = "0 1\n1 2\n2 0\n", fromOne = "1,2\n2,3\n3,1\n", both = "0 1\n1 2\n1 0\n2 1\n";
  const complete = "0 1\n0 2\n0 3\n1 2\n1 3\n2 3\n";
  for (
    const table of [
      `3 3\n${cycle}`,
      `4 6\n${complete}`,
      "1 1\n0 1\n",
      `# a cycle\n3,3\n${fromOne}`,
      `3 2\n${both}`,
    ]
  ) {
    const { note, count } = await read(table);
    assert.equal(count, table.split("\n").filter((line) => /^\d/.test(line)).length, table);
    const [, vertices, edges] = /^(\d)[ ,](\d)$/m.exec(table)!;
    assert.ok(note.includes(`The first line, ${vertices} ${edges}, was read as an edge: remove it if`), note);
  }
  const others = [
    cycle,
    "3 3\n9 1\n1 2\n2 0\n",
    `2 3\n${fromOne}`,
    `3 4\n${cycle}`,
    "a b\n3 3\n0 1\n1 2\n2 0\n",
    "3 3\n",
    "",
  ];
  for (const table of [...others, "3 3 1\n0 1 1\n1 2 1\n2 0 1\n"]) {
    assert.doesNotMatch((await read(table)).note, /was read as an edge/, table);
  }
});
