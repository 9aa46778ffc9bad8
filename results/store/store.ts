/**
 * Store of a session on disk: a folder with one writer and any number of readers, or an archive, which has
 * readers only. Finished comparisons survive a crash at any instant; unfinished ones leave nothing that
 * counts.
 *
 * @module
 */
import { join } from "node:path";
import { appendDurably, removeAbandoned, writeFileDurably } from "../../platform/files/durable_files.ts";
import { FolderLock } from "../../platform/files/folder_lock.ts";
import { DataError, UsageError } from "../../platform/errors.ts";
import { countingRows } from "./counting_rows.ts";
import { type FinishedComparison, finishedLines } from "./finished_comparison.ts";
import { JOURNAL_FILE, type JournalEntry, workloadOf } from "./journal.ts";
import { type ClaimRow, type ComparisonRow, type Row, type Sample, SCHEMA } from "../row.ts";
import { ARCHIVE_SUFFIX } from "./session_path.ts";
import type { SessionDocument } from "./session_document.ts";
import { noSession, readFinished, type ReadOptions, readSessionDocument } from "./session_reader.ts";
import { formatSessionDocument, SESSION_FILE } from "./session_schema.ts";
import { isArchive, openSource, type SessionSource } from "./session_source.ts";
import { CLAIMS, COMPARISONS, headerLine, ROWS, SAMPLES, type Table, tableLines } from "./tables.ts";

export type { FinishedComparison, NewRow, NewSample } from "./finished_comparison.ts";
export { type ReadOptions, readSession, type SessionContents } from "./session_reader.ts";

/** Options of {@linkcode SessionStore.open}. */
export interface OpenOptions extends ReadOptions {
  /** Initial document of the session, where the folder has none. */
  readonly create?: SessionDocument;
  /** Throws where an existing session must not be resumed. Nothing is opened for writing before. */
  readonly check?: (document: SessionDocument) => void;
}

