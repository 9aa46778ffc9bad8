/**
 * Reader of CSV tables (RFC 4180), the only module that uses the CSV library. Every text of lines that
 * {@linkcode csvLine} writes is read back unchanged.
 *
 * @module
 */
import { CsvError, parse } from "csv-parse/sync";
import { DataError, type FilePlace } from "../errors.ts";
import { zip } from "../lists/zip.ts";

/** Source of a CSV text, and its separator. */
export interface CsvSource {
  /** Name of the file, for errors. */
  readonly file: string;
  /** Field separator; a comma by default. */
  readonly delimiter?: string;
  /** Line of the file on which the text begins; 1 by default. */
  readonly firstLine?: number;
}

/** A CSV text with a header. */
export interface CsvTable {
  /** Names of the columns, each once. */
  readonly header: string[];
  /** Records, one a line, keyed by the header. */
  readonly records: Record<string, string>[];
}

/** Fields of a line with the line's number. */
export interface NumberedRow {
  /** Texts between the separators. */
  readonly fields: string[];
  /** Line of the file on which the fields end, from 1. */
  readonly line: number;
}

/** Visits the rows one by one without keeping them. An error of the visitor ends the reading. */
function forEachNumbered(text: string, source: CsvSource, visit: (row: NumberedRow) => void): void {
  const before = (source.firstLine ?? 1) - 1;
  try {
    parse(text, {
      bom: true,
      delimiter: source.delimiter ?? ",",
      record_delimiter: ["\r\n", "\n"],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (fields: string[], { lines }) => {
        visit({ fields, line: before + lines });
        return null;
      },
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const line = typeof cause.lines === "number" ? { line: before + cause.lines } : {};
    throw new DataError({ file: source.file, ...line }, {
      current: `a field that breaks the quoting rules (${cause.code})`,
      wanted: 'fields with a quote in them in quotes, each inner quote doubled: "a ""b"" c"',
      next: "correct that line, or write the file again",
    }, { cause });
  }
}

/**
 * Parses the fields of each line, of any number, with the line's own number. Empty lines are skipped, a byte
 * order mark is dropped, lines may end in LF or CRLF.
 *
 * @throws {DataError} A quote is misplaced or is never closed.
 *
 * @example
 * ```ts
 * const [{ fields }] = parseNumberedCsvRows('1,"a,b"\n2,c\n', { file: "x.csv" });
 * if (fields[1] !== "a,b") throw new Error("quoted field");
 * ```
 */
export function parseNumberedCsvRows(text: string, source: CsvSource): NumberedRow[] {
  const rows: NumberedRow[] = [];
  forEachNumbered(text, source, (row) => rows.push(row));
  return rows;
}

/**
 * Parses a table whose first line is its header.
 *
 * @throws {DataError} There is no header, a column's name occurs twice, a line has more or fewer fields than
 * the header (with the line on which it ends), or the quoting is broken.
 *
 * @example
 * ```ts
 * const { records } = parseCsv("kernel,ms\nrow_split,1.5\n", { file: "rows.csv" });
 * if (records[0].ms !== "1.5") throw new Error("record");
 * ```
 */
export function parseCsv(text: string, source: CsvSource): CsvTable {
  const records: Record<string, string>[] = [];
  const header = forEachCsvRecord(text, source, (record) => records.push(record));
  return { header, records };
}

/**
 * Visits the records of a table one by one, with the line on which each ends, and returns the header. Memory
 * is that of one record beside the text, whatever the number of records.
 *
 * @throws {DataError} as {@link parseCsv}, and any error of `visit`.
 *
 * @example
 * ```ts
 * let sum = 0;
 * forEachCsvRecord("kernel,ms\nrow_split,1.5\nscalar,2\n", { file: "rows.csv" }, ({ ms }) => {
 *   sum += Number(ms);
 * });
 * if (sum !== 3.5) throw new Error("sum");
 * ```
 */
export function forEachCsvRecord(
  text: string,
  source: CsvSource,
  visit: (record: Record<string, string>, line: number) => void,
): string[] {
  let header: string[] | undefined;
  forEachNumbered(text, source, ({ fields, line }) => {
    if (header === undefined) {
      header = fields;
      return assertDistinct(header, { file: source.file, line });
    }
    if (fields.length !== header.length) {
      throw new DataError({ file: source.file, line }, {
        current: `${fields.length} ${fields.length === 1 ? "field" : "fields"}`,
        wanted: `${header.length}, as in the header`,
        next: "correct that line, or write the file again",
      });
    }
    // fromEntries makes a column named __proto__ a column like any other.
    visit(Object.fromEntries(zip(header, fields)), line);
  });
  if (header !== undefined) return header;
  throw new DataError({ file: source.file, line: 1 }, {
    current: "an empty file",
    wanted: "a header line",
    next: "check that the file was written to its end",
  });
}

function assertDistinct(header: readonly string[], place: FilePlace): void {
  const seen = new Set<string>();
  const repeated = header.find((name) => seen.size === seen.add(name).size);
  if (repeated === undefined) return;
  throw new DataError(place, {
    current: `two columns named ${JSON.stringify(repeated)}`,
    wanted: "a name of its own for each column",
    next: "rename or remove one of them",
  });
}
