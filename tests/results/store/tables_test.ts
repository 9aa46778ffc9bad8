import assert from "node:assert/strict";
import fc from "fast-check";
import { DataError } from "../../../platform/errors.ts";
import { parseTable } from "../../../results/store/table_parser.ts";
import { readRecords } from "../../../results/store/table_reader.ts";
import { headerLine, ROWS, tableLines } from "../../../results/store/tables.ts";
import { writtenRow } from "../session_fixture.ts";

Deno.test("rows read back as written, whatever their texts and numbers", () => {
  const number = fc.double({ noNaN: true }).map((value) => value + 0); // a CSV has no -0
  const text = fc.string({ unit: "grapheme" }).chain((s) =>
    fc.constantFrom(s, `${s}\n"`, `\r,${s}`, `\ufeff${s}'=1+1`)
  );
  fc.assert(
    fc.property(
      text,
      text,
      number,
      fc.option(number, { nil: undefined }),
      (dataset, reason, seed, median) => {
        const row = writtenRow({ dataset, reason, seed, median });
        assert.deepEqual(parseTable(ROWS, headerLine(ROWS) + tableLines(ROWS, [row]), "rows.csv"), [row]);
      },
    ),
  );
});

Deno.test("a file of another schema is refused with both versions named", () => {
  const later = headerLine(ROWS) + tableLines(ROWS, [writtenRow({ schema: 7 })]);
  assert.throws(() => parseTable(ROWS, later, "rows.csv"), (error) => {
    assert.ok(error instanceof DataError);
    assert.match(error.message, /"schema 7" in record 1, wanted schema 1, 2 or 3/);
    return true;
  });
  const header = headerLine(ROWS).replace(",reason", ",why,reason");
  assert.throws(
    () => parseTable(ROWS, header, "rows.csv"),
    /an unknown why, wanted the 38 columns of schema 3/,
  );
  assert.throws(() => parseTable(ROWS, header.replace(",why", "").replace("mad,", ""), "rows.csv"), /no mad/);
});

Deno.test("a field that does not fit its column is refused with its place", () => {
  const text = headerLine(ROWS) + tableLines(ROWS, [writtenRow()]);
  assert.throws(() => parseTable(ROWS, text.replace("stand-in", "imagined"), "r"), /record 1, dataset_kind/);
  assert.throws(
    () => parseTable(ROWS, text.replace(",4,0.1,", ",four,0.1,"), "r"),
    /"four" in record 1, median/,
  );
  // Both are 0 and 4 to JavaScript, and no number that this project writes.
  const empty = text.replace(/^(\d+)(?=,[^\n]*\n$)/m, "");
  assert.throws(() => parseTable(ROWS, empty, "r"), /"" in record 1, schema, wanted a number/);
  assert.throws(() => parseTable(ROWS, text.replace(",4,0.1,", ", 4,0.1,"), "r"), /" 4" in record 1, median/);
});

Deno.test("a row without a number that every reader needs is not written", () => {
  const row = { ...writtenRow(), attempt: undefined as unknown as number };
  assert.throws(() => tableLines(ROWS, [row]), /a row for rows\.csv has no attempt/);
  assert.doesNotThrow(() => tableLines(ROWS, [writtenRow({ median: undefined })]));
});

Deno.test("rows of a version without some columns are read with empty texts and no numbers there, and none is guessed", () => {
  const added = ["isa", "webgpu", "ranks"];
  const kept = [...ROWS.columns.keys()].filter((i) => !added.includes(ROWS.columns[i]));
  const without = (line: string) => {
    const fields = line.trimEnd().split(",");
    return `${kept.map((i) => fields[i]).join()}\n`;
  };
  const row = writtenRow({ schema: 1, reason: "" });
  const earlier = without(headerLine(ROWS)) + without(tableLines(ROWS, [row]));
  const wanted = { ...row, isa: "", webgpu: "", ranks: undefined };
  assert.deepEqual(parseTable(ROWS, earlier, "rows.csv"), [wanted]);
  assert.deepEqual(readRecords(ROWS, earlier, "rows.csv").rows, [wanted]);
  // A record of another number of fields than its header is damaged, not one of another version.
  const mixed = headerLine(ROWS) + without(tableLines(ROWS, [row]));
  for (const read of [parseTable, readRecords]) {
    assert.throws(() => read(ROWS, mixed, "rows.csv"), /"rows.csv", line 2: found 35 fields, wanted 38/);
  }
  // A last line without its end may be cut within a number.
  assert.throws(
    () => parseTable(ROWS, earlier.trimEnd(), "rows.csv"),
    /line 2: found a last line without its end/,
  );
});
