/**
 * A session in a notebook: its rows as data, and each part of its report as output.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { environmentText } from "../environment_text.ts";
import { cellsTable, costsTable } from "../report/tables/cell_table.ts";
import { claimsTable } from "../report/tables/claims_table.ts";
import { scorecardTable } from "../report/first_screen.ts";
import { mechanismTable } from "../report/mechanism_card.ts";
import { counted } from "../../platform/text/plural.ts";
import { formatNumber } from "../../platform/text/number.ts";
import { publishedTable } from "../report/tables/published_table.ts";
import { type ArtifactView, type SessionView, type SuiteView, viewSession } from "../report/session_view.ts";
import { type ClaimRow, type Row, ROW_COLUMNS } from "../row.ts";
import type { SessionDocument } from "../store/session_document.ts";
import { readSession, type SessionContents } from "../store/store.ts";
import { type Display, plotDisplay, tableDisplay } from "./display.ts";

/** Default number of rows in a table; a notebook is read from top to bottom. */
const SHOWN_ROWS = 200;

function unknownName(what: string, name: string, known: readonly string[]): UsageError {
  return new UsageError({
    action: `show ${what} ${JSON.stringify(name)}`,
    current: known.length === 0 ? `a session without any ${what}` : `only ${known.join(", ")}`,
    wanted: `a ${what} of this session`,
    next: "name one of these",
  });
}

/** A session for notebooks, with a method for each part of its report. */
export class SessionDisplay {
  readonly #view: SessionView;
  readonly #limit: number;

  /** Shows `contents`, tables with at most `limit` rows. */
  constructor(contents: SessionContents, limit = SHOWN_ROWS) {
    this.#view = viewSession(contents, limit);
    this.#limit = limit;
  }

  /** Session document: everything about the run except rows. */
  get document(): SessionDocument {
    return this.#view.document;
  }

  /** Rows that count. */
  get rows(): readonly Row[] {
    return this.#view.rows;
  }

  /** All claims with their verdicts. */
  get claimRows(): readonly ClaimRow[] {
    return this.#view.claims;
  }

  /** Ids of the suites in the order of the report. */
  get suites(): readonly string[] {
    return this.#suites().map(({ suite }) => suite.id);
  }

