/** @module */
import assert from "node:assert/strict";
import { bytesSource } from "../../../datasets/formats/bytes/byte_source.ts";
import { graphFormats } from "../../../datasets/formats/formats.ts";
import { readMatrixMarket } from "../../../datasets/formats/matrix_market.ts";
import { DataError } from "../../../platform/errors.ts";
import { heldMemory } from "./held_memory.ts";
import { lineOf, pairs } from "./readings.ts";
import { filesOf, smallMatrixMarket, text } from "./small_files.ts";

Deno.test("MatrixMarket: ids count from 1, explicit zeros are kept", async () => {
  const matrix = await readMatrixMarket(bytesSource("x", smallMatrixMarket["small.mtx"]));
  assert.equal(pairs(matrix.entries), "0-1 1-0 2-2 2-0");
  assert.equal(matrix.mirrored, false);
});

Deno.test("MatrixMarket: the pattern is read whatever the type of the values and the symmetry", async () => {
  const types = {
    "real": "0.5",
    "integer": "-3",
    "unsigned-integer": "3",
    "complex": "0 1e-3",
    "pattern": "",
  };
  for (const [type, value] of Object.entries(types)) {
    for (const symmetry of ["general", "symmetric", "skew-symmetric", "hermitian"]) {
      const content = `%%MatrixMarket matrix coordinate ${type} ${symmetry}\n%\n \n2 2 1\n\n2 1 ${value}\n\n`;
      const { entries, mirrored } = await readMatrixMarket(bytesSource("x", text(content)));
      assert.deepEqual([pairs(entries), mirrored], ["1-0", symmetry !== "general"], content);
    }
  }
});

Deno.test("MatrixMarket: damaged files are refused with their line", async () => {
  const general = "%%MatrixMarket matrix coordinate real general\n";
  const cases: [string, number | undefined][] = [
    ["3 3 1\n1 1 1\n", 1],
    ["%%MatrixMarket matrix array real general\n", 1],
    ["%%MatrixMarket matrix coordinate quaternion general\n", 1],
    ["%%MatrixMarket matrix coordinate toString general\n", 1],
    ["%%MatrixMarket matrix coordinate real\n", 1],
    ["%%MatrixMarket vector coordinate real general\n", 1],
    ["%MatrixMarket matrix coordinate real general\n", 1],
    ["%%MatrixMarket matrix coordinate complex general\n3 3 1\n1 1 1\n", 3],
    ["%%MatrixMarket matrix coordinate real symmetric\n3 4 1\n1 1 1\n", 2],
    [`${general}3 3\n`, 2],
    [`${general}-3 3 1\n`, 2],
    [`${general}99999999999 99999999999 1\n`, 2],
    [`${general}3 3 1\n0 1 1\n`, 3],
    [`${general}3 3 1\n4 1 1\n`, 3],
    [`${general}3 3 1\n1 0 1\n`, 3],
    [`${general}3 3 1\n1 4 1\n`, 3],
    [`${general}3 3 1\n1.0 1 1\n`, 3],
    [`${general}3 99999999999 1\n1 1 1\n`, 2],
    [`${general}3 3 1\n1 1 NaN\n`, 3],
    [`${general}3 3 1\n1 1 1e999\n`, 3],
    [`${general}3 3 1\n1 1\n`, 3],
    [`${general}3 3 1\n1 1 1\n2 2 2\n`, 4],
    [`${general}3 3 2\n1 1 1\n`, undefined],
    [`${general}4000000000 4000000000 1\n1 1 1\n`, undefined],
    [general.replace("general", "symmetric") + "3 3 1\n1 2 1\n", 3],
    ["", undefined],
  ];
  for (const [content, line] of cases) {
    assert.equal(await lineOf(readMatrixMarket(bytesSource("x", text(content)))), line, content);
  }
});

Deno.test("MatrixMarket: 30 GB claimed in a header allocate nothing", async () => {
  const before = heldMemory();
  const claim = text(
    "%%MatrixMarket matrix coordinate real general\n4294967000 4294967000 7500000000\n1 1 1\n",
  );
  await assert.rejects(readMatrixMarket(bytesSource("x", claim)), DataError);
  assert.ok(heldMemory() - before < 100 * 2 ** 20);
});

Deno.test("MatrixMarket: a matrix may be empty; a graph's is square, and its size line is kept", async () => {
  const content = (size: string) => text(`%%MatrixMarket matrix coordinate pattern general\n${size}\n1 1\n`);
  const empty = text("%%MatrixMarket matrix coordinate pattern general\n3 3 0\n");
  const { rows, cols, entries } = await readMatrixMarket(bytesSource("x", empty));
  assert.deepEqual([rows, cols, entries.vertices, entries.count], [3, 3, 3, 0]);
  const read = (size: string) =>
    graphFormats["matrix-market"].read(filesOf({ "x.mtx": content(size) }), {
      listed: "directed",
      symmetrise: false,
      selfLoops: "keep",
    });
  assert.deepEqual((await read("3 3 1")).mirrored, false);
  await assert.rejects(read("3 4 1"), /found 3 rows and 4 columns, wanted a square matrix/);
  await assert.rejects(read("3 3 2"), /found 1 entry, wanted 2 entries, as the size line says/);
  await assert.rejects(read("% 3 3 1"), /line 3: found "1 1", wanted "rows columns entries"/);
  const header = bytesSource("x", text("%%MatrixMarket matrix coordinate pattern general\n"));
  await assert.rejects(readMatrixMarket(header), /found no size line, wanted header and size line/);
});
