/**
 * The tables that lie beside a paper's suites, one record a line, each checked against a schema at the edge.
 *
 * @module
 */
import { parseCsv } from "../platform/files/csv.ts";
import { DataError, UsageError } from "../platform/errors.ts";
import type { PaperId, PaperTables } from "./paper_tables.ts";

/** A record with its line, from 1. */
export interface TableRecord<Value> {
  /** The record as its schema types it. */
  readonly record: Value;
  /** Line of the record in the file, from 1. */
  readonly line: number;
}

/** Schema that checks and types a record: a Zod schema, or an object with the same `safeParse`. */
export interface RecordSchema<Value> {
  /** Gives the typed record, or the invalid columns with their faults. */
  safeParse(record: unknown):
    | { readonly success: true; readonly data: Value }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}

/** One fault of a record. */
export interface Issue {
  /** Path of the faulty value, beginning with its column. */
  readonly path: readonly PropertyKey[];
  /** Description of the fault. */
  readonly message: string;
}

/** Whose table a text is, and its name for errors. */
export interface TableSource {
  /** Name of the file. */
  readonly file: string;
  /** The paper that every record must name. */
  readonly paper: PaperId;
}

/**
 * The records of a table whose ids begin with its paper's.
 *
 * @throws {DataError} with the line, where a record does not fit the schema, is another paper's or repeats an
 * id.
 */
export function parsePaperTable<Value extends { paper: string; claim_id: string }>(
  text: string,
  schema: RecordSchema<Value>,
  { file, paper }: TableSource,
): TableRecord<Value>[] {
  const seen = new Set<string>();
  return parseCsv(text, { file }).records.map((fields, index) => {
    const line = index + 2;
    const wrong = (current: string, wanted: string) =>
      new DataError({ file, line }, { current, wanted, next: "correct the line" });
    const parsed = schema.safeParse(fields);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const column = String(issue.path[0] ?? "");
      const found = column === "" ? "a record" : `${column} ${JSON.stringify(fields[column] ?? "")}`;
      const [, expected] = /expected (.+)$/.exec(issue.message) ?? [];
      if (expected !== undefined) throw wrong(found, expected);
      throw wrong(`${found} (${issue.message})`, "a record that fits the schema");
    }
    const { data } = parsed;
    if (data.paper !== paper || !data.claim_id.startsWith(`${paper}.`)) {
      throw wrong(
        `paper "${data.paper}" and claim_id "${data.claim_id}"`,
        `paper "${paper}" and a claim_id that begins with "${paper}."`,
      );
    }
    if (seen.has(data.claim_id)) throw wrong(`id "${data.claim_id}" a second time`, "an id of its own");
    seen.add(data.claim_id);
    return { record: data, line };
  });
}

/**
 * Text and source of a paper's table; found from any working directory.
 *
 * @throws {UsageError} for a paper that prints nothing.
 */
export function readTableText(
  { id, tables }: Pick<PaperTables, "id" | "tables">,
  name: "published" | "claims",
): [string, TableSource] {
  if (tables === null) {
    throw new UsageError({
      action: `read the ${name} table of "${id}"`,
      current: "a paper without tables",
      wanted: `the folder that holds ${name}.csv`,
      next: "say it in its paper.ts",
    });
  }
  const url = new URL(`${name}.csv`, tables);
  return [Deno.readTextFileSync(url), { file: `${id}/${name}.csv`, paper: id }];
}
