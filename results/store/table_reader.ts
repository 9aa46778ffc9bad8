/**
 * Reader of a table that grows by appending: records with their places in the text. Lines without quotes are
 * split directly, so that a site of a million rows is read within seconds; the others go through the CSV
 * reader.
 *
 * @module
 */
import { parseNumberedCsvRows } from "../../platform/files/csv.ts";
import { DataError } from "../../platform/errors.ts";
import { headerColumns, RecordReader } from "./table_parser.ts";
import { headerLine, type Table } from "./tables.ts";

/** Text after the last complete record of a file. */
export interface TornEnd {
  /** Line on which the torn text begins, from 1. */
  readonly line: number;
  /** Number of characters. */
  readonly length: number;
  /** Whether the text ends within quotes. */
  readonly quoted: boolean;
}

/** Records of a table's text. */
export interface TableRecords<T> {
  /** Text of the file. */
  readonly text: string;
  /** Complete records, in the order of the file. */
  readonly rows: readonly T[];
  /** Line on which each record begins, from 1. */
  readonly lines: readonly number[];
  /** Offset in the text at which each record begins. */
  readonly starts: readonly number[];
  /** Offset in the text at which each record ends, behind its line end. */
  readonly ends: readonly number[];
  /** Offset in the text at which the header ends; 0 where the header is incomplete. */
  readonly header: number;
  /** Present where the text does not end with a whole record. */
  readonly torn?: TornEnd;
}

function quotesIn(text: string, start: number, end: number): number {
  let quotes = 0;
  for (let at = text.indexOf('"', start); at >= 0 && at < end; at = text.indexOf('"', at + 1)) quotes++;
  return quotes;
}

/** Columns and length of the header; the length is 0 where the text holds only its beginning. */
function readHeader<T>(
  table: Table<T>,
  text: string,
  path: string,
): { readonly header: number; readonly columns: readonly (keyof T & string)[] } {
  const line = headerLine(table), { columns } = table;
  if (text.startsWith(line)) return { header: line.length, columns };
  if (line.startsWith(text)) return { header: 0, columns };
  const end = text.indexOf("\n") + 1 || text.length;
  const [first] = parseNumberedCsvRows(text.slice(0, end), { file: path });
  return { header: end, columns: headerColumns(table, first?.fields ?? [], path) };
}

/**
 * Reads records up to the last complete one. Blank lines are skipped.
 *
 * @param path Name of the file in errors.
 * @throws {DataError} The header or schema differs, or a complete record does not fit the table's format; the
 * place names the line.
 */
export function readRecords<T>(table: Table<T>, text: string, path: string): TableRecords<T> {
  const { header, columns } = readHeader(table, text, path);
  const reader = new RecordReader(table, columns);
  const rows: T[] = [], lines: number[] = [], starts: number[] = [], ends: number[] = [];
  const whole = { text, rows, lines, starts, ends, header };
  let line = header === 0 ? 1 : 2;
  const parseQuoted = (record: string): readonly string[] => {
    const [first, second] = parseNumberedCsvRows(record, { file: path, firstLine: line });
    if (first !== undefined && second === undefined) return first.fields;
    throw new DataError({ file: path, line }, {
      current: "quotes that do not enclose a field",
      wanted: "one record",
      next: "restore the file from a copy",
    });
  };
  let quote = text.indexOf('"', header);
  for (let start = header; start < text.length;) {
    let stop = text.indexOf("\n", start);
    let newLines = 1, quotes = 0;
    const quoted = quote >= 0 && (stop < 0 || quote < stop);
    if (quoted) {
      quotes = quotesIn(text, start, stop < 0 ? text.length : stop);
      // A quoted field may hold line ends: the record ends where its quotes are even.
      while (quotes % 2 === 1 && stop >= 0) {
        const next = text.indexOf("\n", stop + 1);
        quotes += quotesIn(text, stop + 1, next < 0 ? text.length : next);
        stop = next;
        newLines++;
      }
    }
    if (stop < 0) {
      return { ...whole, torn: { line, length: text.length - start, quoted: quotes % 2 === 1 } };
    }
    if (quoted) quote = text.indexOf('"', stop);
    const end = text[stop - 1] === "\r" && stop > start ? stop - 1 : stop;
    if (end > start) {
      const record = text.slice(start, end);
      const place = { path, line: line + newLines - 1, record: rows.length + 1 };
      rows.push(reader.row(quoted ? parseQuoted(record) : record.split(","), place));
      lines.push(line);
      starts.push(start);
      ends.push(stop + 1);
    }
    start = stop + 1;
    line += newLines;
  }
  return header === 0 && text !== ""
    ? { ...whole, torn: { line: 1, length: text.length, quoted: false } }
    : whole;
}
