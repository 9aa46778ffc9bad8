/** No cell of a session runs in a spreadsheet, and none is read back as another text. @module */
import assert from "node:assert/strict";
import fc from "fast-check";
import { formulaAsText, textOfFormula } from "../../../results/store/formula_text.ts";
import { parseTable } from "../../../results/store/table_parser.ts";
import { headerLine, ROWS, tableLines } from "../../../results/store/tables.ts";
import { writtenRow } from "../session_fixture.ts";

Deno.test("a cell that begins like a formula is written as text; numbers and other texts stay", () => {
  const formulas = [
    "=1+1",
    "+cmd|' /C calc'!A0",
    "-",
    "-a",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "-Infinity",
    "'=1",
    "''=1",
  ];
  for (const text of formulas) assert.equal(formulaAsText(text), `'${text}`);
  for (const text of ["", "-5", "+1.5e-7", "-.5", "1-1", "'", "'a", "reddit@1/16", " =1"]) {
    assert.equal(formulaAsText(text), text);
  }
});

Deno.test("every text is read back as it was, and files without the apostrophe read as before", () => {
  const begin = fc.constantFrom("", "=", "+", "-", "@", "\t", "\r", "\n", "'", "''", "'=", "-5");
  fc.assert(
    fc.property(begin, fc.string({ unit: "grapheme" }), (start, rest) => {
      const text = start + rest;
      assert.equal(textOfFormula(formulaAsText(text)), text);
      const row = writtenRow({ dataset: text, reason: text, median: -5 });
      const lines = tableLines(ROWS, [row]);
      assert.deepEqual(parseTable(ROWS, headerLine(ROWS) + lines, "rows.csv"), [row]);
    }),
    { numRuns: 1000 },
  );
  const old = tableLines(ROWS, [writtenRow({ reason: "x" })]).replace(",x,simd128,", ",=1+1,simd128,");
  assert.equal(parseTable(ROWS, headerLine(ROWS) + old, "rows.csv")[0].reason, "=1+1");
});

Deno.test("no cell of a hostile row begins like a formula", () => {
  const hostile = '=HYPERLINK("http://x","y")';
  const line = tableLines(ROWS, [
    writtenRow({ dataset: hostile, cell: hostile, reason: "@x", factors: "-x" }),
  ]);
  assert.doesNotMatch(line, /(^|,)"?[=+@]/);
  assert.doesNotMatch(line, /(^|,)"?-[^\d.]/);
});
