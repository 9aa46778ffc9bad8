/**
 * A session on disk: one folder, one writer, any number of readers. What is finished survives a crash at any instant;
 * what is not is not there.
 *
 * @module
 */
import { join } from "node:path";
import { appendDurably, FolderLock, removeAbandoned, writeFileDurably } from "../platform/durable_files.ts";
import { DataError, MissingError, UsageError } from "../platform/errors.ts";
import { JOURNAL_FILE, type JournalEntry, recover, type Recovered, workloadOf } from "./journal.ts";
import { type ClaimRow, type ComparisonRow, type Row, type Sample, SCHEMA } from "./row.ts";
import { isSentinel } from "./sentinel.ts";
import type { SessionDocument } from "./session_document.ts";
import { formatSessionDocument, parseSessionDocument } from "./session_schema.ts";
import type { Subject } from "./subject.ts";
import {
  CLAIMS,
  COMPARISONS,
  headerLine,
  parseTable,
  ROWS,
  SAMPLES,
  type Table,
  tableLines,
} from "./tables.ts";

/** A row as its measurer knows it; schema, session and attempt are the store's to fill in. */
export type NewRow = Omit<Row, "schema" | "session" | "attempt">;

/** A sample as its measurer knows it; session and attempt are the store's to fill in. */
export type NewSample = Omit<Sample, "session" | "attempt">;

/** All contenders of one workload of a suite, measured. */
export interface FinishedComparison {
  /** Suite id: `hetu-gnn/figure-8`. */
  readonly suite: string;
  /** Workload id within the suite: `reddit:w128`. */
  readonly workload: string;
  /** Content key: what the result depends on. */
  readonly key: string;
  /** Part of the key that any device shares; absent where nothing was loaded. */
  readonly subject?: Subject;
  /** At least one; their cells read `<suite>:<workload>:<contender>`. */
  readonly rows: readonly NewRow[];
  /** Of cells that `rows` names. */
  readonly samples: readonly NewSample[];
}

/** Everything that a session folder holds. */
export interface SessionContents {
  /** Everything about the run that is not a row. */
  readonly document: SessionDocument;
  /** Finished comparisons in the order in which they finished, all attempts. */
  readonly journal: readonly JournalEntry[];
  /** All attempts. */
  readonly rows: readonly Row[];
  /** All attempts, of finished comparisons only. */
  readonly samples: readonly Sample[];
  /** Published numbers beside measured ones, as last judged. */
  readonly comparisons: readonly ComparisonRow[];
  /** Claims with their verdicts, as last judged. */
  readonly claims: readonly ClaimRow[];
}

const SESSION_FILE = "session.json";

async function readOptional(path: string): Promise<Uint8Array | undefined> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function readRecovered(folder: string): Promise<Recovered> {
  const read = async (file: string) => await readOptional(join(folder, file)) ?? new Uint8Array();
  // The journal first: whatever it vouches for was written before it, also while a writer goes on.
  const journal = await read(JOURNAL_FILE);
  return recover({ journal, rows: await read(ROWS.file), samples: await read(SAMPLES.file) }, folder);
}

async function readDocument(folder: string): Promise<SessionDocument | undefined> {
  const path = join(folder, SESSION_FILE);
  const bytes = await readOptional(path);
  return bytes && parseSessionDocument(new TextDecoder().decode(bytes), path);
}

async function readWhole<T>(folder: string, table: Table<T>): Promise<T[]> {
  const path = join(folder, table.file);
  const bytes = await readOptional(path);
  return bytes ? parseTable(table, new TextDecoder().decode(bytes), path) : [];
}

function noSession(folder: string): MissingError {
  return new MissingError({
    action: `open session ${JSON.stringify(folder)}`,
    current: `no ${SESSION_FILE}`,
    wanted: "a folder that a run has written",
    next: "name another session, or start one with repro",
  });
}

/**
 * Reads a session without locking it, as reports do; a run may be writing it at the same time. Changes nothing: what a
 * killed run left unfinished is skipped, not removed.
 *
 * @throws {MissingError} There is no session in that folder.
 * @throws {DataError} It is of another schema, or a file in it is not of its format.
 */
export async function readSession(folder: string): Promise<SessionContents> {
  const document = await readDocument(folder);
  if (!document) throw noSession(folder);
  const { entries, rows, samples } = await readRecovered(folder);
  const comparisons = await readWhole(folder, COMPARISONS);
  const claims = await readWhole(folder, CLAIMS);
  return { document, journal: entries, rows, samples, comparisons, claims };
}

