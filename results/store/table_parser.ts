/**
 * Parser of the tables of a session folder: from text to typed rows.
 *
 * @module
 */
import { elementOf } from "../../platform/lists/element_of.ts";
import { DataError } from "../../platform/errors.ts";
import { parseNumberedCsvRows } from "../../platform/files/csv.ts";
import { READABLE_SCHEMAS, READABLE_WORDS, SCHEMA } from "../row.ts";
import { textOfFormula } from "./formula_text.ts";
import type { ColumnKind, Table } from "./tables.ts";
import { plural } from "../../platform/text/plural.ts";

/** Error for another header, which names versions where the file has one. */
function wrongHeader<T>(table: Table<T>, path: string, header: readonly string[]): DataError {
  const missing = table.columns.filter((column) => !header.includes(column));
  const unknown = header.filter((column) => !table.columns.includes(column as keyof T & string));
  const parts = [
    ...(missing.length > 0 ? [`no ${missing.join(", ")}`] : []),
    ...(unknown.length > 0 ? [`an unknown ${unknown.join(", ")}`] : []),
  ];
  return new DataError({ file: path, line: 1 }, {
    current: parts.length > 0 ? `a header with ${parts.join(" and ")}` : "columns in another order",
    wanted: `the ${plural(table.columns.length, "column")} of schema ${SCHEMA}`,
    next: "read it with the version that wrote it, or start a new session",
  });
}

function parseNumber(text: string): number | undefined {
  if (text === "" || text.trim() !== text) return undefined;
  const value = Number(text);
  return Number.isNaN(value) && text !== "NaN" ? undefined : value;
}

/** Place of a record in a file, for errors. */
export interface RecordPlace {
  /** Name of the file. */
  readonly path: string;
  /** Line on which the record ends, from 1. */
  readonly line: number;
  /** Number of the record, from 1. */
  readonly record: number;
}

/** Parser of a table's records, one after the other. */
export class RecordReader<T> {
  readonly #columns: readonly (readonly [string, ColumnKind])[];
  readonly #absent: Readonly<Record<string, string | undefined>>;

  /** Prepares to parse records; `columns` are those of the file's header. */
  constructor(table: Table<T>, columns: readonly (keyof T & string)[] = table.columns) {
    const kind = (column: keyof T & string) => table.kinds[column] ?? "text";
    this.#columns = columns.map((column) => [column, kind(column)]);
    this.#absent = Object.fromEntries(
      table.columns.filter((column) => !columns.includes(column))
        .map((column) => [column, kind(column) === "text" ? "" : undefined]),
    );
  }

  /**
   * Parses the fields of a record into a row.
   *
   * @throws {DataError} The number of fields or the schema differs, or a field does not fit its column.
   */
  row(fields: readonly string[], place: RecordPlace): T {
    const columns = this.#columns;
    if (fields.length !== columns.length) {
      throw new DataError({ file: place.path, line: place.line }, {
        current: `${fields.length} ${fields.length === 1 ? "field" : "fields"}`,
        wanted: `${columns.length}, as in the header`,
        next: NEXT,
      });
    }
    const row: Record<string, string | number | undefined> = { ...this.#absent };
    for (const [i, [column, kind]] of columns.entries()) {
      const field = textOfFormula(elementOf(fields, i));
      if (kind === "text") {
        row[column] = field;
      } else if (typeof kind !== "string") {
        if (!kind.includes(field)) throw wrongField(place, column, field, kind.join(" | "));
        row[column] = field;
      } else if (kind === "optional" && field === "") {
        row[column] = undefined;
      } else {
        const value = parseNumber(field);
        if (value === undefined) throw wrongField(place, column, field, "a number");
        row[column] = value;
      }
    }
    if (row.schema !== undefined && !READABLE_SCHEMAS.includes(row.schema as number)) {
      throw wrongField(place, "", `schema ${row.schema}`, READABLE_WORDS);
    }
    return row as T;
  }
}

/**
 * Columns of a header: all of the table's, or those of the first version.
 *
 * @throws {DataError} It is neither; the message names the columns, or the versions.
 */
export function headerColumns<T>(
  table: Table<T>,
  header: readonly string[],
  path: string,
): readonly (keyof T & string)[] {
  const first = table.columns.filter((column) => !table.added?.includes(column));
  const found = [table.columns, first].find((columns) => header.join() === columns.join());
  if (found === undefined) throw wrongHeader(table, path, header);
  return found;
}

/**
 * Parses the whole text of a table.
 *
 * @param path Name of the file in errors.
 * @throws {DataError} The header or schema differs (the message names the versions), a field does not fit its
 * column, or the last line has no end.
 */
export function parseTable<T>(table: Table<T>, text: string, path: string): T[] {
  const [header, ...records] = parseNumberedCsvRows(text, { file: path });
  const columns = headerColumns(table, header?.fields ?? [], path);
  if (!text.endsWith("\n")) {
    throw new DataError({ file: path, line: (records.at(-1) ?? header)?.line ?? 1 }, {
      current: "a last line without its end",
      wanted: "whole lines",
      next: NEXT,
    });
  }
  const reader = new RecordReader(table, columns);
  return records.map(({ fields, line }, index) => reader.row(fields, { path, line, record: index + 1 }));
}

const NEXT = "restore the file from a copy, read it with the version that wrote it, or start a new session";

function wrongField({ path, line, record }: RecordPlace, column: string, current: string, wanted: string) {
  return new DataError({ file: path, line }, {
    current: `${JSON.stringify(current)} in record ${record}${column && `, ${column}`}`,
    wanted,
    next: NEXT,
  });
}
