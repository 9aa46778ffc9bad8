/**
 * Joining published rows to the cells of suites. Every row gets a cell or has its reason; nothing is left out
 * silently.
 *
 * @module
 */
import { duplicateOf, type PublishedRow } from "./published_rows.ts";

/** The published columns of a cell, as a suite's mapping states them. */
export interface PublishedKey {
  /** The published metric's name, which need not be the suite's own. */
  readonly metric: string;
  /** Dataset, which must equal the published row's; absent for rows that name none. */
  readonly dataset?: string;
  /** Model, compared where given. */
  readonly model?: string;
  /** System, compared where given. */
  readonly system?: string;
  /** Settings, which must have every entry of the published row's that is not context. */
  readonly config?: Readonly<Record<string, string>>;
  /**
   * Contender that is the system itself, where this one is a policy that stands for it: the number of the
   * policy is only shown where the system was measured, and that of the system alone is judged.
   */
  readonly standsFor?: string;
  /** Reason for which the number is shown beside the published one and not judged by it. */
  readonly shownBecause?: string;
  /** Reasons of the same kind for single published rows, by their ids. */
  readonly shownBeside?: Readonly<Record<string, string>>;
}

/**
 * Config keys that describe the authors' hardware (`gpu`, `cpu`, `link`, `nvlink`, `devices`, `profiler`) or
 * the length of a run (`epochs`). A cell may leave them out; one that states them must agree. Counts of
 * ranks, sockets and nodes are not context, since scaling experiments vary them.
 */
export const CONTEXT_KEYS: ReadonlySet<string> = new Set([
  "gpu",
  "cpu",
  "link",
  "nvlink",
  "devices",
  "profiler",
  "epochs",
]);

/** Reason for which a cell of these columns is shown beside a published row and not judged by it. */
export function shownReason(
  { shownBecause, shownBeside }: PublishedKey,
  claimId: string,
): string | undefined {
  return shownBeside?.[claimId] ?? shownBecause;
}

const fold = (text: string) => text.trim().toLowerCase();

/** Whether a column that may hold several names separated by `separator` is or holds `name`. */
function names(column: string, name: string, separator: ";" | "|"): boolean {
  const wanted = fold(name);
  return fold(column) === wanted || column.split(separator).some((part) => fold(part) === wanted);
}

/**
 * Whether a cell with these columns measures the number of a published row: equal metric and data set, equal
 * model and system where the key has them, and every entry of the row's config that is not context. Case does
 * not matter. The key's config may have further entries, since a printed number often leaves a setting out.
 */
export function matches(row: PublishedRow, key: PublishedKey): boolean {
  if (row.metric !== key.metric || !names(row.dataset, key.dataset ?? "", ";")) return false;
  if (key.model !== undefined && !names(row.model, key.model, ";")) return false;
  if (key.system !== undefined && !names(row.system, key.system, ";")) return false;
  return Object.entries(row.config).every(([name, wanted]) => {
    const stated = key.config?.[name];
    return stated === undefined ? CONTEXT_KEYS.has(name) : names(wanted, stated, "|");
  });
}

/** A published row with the cells that measure it. */
export interface PublishedEntry<Cell> {
  /** The row. */
  readonly row: PublishedRow;
  /** Empty where the row has a reason. */
  readonly cells: readonly Cell[];
}

/** The published rows of one or more papers beside cells. */
export interface PublishedJoin<Cell> {
  /** One an input row, in order. */
  readonly entries: readonly PublishedEntry<Cell>[];
  /** Rows with neither a cell nor a reason, and rows with both. */
  readonly errors: readonly string[];
  /** Cells that claim to be published, yet are no row's. */
  readonly strays: readonly Cell[];
}

/**
 * Joins published rows to cells of the same paper. A row that repeats another's number stays with its
 * original: the cells that match it are no error.
 *
 * @param cells All cells that the suites of these papers declare, measured in this session or not.
 */
export function joinPublished<Cell extends { readonly paper: string; readonly key: PublishedKey }>(
  rows: readonly PublishedRow[],
  cells: readonly Cell[],
): PublishedJoin<Cell> {
  const errors: string[] = [];
  const strays = new Set(cells);
  const entries = rows.map((row): PublishedEntry<Cell> => {
    const found = cells.filter((cell) => cell.paper === row.paper && matches(row, cell.key));
    for (const cell of found) strays.delete(cell);
    if (row.reason === "" && found.length === 0) {
      errors.push(`${row.claimId} has neither a cell nor a reason`);
    }
    if (row.reason !== "" && duplicateOf(row.reason) === undefined && found.length > 0) {
      errors.push(`${row.claimId} has ${found.length} cell(s), and yet the reason "${row.reason}"`);
    }
    return { row, cells: row.reason === "" ? found : [] };
  });
  return { entries, errors, strays: [...strays] };
}