/**
 * The rows that count: of each cell, those of its last attempt, in the order in which the cells were first measured.
 * All metrics of a cell come from one attempt, since a ratio of one run beside the time of another would pair nothing.
 * The sentinel's rows are left out: they say how the machine moved, and nobody compares them.
 */
export function lastAttempts(all: readonly Row[]): Row[] {
  const rows = all.filter((row) => !isSentinel(row));
  const last = new Map<string, number>();
  for (const row of rows) last.set(row.cell, Math.max(last.get(row.cell) ?? 0, row.attempt));
  const byCell = Map.groupBy(rows.filter((row) => row.attempt === last.get(row.cell)), (row) => row.cell);
  return [...last.keys()].flatMap((cell) => byCell.get(cell) ?? []);
}

function cannotCommit({ suite, workload }: FinishedComparison, current: string, wanted: string): UsageError {
  const action = `write comparison ${JSON.stringify(`${suite}:${workload}`)}`;
  return new UsageError({ action, current, wanted, next: "correct the measurement that made it" });
}

function checkComparison(comparison: FinishedComparison): void {
  const { suite, workload, rows, samples } = comparison;
  if (rows.length === 0) throw cannotCommit(comparison, "no rows", "a row for each contender");
  for (const row of rows) {
    if (row.suite !== suite || workloadOf(row) !== workload) {
      const wanted = `cell ${JSON.stringify(`${suite}:${workload}:${row.contender}`)}`;
      throw cannotCommit(comparison, `cell ${JSON.stringify(row.cell)} of suite ${row.suite}`, wanted);
    }
  }
  const cells = new Set(rows.map((row) => row.cell));
  const stray = samples.find((sample) => !cells.has(sample.cell));
  if (stray) throw cannotCommit(comparison, `a sample of cell ${stray.cell}`, "samples of its rows' cells");
}

/**
 * The writer of a session folder. It holds the folder's lock until it is closed.
 *
 * @example
 * ```ts
 * import { SessionStore } from "gnn-repro";
 * async function hasRun(folder: string): Promise<boolean> {
 *   using store = await SessionStore.open(folder);
 *   return store.finished("own/kernel-ladder", "cora") !== undefined;
 * }
 * ```
 */
export class SessionStore implements Disposable {
  /** Path of the session's folder. */
  readonly folder: string;
  readonly #lock: FolderLock;
  #document: SessionDocument;
  #journal: JournalEntry[] = [];
  #rows: Row[] = [];
  #failed = false;
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(lock: FolderLock, document: SessionDocument) {
    this.folder = lock.folder;
    this.#lock = lock;
    this.#document = document;
  }

  /**
   * Opens a session for writing, or creates it from `create` if the folder has none. What a killed run left unfinished
   * is removed.
   *
   * @throws {ConflictError} Another run writes this session.
   * @throws {MissingError} There is no session and nothing to create it from.
   * @throws {DataError} It is of another schema, or the folder holds rows but no session document.
   */
  static async open(
    folder: string,
    options: { readonly create?: SessionDocument } = {},
  ): Promise<SessionStore> {
    if (!options.create && !await readDocument(folder)) throw noSession(folder);
    const lock = await FolderLock.acquire(folder);
    try {
      let document = await readDocument(folder);
      if (!document) {
        if (!options.create) throw noSession(folder);
        if (await readOptional(join(folder, ROWS.file))) {
          throw new DataError({ file: folder }, {
            action: "create a session in",
            current: `${ROWS.file} but no ${SESSION_FILE}`,
            wanted: "an empty folder, or a session",
            next: "name another folder with --out or --session",
          });
        }
        document = options.create;
        await writeFileDurably(join(folder, SESSION_FILE), formatSessionDocument(document));
      }
      const store = new SessionStore(lock, document);
      await store.#recover();
      await removeAbandoned(folder);
      for (const table of [COMPARISONS, CLAIMS]) {
        const path = join(folder, table.file);
        if (!await readOptional(path)) await writeFileDurably(path, headerLine(table as Table<unknown>));
      }
      return store;
    } catch (error) {
      lock.close();
      throw error;
    }
  }

