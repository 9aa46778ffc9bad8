import assert from "node:assert/strict";
import fc from "fast-check";
import { type CsvSource, parseCsv, parseNumberedCsvRows } from "../../../platform/files/csv.ts";
import { csvLine } from "../../../platform/files/csv_line.ts";
import { DataError } from "../../../platform/errors.ts";

const FILE = { file: "x.csv" };

const fieldsOf = (text: string, source: CsvSource = FILE) =>
  parseNumberedCsvRows(text, source).map(({ fields }) => fields);

/** Texts that are made to break a CSV writer. */
const field = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({
    unit: fc.constantFrom(",", '"', "\n", "\r", " ", "=", "\t", ";", "a", "\ufeff", "'", "#", "\\"),
  }),
);

function dataError(text: string): DataError {
  try {
    parseCsv(text, FILE);
  } catch (error) {
    assert.ok(error instanceof DataError, String(error));
    return error;
  }
  throw new Error("nothing was thrown");
}

Deno.test("whatever text is written is read back unchanged", () => {
  const tables = fc.integer({ min: 1, max: 5 }).chain((width) =>
    fc.tuple(
      fc.uniqueArray(field, { minLength: width, maxLength: width }),
      fc.array(fc.array(field, { minLength: width, maxLength: width }), { maxLength: 8 }),
    )
  );
  fc.assert(
    fc.property(tables, ([header, rows]) => {
      const records = rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i]])));
      const text = [header, ...rows].map(csvLine).join("");
      const table = parseCsv(text, FILE);
      assert.deepEqual(table.header, header);
      assert.deepEqual(table.records, records);
      assert.deepEqual(fieldsOf(text), [header, ...rows]);
    }),
    {
      numRuns: 500,
      examples: [
        [[["a", "__proto__"], [["=1+1", "x"]]]],
        [[["a"], [[""], ["\r"], ["\ufeff"], ["\n"]]]],
        [[["\ufeffa", "b"], [[" ", "\r\n"]]]],
      ],
    },
  );
});

Deno.test("fields are quoted as RFC 4180 has it, and only where they must be", () => {
  assert.equal(csvLine(["a,b", 'say "hi"', "x\ny", "=1", " z ", ""]), '"a,b","say ""hi""","x\ny",=1, z ,\n');
  assert.equal(csvLine([""]), '""\n');
});

Deno.test("numbers are read back to the same bits, and absent values are empty", () => {
  assert.equal(
    csvLine([true, false, null, undefined, NaN, Infinity, 0.1 + 0.2]),
    "true,false,,,NaN,Infinity,0.30000000000000004\n",
  );
  fc.assert(fc.property(fc.double({ noNaN: true }), (value) => {
    const back = Number(fieldsOf(csvLine([value, "x"]))[0][0]);
    assert.equal(back + 0, value + 0);
  }));
});

Deno.test("CRLF, a byte order mark, empty lines and a missing last line end are read", () => {
  const { header, records } = parseCsv('\ufeffa,b\r\n\r\n1,"x\r\ny"\r\n2,', FILE);
  assert.deepEqual(header, ["a", "b"]);
  assert.deepEqual(records.map((record) => ({ ...record })), [{ a: "1", b: "x\r\ny" }, { a: "2", b: "" }]);
  assert.deepEqual(fieldsOf("1\t2,3\n", { file: "x.tsv", delimiter: "\t" }), [["1", "2,3"]]);
  assert.deepEqual(fieldsOf(""), []);
});

Deno.test("a ragged line is refused with its file and line", () => {
  const error = dataError('a,b\n\n1,"two\nlines"\n3\n4,5\n');
  assert.deepEqual(error.place, { file: "x.csv", line: 5 });
  assert.equal(
    error.message,
    'Cannot read "x.csv", line 5: found 1 field, wanted 2, as in the header. Next: correct that line, or write the file again',
  );
  assert.equal(dataError("a,b\n1,2,3\n").place.line, 2);
});

Deno.test("duplicate columns, an empty file and broken quotes are refused with file and line", () => {
  assert.match(dataError("a,b,a\n").message, /"x\.csv", line 1: found two columns named "a"/);
  assert.match(dataError("").message, /line 1: found an empty file/);
  assert.equal(dataError('a,b\n1,"never closed\n').place.line, 2);
  assert.equal(dataError('a,b\n1,2\n1,x"y"\n').place.line, 3);
  assert.equal(dataError('a,b\n1,"x"y\n').place.line, 2);
});

Deno.test("arbitrary text is either a table or a data error", () => {
  fc.assert(fc.property(field, (text) => {
    try {
      parseCsv(text, FILE);
    } catch (error) {
      assert.ok(error instanceof DataError);
    }
  }));
});

Deno.test("lines are numbered from the one on which the text begins", () => {
  const source = { file: "x.csv", firstLine: 7 };
  assert.deepEqual(parseNumberedCsvRows('a,b\n"c\nd",e\n', source), [
    { fields: ["a", "b"], line: 7 },
    { fields: ["c\nd", "e"], line: 9 },
  ]);
  assert.throws(
    () => parseNumberedCsvRows('a\nb"c\n', source),
    /read "x.csv", line 8: found a field that breaks/,
  );
});