  #suites(): readonly SuiteView[] {
    return this.#view.papers.flatMap(({ artifacts }) => artifacts.flatMap(({ suites }) => suites));
  }

  #suite(id: string): SuiteView {
    const found = this.#suites().find(({ suite }) => suite.id === id);
    if (found === undefined) throw unknownName("suite", id, this.suites);
    return found;
  }

  #artifact(paper: string, artifact: string): ArtifactView {
    const of = this.#view.papers.find((view) => view.paper.id === paper);
    if (of === undefined) throw unknownName("paper", paper, this.#view.papers.map((view) => view.paper.id));
    const found = of.artifacts.find((view) => view.artifact === artifact);
    if (found === undefined) {
      throw unknownName(
        "artifact",
        artifact,
        of.artifacts.map((view) => view.artifact),
      );
    }
    return found;
  }

  /** Shows claims by verdict, losses first, separated by kind of evidence. */
  scorecard(): Display {
    return tableDisplay(scorecardTable(this.#view));
  }

  /** Shows the environment in which the session was measured. */
  environment(): Display {
    const { environment, device, profile, seed } = this.document;
    const facts = { profile, seed: String(seed), device: device.name, ...environmentText(environment) };
    return tableDisplay({
      caption: "Environment of the session",
      columns: [{ heading: "Name" }, { heading: "Value", kind: "wide" }],
      rows: Object.entries(facts),
      limit: this.#limit,
      file: "session.json",
    });
  }

  /**
   * Shows a plot of a suite.
   *
   * @param number Number of the plot, from 1, in the order of the report.
   * @throws {UsageError} The session has no such suite, or the suite no such plot.
   */
  plot(suite: string, number = 1): Display {
    const { plots } = this.#suite(suite);
    const plot = plots[number - 1];
    if (plot === undefined) {
      throw unknownName(
        "plot",
        `${suite} ${number}`,
        plots.map((_, i) => String(i + 1)),
      );
    }
    return plotDisplay(plot, this.#limit);
  }

  /**
   * Shows every row of a suite.
   *
   * @throws {UsageError} The session has no such suite.
   */
  cells(suite: string): Display {
    const { suite: text, rows } = this.#suite(suite);
    return tableDisplay(cellsTable(text, rows, this.#limit));
  }

  /**
   * Shows the costs of a suite's one-off work, and the number of products or epochs after which the work has
   * paid off.
   *
   * @throws {UsageError} The session has no such suite, or the suite no one-off work.
   */
  costs(suite: string): Display {
    const { suite: text, rows } = this.#suite(suite);
    const table = costsTable(text, rows, this.#limit);
    if (table === undefined) throw unknownName("cost", suite, []);
    return tableDisplay(table);
  }

  /**
   * Shows published numbers of an artifact beside measured ones.
   *
   * @throws {UsageError} The session has no such paper or artifact.
   */
  published(paper: string, artifact: string): Display {
    return tableDisplay(publishedTable(this.#artifact(paper, artifact).comparisons, this.#limit));
  }

  /**
   * Shows claims about an artifact with predicate, evidence and verdict, losses first.
   *
   * @throws {UsageError} The session has no such paper or artifact.
   */
  claims(paper: string, artifact: string): Display {
    return tableDisplay(claimsTable(this.#artifact(paper, artifact).claims, this.#limit));
  }

  /**
   * Shows the ratios that counted work predicts beside the measured ones, for the comparisons under a claim
   * about time.
   *
   * @throws {UsageError} There is no such claim, or its cells have no counts.
   */
  mechanism(claimId: string): Display {
    const claim = this.claimRows.find(({ claim_id }) => claim_id === claimId);
    const table = claim && this.#mechanismTable(claim);
    if (table !== undefined) return tableDisplay(table);
    const known = this.claimRows.filter((each) => this.hasMechanism(each)).map(({ claim_id }) => claim_id);
    throw unknownName("mechanism", claimId, known);
  }

  /** Whether {@linkcode SessionDisplay.mechanism} has something to show for a claim. */
  hasMechanism(claim: ClaimRow): boolean {
    return this.#mechanismTable(claim) !== undefined;
  }

  #mechanismTable(claim: ClaimRow) {
    const of = this.#view.papers.find(({ paper }) => paper.id === claim.paper);
    const suites = of?.artifacts.flatMap(({ suites }) => suites) ?? [];
    return mechanismTable(claim, { suites, limit: this.#limit });
  }

  /**
   * Shows chosen columns of chosen rows.
   *
   * @throws {UsageError} There is no such column.
   */
  table(
    rows: readonly Row[],
    columns: readonly (keyof Row)[] = ["cell", "metric", "median", "unit"],
  ): Display {
    const wrong = columns.find((column) => !ROW_COLUMNS.includes(column));
    if (wrong !== undefined) throw unknownName("column", wrong, ROW_COLUMNS);
    return tableDisplay({
      caption: counted(rows.length, "row"),
      columns: columns.map((heading) => ({
        heading,
        ...(rows.some((row) => typeof row[heading] === "number") ? { kind: "number" as const } : {}),
      })),
      rows: rows.map((row) =>
        columns.map((column) => {
          const value = row[column];
          return typeof value === "number" ? formatNumber(value) : value;
        })
      ),
      limit: this.#limit,
      file: "rows.csv",
    });
  }
}

/**
 * Reads a session for a notebook, which shows the result of each method, or for a script.
 *
 * @param limit Greatest number of rows in a table; 200 by default.
 * @throws {MissingError} There is no session in that folder.
 * @throws {DataError} The session has another schema, or one of its files is damaged.
 *
 * @example
 * ```ts
 * import { displaySession } from "gnn-repro/results";
 * async function printScorecard(folder: string): Promise<void> {
 *   const session = await displaySession(folder);
 *   console.log(String(session.scorecard()));
 * }
 * ```
 */
export async function displaySession(
  folder: string,
  { limit }: { readonly limit?: number } = {},
): Promise<SessionDisplay> {
  return new SessionDisplay(await readSession(folder), limit);
}