  /** Takes from the disk what counts, and rewrites the files that hold anything else. */
  async #recover(): Promise<void> {
    const { entries, rows, samples, damaged } = await readRecovered(this.folder);
    const texts = {
      rows: [ROWS.file, () => headerLine(ROWS) + tableLines(ROWS, rows)],
      samples: [SAMPLES.file, () => headerLine(SAMPLES) + tableLines(SAMPLES, samples)],
      journal: [JOURNAL_FILE, () => entries.map((entry) => JSON.stringify(entry) + "\n").join("")],
    } as const;
    for (const file of damaged) {
      const [name, text] = texts[file];
      await writeFileDurably(join(this.folder, name), text());
    }
    this.#journal = entries;
    this.#rows = rows;
    this.#failed = false;
  }

  /** Runs writes one after the other, however they are called. */
  #serially<T>(write: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(write);
    this.#queue = done.catch(() => {});
    return done;
  }

  /** The session document as last written. */
  get document(): SessionDocument {
    return this.#document;
  }

  /** Replaces session.json. */
  writeDocument(document: SessionDocument): Promise<void> {
    return this.#serially(async () => {
      await writeFileDurably(join(this.folder, SESSION_FILE), formatSessionDocument(document));
      this.#document = document;
    });
  }

  /**
   * Writes a comparison: its samples, its rows, then the line in the journal that makes them count, each with one append
   * that is on the disk before the next. Returns the rows as written, one attempt above the last one.
   *
   * @throws {UsageError} A row or sample does not belong to this comparison. Nothing is written.
   */
  commitComparison(comparison: FinishedComparison): Promise<Row[]> {
    return this.#serially(async () => {
      checkComparison(comparison);
      // An append that failed (a full disk) may have left rows that no journal line vouches for.
      if (this.#failed) await this.#recover();
      const { suite, workload, key, subject } = comparison;
      const { session } = this.#document;
      const attempt = (this.finished(suite, workload)?.attempt ?? 0) + 1;
      const rows = comparison.rows.map((row): Row => ({ ...row, schema: SCHEMA, session, attempt }));
      const samples = comparison.samples.map((sample): Sample => ({ ...sample, session, attempt }));
      const finished = new Date().toISOString();
      const entry: JournalEntry = {
        suite,
        workload,
        key,
        ...(subject === undefined ? {} : { subject }),
        attempt,
        rows: rows.length,
        samples: samples.length,
        finished,
      };
      this.#failed = true;
      if (samples.length > 0) {
        await appendDurably(join(this.folder, SAMPLES.file), tableLines(SAMPLES, samples));
      }
      await appendDurably(join(this.folder, ROWS.file), tableLines(ROWS, rows));
      await appendDurably(join(this.folder, JOURNAL_FILE), JSON.stringify(entry) + "\n");
      this.#failed = false;
      this.#journal.push(entry);
      this.#rows.push(...rows);
      return rows;
    });
  }

  /** The last attempt of a comparison, or undefined where it was never finished. */
  finished(suite: string, workload: string): JournalEntry | undefined {
    return this.#journal.findLast((entry) => entry.suite === suite && entry.workload === workload);
  }

  /** Finished comparisons in the order in which they finished, all attempts. */
  get journal(): readonly JournalEntry[] {
    return this.#journal;
  }

  /** All rows, of all attempts. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** The rows that count; see {@linkcode lastAttempts}. */
  currentRows(): Row[] {
    return lastAttempts(this.#rows);
  }

  /** All samples, of all attempts, from the disk. */
  async samples(): Promise<Sample[]> {
    await this.#queue;
    return (await readRecovered(this.folder)).samples;
  }

  /** Replaces comparison.csv. */
  writeComparisons(rows: readonly ComparisonRow[]): Promise<void> {
    return this.#replace(COMPARISONS, rows);
  }

  /** Replaces claims.csv. */
  writeClaims(rows: readonly ClaimRow[]): Promise<void> {
    return this.#replace(CLAIMS, rows);
  }

  #replace<T>(table: Table<T>, rows: readonly T[]): Promise<void> {
    const path = join(this.folder, table.file);
    return this.#serially(() => writeFileDurably(path, headerLine(table) + tableLines(table, rows)));
  }

  /** Gives the folder free for other writers. A second call does nothing. */
  close(): void {
    this.#lock.close();
  }

  /** Same as {@linkcode SessionStore.close}, for `using`. */
  [Symbol.dispose](): void {
    this.close();
  }
}
