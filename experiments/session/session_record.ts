/**
 * Record of a session while it runs: its document, verdicts and report, written again and again.
 *
 * @module
 */
import { writeContents, writeReport } from "../../results/report/report.ts";
import { sentinelDrift } from "../../results/sentinel.ts";
import type { SessionDocument } from "../../results/store/session_document.ts";
import { readSession, type SessionContents, type SessionStore } from "../../results/store/store.ts";
import { allSuites } from "../suites.ts";
import type { SessionDatasets } from "./session_datasets.ts";
import { answeredText } from "./session_texts.ts";
import { decideClaims } from "./verdicts/claim_verdicts.ts";
import { comparePublished } from "./verdicts/published_comparison.ts";
import { askedPapers, sessionRows } from "./verdicts/session_rows.ts";

/** Pause between two reports of a run, over the time that the first took: they take a hundredth of it. */
const REST = 99;

/** Record of one session, in the folder of its store. */
export class SessionRecord {
  readonly #store: SessionStore;
  readonly #datasets: SessionDatasets;
  /** Content of session.json; changes are stored by the next writing. */
  document: SessionDocument;
  /** Time at which the next report is due, by `performance.now()`. */
  #due = -Infinity;

  /** Goes on with the document of `store`; `datasets` are those that the run loads. */
  constructor(store: SessionStore, datasets: SessionDatasets) {
    this.#store = store;
    this.#datasets = datasets;
    this.document = { ...store.document, finished: false };
  }

  /** Writes the document alone. */
  async write(): Promise<void> {
    await this.#store.writeDocument(this.document);
  }

  /** Whether enough of the run has passed since the last report for another. */
  get isDue(): boolean {
    return performance.now() >= this.#due;
  }

  /**
   * Writes verdicts and report before the run has ended.
   *
   * @returns Milliseconds that it took.
   */
  async publish(): Promise<number> {
    const started = performance.now();
    await this.#judge();
    await writeReport(this.#store.folder);
    const ended = performance.now();
    this.#due = ended + REST * (ended - started);
    return ended - started;
  }

  /** Writes the last verdicts and report of a run of `seconds`, and reads the session. */
  async finish(seconds: number): Promise<SessionContents> {
    await this.#judge();
    this.document = { ...this.document, seconds: this.document.seconds + seconds };
    await this.write();
    const contents = await readSession(this.#store.folder);
    await writeContents(contents, this.#store.folder);
    return contents;
  }

  /** Writes verdicts, published numbers and document, from all rows of the session so far. */
  async #judge(): Promise<void> {
    const { calibration, suites: texts } = this.document, rows = this.#store.currentRows();
    const samples = await this.#store.currentSamples(), { journal } = this.#store;
    const measured = sessionRows(this.document, { rows, samples, journal });
    const papers = askedPapers(this.document);
    // Also suites that did not run: their published numbers get that as their reason.
    const suites = allSuites();
    await this.#store.writeClaims(decideClaims(papers, suites, measured));
    await this.#store.writeComparisons(comparePublished(papers, suites, measured));
    this.document = {
      ...this.document,
      updated: new Date().toISOString(),
      datasets: this.#datasets.summaries,
      suites: texts.map((text) => answeredText(text, rows)),
      calibration: calibration && {
        ...calibration,
        sentinelDrift: sentinelDrift(this.#store.rows, calibration.smallestDifference)?.drift ?? 1,
      },
    };
    await this.write();
  }
}
