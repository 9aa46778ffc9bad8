/** Records have the places that they take in their file, and are those of the CSV reader. @module */
import assert from "node:assert/strict";
import fc from "fast-check";
import { readRecords } from "../../../results/store/table_reader.ts";
import { parseTable } from "../../../results/store/table_parser.ts";
import { headerLine, ROWS, tableLines } from "../../../results/store/tables.ts";
import { writtenRow } from "../session_fixture.ts";
import { shares } from "../../shares.ts";

const text = fc.constantFrom("", "a", 'a "b"', "a\nb\r\nc", ",", '"\n"', "=1", "\u00e9\u{1F600}");
const rows = fc.array(fc.record({ dataset: text, reason: text }).map(writtenRow), { maxLength: 6 });

Deno.test("records are those of the CSV reader, each with its line and its place in the text", () => {
  fc.assert(
    fc.property(rows, (written) => {
      const lines = written.map((row) => tableLines(ROWS, [row]));
      const whole = headerLine(ROWS) + lines.join("");
      const read = readRecords(ROWS, whole, "rows.csv");
      assert.deepEqual(read.rows, written);
      assert.deepEqual(read.rows, parseTable(ROWS, whole, "rows.csv"));
      assert.deepEqual(read.starts.map((start, i) => whole.slice(start, read.ends[i])), lines);
      assert.deepEqual(read.lines, read.starts.map((start) => whole.slice(0, start).split("\n").length));
      assert.equal(read.torn, undefined);
    }),
    { numRuns: 300 },
  );
});

Deno.test("a text cut anywhere has the records before the cut, and says where the torn one begins", () => {
  fc.assert(
    fc.property(rows, shares, (written, share) => {
      const whole = headerLine(ROWS) + tableLines(ROWS, written);
      const { starts, ends } = readRecords(ROWS, whole, "rows.csv");
      const cut = Math.floor(share * whole.length);
      const read = readRecords(ROWS, whole.slice(0, cut), "rows.csv");
      const left = ends.filter((end) => end <= cut).length;
      assert.deepEqual(read.rows, written.slice(0, left));
      const begin = left === 0
        ? (cut < headerLine(ROWS).length ? 0 : headerLine(ROWS).length)
        : ends[left - 1];
      assert.equal(read.torn?.length ?? 0, cut - begin);
      if (read.torn && begin > 0) {
        assert.equal(whole.slice(0, starts[left]).split("\n").length, read.torn.line);
      }
    }),
    { numRuns: 300 },
  );
});

Deno.test("blank lines and CRLF are read, and a field that does not fit is named with its line", () => {
  const [row] = [writtenRow()];
  const line = tableLines(ROWS, [row]);
  const crlf = `${headerLine(ROWS)}\n${line}\n${line}`.replaceAll("\n", "\r\n");
  const { rows: read, lines } = readRecords(ROWS, crlf, "rows.csv");
  assert.deepEqual([read, lines], [[row, row], [3, 5]]);
  const odd = `${headerLine(ROWS)}${line}\n${line.replace("stand-in", "imagined")}`;
  assert.throws(
    () => readRecords(ROWS, odd, "r"),
    /read "r", line 4: found "imagined" in record 2, dataset_kind/,
  );
});

Deno.test("a quote that opens a field up to the end of a long file is found in one pass", () => {
  const many = tableLines(ROWS, [writtenRow()]).repeat(20_000);
  const started = performance.now();
  const { rows: read, torn } = readRecords(ROWS, `${headerLine(ROWS)}"${many}`, "rows.csv");
  assert.deepEqual([read.length, torn?.line, torn?.quoted], [0, 2, true]);
  // Each line looked at again from the first one on would take minutes.
  assert.ok(performance.now() - started < 10_000);
});
