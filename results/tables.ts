/**
 * The four CSV tables of a session folder, between their text and their typed rows.
 *
 * @module
 */
import { csvLine, type CsvValue, parseCsv } from "../platform/csv.ts";
import { DataError } from "../platform/errors.ts";
import {
  CLAIM_COLUMNS,
  type ClaimRow,
  COMPARISON_COLUMNS,
  type ComparisonRow,
  type Row,
  ROW_COLUMNS,
  type Sample,
  SAMPLE_COLUMNS,
  SCHEMA,
  VERDICTS,
} from "./row.ts";

/** What a column holds: any text, one of some words, a number, or a number that may be absent. */
export type ColumnKind = "text" | "number" | "optional" | readonly string[];

/** A table: its file, its columns in order and what they hold. */
export interface Table<T> {
  /** Name of the file in a session folder. */
  readonly file: string;
  /** Header, in order. */
  readonly columns: readonly (keyof T & string)[];
  /** Columns that do not hold any text. */
  readonly kinds: Readonly<Partial<Record<keyof T & string, ColumnKind>>>;
}

const SOURCES = ["measured", "simulated", "modelled"] as const;
const DATASET_KINDS = ["real", "stand-in", ""] as const;

/** rows.csv. */
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
  },
};

/** samples.csv. */
export const SAMPLES: Table<Sample> = {
  file: "samples.csv",
  columns: SAMPLE_COLUMNS,
  kinds: { attempt: "number", preparation: "number", round: "number", calls: "number", value: "number" },
};

/** comparison.csv. */
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

/** claims.csv. */
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
};

/** The header line of a table. */
export function headerLine<T>(table: Table<T>): string {
  return csvLine(table.columns);
}

/** Rows as lines, without the header. */
export function tableLines<T>(table: Table<T>, rows: readonly T[]): string {
  return rows.map((row) => csvLine(table.columns.map((column) => row[column] as CsvValue))).join("");
}

/** A header that is not ours, told by versions where the file names one. */
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

/**
 * Rows of a table's text.
 *
 * @param path Names the file in errors.
 * @throws {DataError} Another header or schema (the message names the versions), or a field that does not fit its column.
 */
export function parseTable<T>(table: Table<T>, text: string, path: string): T[] {
  const { header, records } = parseCsv(text, { file: path });
  if (header.join() !== table.columns.join()) throw wrongHeader(table, path, header);
  const kinds: readonly (readonly [string, ColumnKind])[] = table.columns.map(
    (column) => [column, table.kinds[column] ?? "text"],
  );
  return records.map((record, index) => {
    const row: Record<string, string | number | undefined> = {};
    for (const [column, kind] of kinds) {
      const field = record[column];
      if (kind === "text") {
        row[column] = field;
      } else if (typeof kind !== "string") {
        if (!kind.includes(field)) {
          throw wrongField(path, `record ${index + 1}, ${column}`, field, kind.join(" | "));
        }
        row[column] = field;
      } else if (kind === "optional" && field === "") {
        row[column] = undefined;
      } else {
        const value = parseNumber(field);
        if (value === undefined) throw wrongField(path, `record ${index + 1}, ${column}`, field, "a number");
        row[column] = value;
      }
    }
    if (row.schema !== undefined && row.schema !== SCHEMA) {
      throw wrongField(path, `record ${index + 1}`, `schema ${row.schema}`, `schema ${SCHEMA}`);
    }
    return row as T;
  });
}

function wrongField(path: string, place: string, current: string, wanted: string): DataError {
  return new DataError({ file: path }, {
    current: `${JSON.stringify(current)} in ${place}`,
    wanted,
    next: "read it with the version that wrote it, or start a new session",
  });
}
