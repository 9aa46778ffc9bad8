/**
 * The four CSV tables of a session folder: conversion between text and typed rows.
 *
 * @module
 */
import { csvLine, type CsvValue, parseNumberedCsvRows } from "../../platform/files/csv.ts";
import { DataError } from "../../platform/errors.ts";
import { formulaAsText, textOfFormula } from "./formula_text.ts";
import {
  CLAIM_COLUMNS,
  type ClaimRow,
  COMPARISON_COLUMNS,
  type ComparisonRow,
  READABLE_SCHEMAS,
  type Row,
  ROW_COLUMNS,
  type Sample,
  SAMPLE_COLUMNS,
  SCHEMA,
  VERDICTS,
} from "../row.ts";

/** Kind of a column's values: any text, one of some words, a number, or a number that may be absent. */
export type ColumnKind = "text" | "number" | "optional" | readonly string[];

/** A table: its file, its columns in order and their kinds. */
export interface Table<T> {
  /** Name of the file in a session folder. */
  readonly file: string;
  /** Header, in order. */
  readonly columns: readonly (keyof T & string)[];
  /** Kinds of the columns that do not hold arbitrary text. */
  readonly kinds: Readonly<Partial<Record<keyof T & string, ColumnKind>>>;
  /** Columns that schema 1 does not have; they are empty in its rows. */
  readonly added?: readonly (keyof T & string)[];
}

const SOURCES = ["measured", "simulated", "modelled"] as const;
const DATASET_KINDS = ["real", "stand-in", ""] as const;

/** Table rows.csv. */
export const ROWS: Table<Row> = {
  file: "rows.csv",
  columns: ROW_COLUMNS,
  kinds: {
    schema: "number",
    dataset_kind: DATASET_KINDS,
    adapter_kind: ["hardware", "software", "none"],
    threads: "number",
    n: "number",
    median: "optional",
    mad: "optional",
    ci_lo: "optional",
    ci_hi: "optional",
    source: SOURCES,
    roofline_share: "optional",
    rel_err: "optional",
    tolerance: "optional",
    checked_rows: "optional",
    seed: "number",
    attempt: "number",
    status: ["ok", "wrong", "oom", "skipped", "failed"],
    ranks: "optional",
  },
  added: ["isa", "webgpu", "ranks"],
};

/** Table samples.csv. */
export const SAMPLES: Table<Sample> = {
  file: "samples.csv",
  columns: SAMPLE_COLUMNS,
  kinds: { attempt: "number", preparation: "number", round: "number", calls: "number", value: "number" },
};

/** Table comparison.csv. */
export const COMPARISONS: Table<ComparisonRow> = {
  file: "comparison.csv",
  columns: COMPARISON_COLUMNS,
  kinds: {
    measured: "optional",
    ci_lo: "optional",
    ci_hi: "optional",
    source: [...SOURCES, ""],
    dataset_kind: DATASET_KINDS,
  },
};

/** Table claims.csv. */
export const CLAIMS: Table<ClaimRow> = {
  file: "claims.csv",
  columns: CLAIM_COLUMNS,
  kinds: {
    verdict: VERDICTS,
    source: [...SOURCES, ""],
    dataset_kind: DATASET_KINDS,
    effect: "optional",
    ci_lo: "optional",
    ci_hi: "optional",
    p: "optional",
    p_holm: "optional",
  },
  added: ["premise"],
};

/** The header line of a table. */
export function headerLine<T>(table: Table<T>): string {
  return csvLine(table.columns);
}

/**
 * Formats rows as lines, without the header. A text that a spreadsheet would take for a formula is written as
 * text.
 */
export function tableLines<T>(table: Table<T>, rows: readonly T[]): string {
  return rows.map((row) =>
    csvLine(table.columns.map((column) => formulaAsText(String((row[column] as CsvValue) ?? ""))))
  ).join("");
}

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
    wanted: `the ${table.columns.length} columns of schema ${SCHEMA}`,
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
    for (let i = 0; i < columns.length; i++) {
      const [column, kind] = columns[i];
      const field = textOfFormula(fields[i]);
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
      throw wrongField(place, "", `schema ${row.schema}`, `schema ${READABLE_SCHEMAS.join(" or ")}`);
    }
    return row as T;
  }
}

/**
 * Columns of a header: all of the table's, or those of schema 1.
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
    throw new DataError({ file: path, line: (records.at(-1) ?? header).line }, {
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