/** Refuses an archive, and a folder with the name of one: archives are never written into. */
async function refuseArchive(folder: string): Promise<void> {
  const bare = folder.endsWith(ARCHIVE_SUFFIX) ? folder.slice(0, -ARCHIVE_SUFFIX.length) : folder;
  const archive = `${bare}${ARCHIVE_SUFFIX}`;
  if (!await isArchive(archive)) return;
  if (folder === bare && await Deno.stat(join(folder, SESSION_FILE)).then(() => true, () => false)) return;
  throw new UsageError({
    action: `resume session ${JSON.stringify(archive)}`,
    current: "an archive, which is read-only",
    wanted: "a folder",
    next: `unpack it first: unzip ${archive} -d ${bare} (or: mkdir ${bare} && tar -xf ${archive} -C ${bare})`,
  });
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

/** Rows of this version do not fit below the headers of another one. */
function assertWritable({ schema }: SessionDocument, folder: string): void {
  if (schema === SCHEMA) return;
  throw new DataError({ file: join(folder, SESSION_FILE) }, {
    action: "go on writing",
    current: `schema ${schema}`,
    wanted: `schema ${SCHEMA}`,
    next: "start a new session: this one can still be read, compared and reported on",
  });
}

/**
 * Writer of a session folder. It holds the folder's lock until it is closed.
 *
 * @example
 * ```ts
 * import { SessionStore } from "gnn-repro/results";
 * async function hasRun(folder: string): Promise<boolean> {
 *   using store = await SessionStore.open(folder);
 *   return store.finished("own/kernel-ladder", "cora") !== undefined;
 * }
 * ```
 */
export class SessionStore implements Disposable {
  /** Path of the session's folder. */
  readonly folder: string;
  /** Whether the session was created by this opening. */
  readonly isNew: boolean;
  readonly #lock: FolderLock;
  readonly #source: SessionSource;
  #document: SessionDocument;
  #journal: JournalEntry[] = [];
  #rows: Row[] = [];
  #samples: Sample[] = [];
  #run = 1;
  #failed = false;
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(lock: FolderLock, document: SessionDocument, source: SessionSource, isNew: boolean) {
    this.folder = lock.folder;
    this.isNew = isNew;
    this.#lock = lock;
    this.#source = source;
    this.#document = document;
  }

  /**
   * Opens a session for writing, or creates it from `create` if the folder has none. The remains of a killed
   * run are removed and named. Nothing is written before the whole session was read and `check` has accepted
   * it.
   *
   * @throws {UsageError} The path is an archive.
   * @throws {ConflictError} Another run writes this session.
   * @throws {MissingError} There is no session and nothing to create it from.
   * @throws {DataError} The session has another schema, a file is damaged or shorter than the journal
   * requires, or the folder holds rows without a session document.
   */
  static async open(folder: string, options: OpenOptions = {}): Promise<SessionStore> {
    await refuseArchive(folder);
    const { create, check = () => {}, remark = console.error } = options;
    const source = await openSource(folder);
    const found = await readSessionDocument(source);
    if (!found && !create) throw noSession(folder);
    // The lock is a file too: a refused folder stays unchanged.
    if (found) {
      check(found);
      assertWritable(found, folder);
      await readFinished(source);
    }
    const lock = await FolderLock.acquire(folder);
    try {
      let document = await readSessionDocument(source);
      const isNew = document === undefined;
      if (document) {
        check(document);
      } else {
        if (!create) throw noSession(folder);
        if (await source.read(ROWS.file)) {
          throw new DataError({ file: folder }, {
            action: "create a session in",
            current: `${ROWS.file} but no ${SESSION_FILE}`,
            wanted: "an empty folder, or a session",
            next: "name another folder with --out or --session",
          });
        }
        document = create;
        await writeFileDurably(join(folder, SESSION_FILE), formatSessionDocument(document));
      }
      const store = new SessionStore(lock, document, source, isNew);
      for (const text of await store.#recover()) remark(text);
      store.beginRun();
      await removeAbandoned(folder);
      for (const table of [COMPARISONS, CLAIMS]) {
        const path = join(folder, table.file);
        if (!await source.read(table.file)) await writeFileDurably(path, headerLine(table as Table<unknown>));
      }
      return store;
    } catch (error) {
      lock.close();
      throw error;
    }
  }

  /** Number of the run that goes on, from 1. */
  get run(): number {
    return this.#run;
  }

  /**
   * Begins another run: what comparisons shared so far, such as the rounds of one loop, those that follow
   * measure anew. Opening a session begins one.
   */
  beginRun(): void {
    this.#run = 1 + Math.max(0, ...this.#journal.map(({ run = 0 }) => run));
  }

  /** Reads what counts from the disk, cuts off the rest, and returns descriptions of it. */
  async #recover(): Promise<string[]> {
    const { entries, rows, samples, repairs, remarks } = await readFinished(this.#source);
    const files = { samples: SAMPLES.file, rows: ROWS.file, journal: JOURNAL_FILE } as const;
    for (const file of ["samples", "rows", "journal"] as const) {
      const text = repairs[file];
      if (text !== undefined) await writeFileDurably(join(this.folder, files[file]), text);
    }
    this.#journal = entries;
    this.#rows = rows;
    this.#samples = samples;
    this.#failed = false;
    return remarks;
  }

  /** Runs writes one after the other, even where their callers do not wait. */
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
   * Writes a comparison: its samples, its rows, then the line in the journal that makes them count, each with
   * one append that is on the disk before the next. Returns the rows as written, with the attempt after the
   * last one.
   *
   * @throws {UsageError} A row or sample does not belong to this comparison. Nothing is written.
   */
  commitComparison(comparison: FinishedComparison): Promise<Row[]> {
    return this.#serially(async () => {
      checkComparison(comparison);
      // A failed append (on a full disk) may have left rows without a line in the journal.
      if (this.#failed) await this.#recover();
      const { suite, workload } = comparison;
      const { session } = this.#document;
      const attempt = (this.finished(suite, workload)?.attempt ?? 0) + 1;
      const { rows, samples, lines, entry } = await finishedLines(comparison, {
        session,
        attempt,
        run: this.#run,
      });
      this.#failed = true;
      if (samples.length > 0) await appendDurably(join(this.folder, SAMPLES.file), lines.samples);
      await appendDurably(join(this.folder, ROWS.file), lines.rows);
      await appendDurably(join(this.folder, JOURNAL_FILE), JSON.stringify(entry) + "\n");
      this.#failed = false;
      this.#journal.push(entry);
      this.#rows.push(...rows);
      for (const sample of samples) this.#samples.push(sample);
      return [...rows];
    });
  }

  /** Entry of a comparison's last attempt; undefined where it never finished. */
  finished(suite: string, workload: string): JournalEntry | undefined {
    return this.#journal.findLast((entry) => entry.suite === suite && entry.workload === workload);
  }

  /** Finished comparisons in the order in which they finished, all attempts. */
  get journal(): readonly JournalEntry[] {
    return this.#journal;
  }

  /** Rows of all attempts. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** Rows that count; see {@linkcode countingRows}. */
  currentRows(): Row[] {
    return countingRows(this.#rows);
  }

  /** Samples of all attempts, those of writes that are under way included. */
  async samples(): Promise<readonly Sample[]> {
    await this.#queue;
    return this.#samples;
  }

  /** Samples behind the rows that count. */
  async currentSamples(): Promise<readonly Sample[]> {
    const attempts = new Map(this.currentRows().map(({ cell, attempt }) => [cell, attempt]));
    return (await this.samples()).filter(({ cell, attempt }) => attempts.get(cell) === attempt);
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

  /** Releases the lock. A second call does nothing. */
  close(): void {
    this.#lock.close();
  }

  /**
   * Gives the folder free, and removes a session that was created by this opening and has no row: its files,
   * and the folder where nothing else is in it.
   */
  async discard(): Promise<void> {
    const removes = this.isNew && this.#rows.length === 0;
    if (removes) {
      const own = [
        SESSION_FILE,
        JOURNAL_FILE,
        ...[ROWS, SAMPLES, COMPARISONS, CLAIMS].map(({ file }) => file),
      ];
      for (const name of own) {
        if (await this.#source.read(name)) await Deno.remove(join(this.folder, name));
      }
    }
    if (removes) await this.#lock.removeEmptyFolder();
    this.close();
  }

  /** Same as {@linkcode SessionStore.close}, for `using`. */
  [Symbol.dispose](): void {
    this.close();
  }
}
