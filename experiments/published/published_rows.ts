/**
 * The published numbers as they lie beside a paper's suites: one row a printed number, and why it is joined
 * to no cell where it is not.
 *
 * @module
 */
import { z } from "zod";
import { DataError, type FilePlace } from "../../platform/errors.ts";
import type { PaperId, PaperTables } from "../paper_tables.ts";
import { parsePaperTable, readTableText, type TableSource } from "../table_file.ts";
import { isTextUnit } from "./units.ts";

/** Reasons that name no other row. */
export const REASONS = [
  "setting",
  "worked-example",
  "other-hardware",
  "data-missing",
  "suite-missing",
] as const;

/**
 * Reason for which a published row is joined to no cell: a fact of the set-up; a toy example that a unit test
 * checks; a number that describes the authors' hardware only; another row's number printed again; a graph
 * with no public source, or with labels that no stand-in of it has; or a suite that does not exist yet.
 */
export type Reason = (typeof REASONS)[number] | `duplicate-of:${string}`;

/** Relation of the true number to the printed one. `max`: "up to" or "below"; `at-least`: "more than". */
export type Relation = "eq" | "approx" | "min" | "max" | "at-least";

/** One printed number. Several data sets, models or systems are separated by `;`. */
export interface PublishedRow {
  /** Paper that prints the number. */
  readonly paper: PaperId;
  /** Artifact as the paper numbers it: `Table 3`. */
  readonly artifact: string;
  /** `hetu-gnn.t3.reddit.edges`, unique. */
  readonly claimId: string;
  /** A cell of a table or figure, a number in prose, or a bound. */
  readonly kind: "cell" | "text" | "bound";
  /** Measured quantity: `spmm_speedup`. */
  readonly metric: string;
  /**
   * Whether the number follows from a graph or a scheme and not from a machine. Such a number is judged as an
   * exact value, on the real graph only.
   */
  readonly isCount: boolean;
  /** Whether the paper says "below" of the number, as the remark tells: any smaller one agrees. */
  readonly isBelow: boolean;
  /** One of the units of `units.ts`. */
  readonly unit: string;
  /** Data set(s) as the paper names them; may be empty, as may the next two. */
  readonly dataset: string;
  /** GNN model(s): `GCN`. */
  readonly model: string;
  /** System that ran, and the system it is compared with: `Hetu-GNN vs DGL`. */
  readonly system: string;
  /** The remaining factors: `reorder`, `partition`, `gpu`. A `|` in a value means "either". */
  readonly config: Readonly<Record<string, string>>;
  /** Text as printed. */
  readonly value: string;
  /** The value in the row's unit; absent for texts and for `OOM`. */
  readonly number?: number;
  /** Whether the number is exact, about, or a bound. */
  readonly relation: Relation;
  /** Remark on the copied number. */
  readonly context: string;
  /** Reason for which no cell is joined to the row; empty where a suite joins it. */
  readonly reason: Reason | "";
}

const RECORD = z.strictObject({
  paper: z.string(),
  artifact: z.string().min(1),
  claim_id: z.string().min(1),
  kind: z.enum(["cell", "text", "bound"]),
  metric: z.string().regex(/^[a-z][a-z0-9_]*$/),
  unit: z.string().min(1),
  dataset: z.string(),
  model: z.string(),
  system: z.string(),
  config: z.string(),
  value: z.string().min(1),
  relation: z.enum(["eq", "approx", "min", "max", "at-least"]),
  context: z.string(),
  reason: z.union([z.literal(""), z.enum(REASONS), z.templateLiteral(["duplicate-of:", z.string().min(1)])], {
    error: `expected one of ${
      REASONS.join(", ")
    }, duplicate-of:CLAIM_ID, or nothing where a suite measures it`,
  }),
});

/** A number as the papers print it: `0.000`, `114848857`, `2.28E-04`. */
const NUMBER = /^-?\d+(\.\d+)?(E[+-]?\d+)?$/i;

/**
 * The published rows of a paper, in the order of their artifacts.
 *
 * @throws {DataError} as {@link parsePublished} does.
 */
export function readPublished(paper: PaperTables): PublishedRow[] {
  return parsePublished(...readTableText(paper, "published"), paper.counts);
}

/**
 * The published rows of a CSV text; `counts` are the metrics that no machine decides.
 *
 * @throws {DataError} with the line, where a row is malformed, an id repeats, or a `duplicate-of` names no
 * original.
 */
export function parsePublished(
  text: string,
  source: TableSource,
  counts: readonly string[] = [],
): PublishedRow[] {
  const { file } = source;
  const records = parsePaperTable(text, RECORD, source);
  const rows = records.map(({ record, line }): PublishedRow => {
    const { claim_id: claimId, config, ...rest } = record;
    const numeric = !isTextUnit(record.unit, { file, line }) && NUMBER.test(record.value);
    return {
      ...rest,
      paper: source.paper,
      claimId,
      isCount: counts.includes(record.metric),
      isBelow: /\bis below\b/.test(record.context),
      config: parseConfig(config, { file, line }),
      ...(numeric ? { number: Number(record.value) } : {}),
    };
  });
  const originals = new Set(
    rows.filter(({ reason }) => duplicateOf(reason) === undefined).map((row) => row.claimId),
  );
  rows.forEach(({ reason }, index) => {
    const original = duplicateOf(reason);
    if (original !== undefined && !originals.has(original)) {
      throw new DataError({ file, line: records[index].line }, {
        current: `duplicate-of "${original}"`,
        wanted: "the id of a row of this file that is no duplicate itself",
        next: "correct the reason",
      });
    }
  });
  return rows;
}

/** The id that a `duplicate-of` reason names. */
export function duplicateOf(reason: Reason | ""): string | undefined {
  return reason.startsWith("duplicate-of:") ? reason.slice("duplicate-of:".length) : undefined;
}

/**
 * The pairs of a config column: `reorder=metis|rcm;scope=block`.
 *
 * @throws {DataError} where a pair has no `=` or a key repeats.
 */
export function parseConfig(text: string, place: FilePlace): Record<string, string> {
  const config: Record<string, string> = {};
  if (text === "") return config;
  for (const pair of text.split(";")) {
    const at = pair.indexOf("=");
    if (at < 1 || Object.hasOwn(config, pair.slice(0, at))) {
      throw new DataError(place, {
        current: `config "${text}"`,
        wanted: "key=value pairs separated by ;, each key once",
        next: "correct the line",
      });
    }
    config[pair.slice(0, at)] = pair.slice(at + 1);
  }
  return config;
}

/** The text that {@link parseConfig} reads. */
export function formatConfig(config: Readonly<Record<string, string>>): string {
  return Object.entries(config).map(([key, value]) => `${key}=${value}`).join(";");
}
