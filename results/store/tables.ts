/**
 * The four CSV tables of a session folder: their columns, and the text of their rows.
 *
 * @module
 */
import { csvLine, type CsvValue } from "../../platform/files/csv_line.ts";
import { formulaAsText } from "./formula_text.ts";
import {
  CLAIM_COLUMNS,
  type ClaimRow,
  COMPARISON_COLUMNS,
  type ComparisonRow,
  type Row,
  ROW_COLUMNS,
  type Sample,
  SAMPLE_COLUMNS,
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
  /** Columns that sessions of earlier versions do not have; they are empty in their rows. */
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
    n: "optional",
  },
  added: ["n"],
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
 *
 * @throws {TypeError} where a row lacks a number that no reader would do without.
 */
export function tableLines<T>(table: Table<T>, rows: readonly T[]): string {
  const numbers = table.columns.filter((column) => table.kinds[column] === "number");
  return rows.map((row) => {
    const lacking = numbers.find((column) => row[column] === undefined);
    if (lacking !== undefined) throw new TypeError(`a row for ${table.file} has no ${lacking}`);
    return csvLine(table.columns.map((column) => formulaAsText(String((row[column] as CsvValue) ?? ""))));
  }).join("");
}
