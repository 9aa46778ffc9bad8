/**
 * Notebook of a session: the report's parts as executable cells with their outputs filled in.
 *
 * @module
 */
import { formatDate } from "../../platform/text/time.ts";
import { changedLine, changedVerdictsText } from "../report/claims/todays_rules.ts";
import { type ArtifactView, viewSession } from "../report/session_view.ts";
import type { ChangedVerdict } from "../verdicts/changed_verdicts.ts";
import { sessionHeading } from "../verdicts/findings.ts";
import { lossesFirst } from "../verdicts/scorecard.ts";
import type { SessionContents } from "../store/store.ts";
import type { Display } from "./display.ts";
import { markdownText, type NotebookCell, notebookText } from "./nbformat.ts";
import { SessionDisplay } from "./session_display.ts";

/** Greatest size of a notebook in bytes, so that a browser can open it. */
export const MAX_NOTEBOOK_BYTES = 8_000_000;

/** Limits for the rows of a table; the largest that fits is taken. The CSV files have all rows. */
const ROW_LIMITS = [200, 50, 10, 3] as const;

/** First cell of every notebook: finds the library, or tells the reader how to name its folder. */
const FIND_LIBRARY = `import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

// gnn-repro lies where GNN_REPRO_HOME says, else in a folder above this notebook.
let home = Deno.env.get("GNN_REPRO_HOME") ?? Deno.cwd();
while (!existsSync(join(home, "mod.ts"))) {
  if (dirname(home) === home) {
    throw new Error(
      "Found no gnn-repro above this notebook: set GNN_REPRO_HOME to its folder, the one with mod.ts, and restart Jupyter.",
    );
  }
  home = dirname(home);
}
const library = await import(pathToFileURL(join(home, "mod.ts")).href);`;

/** A name as a string literal of JavaScript. */
const literal = (text: string) =>
  JSON.stringify(text).replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);

/** Place and verdicts of a notebook that its session's contents do not have. */
export interface NotebookOptions {
  /** Path of the session from the notebook's folder; by default that folder itself. */
  readonly place?: string;
  /** Claims that today's rules decide otherwise; none by default. */
  readonly changed?: readonly ChangedVerdict[];
}

/** Changed verdicts as a list in Markdown. */
const changedList = (changed: readonly ChangedVerdict[]) =>
  changed.map((each) => `- ${markdownText(changedLine(each))}`).join("\n");

const show = (source: string, display: Display): NotebookCell => ({
  kind: "code",
  source,
  output: display.bundle,
});

/** Cells that name the session, find the library and show the scorecard. */
function* openingCells(
  session: SessionDisplay,
  { document, claims }: Pick<SessionContents, "document" | "claims">,
  { limit, place = "", changed = [] }: NotebookOptions & { readonly limit: number },
): Generator<NotebookCell> {
  const folder = place === "" ? "Deno.cwd()" : `join(Deno.cwd(), ${literal(place)})`;
  yield {
    kind: "markdown",
    source: `# ${sessionHeading(claims)}

Session ${markdownText(document.session)}, profile ${markdownText(document.profile)}, on ${
      markdownText(document.device.name)
    }, ${formatDate(document.created)} UTC.

The cells below run with the Deno kernel (\`deno jupyter --install\`), in the folder that they lie in, and show again what is
filled in here. They measure nothing.`,
  };
  yield { kind: "code", source: FIND_LIBRARY };
  yield show(
    `const session = await library.displaySession(${folder}, { limit: ${limit} });\nsession.scorecard()`,
    session.scorecard(),
  );
  if (changed.length > 0) {
    yield { kind: "markdown", source: `${changedVerdictsText(changed)}\n\n${changedList(changed)}` };
  }
}

/** Cells of an artifact: its questions, plots, published numbers, claims and costs. */
function* artifactCells(
  session: SessionDisplay,
  paper: string,
  { artifact, suites, claims, comparisons }: ArtifactView,
  changed: readonly ChangedVerdict[],
): Generator<NotebookCell> {
  const titles = suites.map(({ suite }) => suite.title).filter(Boolean);
  const questions = suites.map(({ suite }) => markdownText(suite.question));
  const heading = markdownText([artifact, ...titles].join(" \u00b7 "));
  yield { kind: "markdown", source: [`### ${heading}`, ...questions].join("\n\n") };
  for (const { suite, plots } of suites) {
    for (const [i] of plots.entries()) {
      yield show(`session.plot(${literal(suite.id)}, ${i + 1})`, session.plot(suite.id, i + 1));
    }
  }
  const place = `${literal(paper)}, ${literal(artifact)}`;
  if (comparisons.length > 0) yield show(`session.published(${place})`, session.published(paper, artifact));
  if (claims.length > 0) yield show(`session.claims(${place})`, session.claims(paper, artifact));
  const others = changed.filter(({ now }) => now.paper === paper && now.artifact === artifact);
  if (others.length > 0) yield { kind: "markdown", source: changedList(others) };
  for (const claim of lossesFirst(claims).filter((claim) => session.hasMechanism(claim))) {
    yield show(`session.mechanism(${literal(claim.claim_id)})`, session.mechanism(claim.claim_id));
  }
  for (const { suite, rows } of suites) {
    const preprocesses = rows.some(({ metric, status }) => metric === "preprocess" && status === "ok");
    if (preprocesses) yield show(`session.costs(${literal(suite.id)})`, session.costs(suite.id));
  }
}

/** Cells that show how to ask the rows for more. */
function* closingCells(session: SessionDisplay): Generator<NotebookCell> {
  yield {
    kind: "markdown",
    source: `## Your own question

\`session.rows\` are plain objects with the columns of rows.csv: here the fastest cells by the share of this device's own limit
that they reach.`,
  };
  const fastest = session.rows.filter((row) => row.roofline_share !== undefined)
    .toSorted((a, b) => b.roofline_share! - a.roofline_share!).slice(0, 10);
  yield show(
    `const fastest = session.rows.filter((row) => row.roofline_share !== undefined)
  .toSorted((a, b) => b.roofline_share - a.roofline_share).slice(0, 10);
session.table(fastest, ["cell", "median", "unit", "roofline_share"])`,
    session.table(fastest, ["cell", "median", "unit", "roofline_share"]),
  );
  yield show("session.environment()", session.environment());
}

function* cellsOf(
  contents: SessionContents,
  limit: number,
  options: NotebookOptions,
): Generator<NotebookCell> {
  const session = new SessionDisplay(contents, limit);
  const { document, papers } = viewSession(contents, limit);
  yield* openingCells(session, { document, claims: contents.claims }, { ...options, limit });
  for (const { paper, artifacts } of papers) {
    const run = artifacts.filter(({ suites }) => suites.length > 0);
    const elsewhere = artifacts.filter(({ suites, claims }) =>
      suites.length === 0 && claims.some(({ verdict }) => verdict !== "not-run")
    );
    if (run.length + elsewhere.length === 0) continue;
    yield {
      kind: "markdown",
      source: `## ${markdownText(`${paper.id}: ${paper.title}`)}\n\n${markdownText(paper.reference)}`,
    };
    for (const artifact of [...run, ...elsewhere]) {
      yield* artifactCells(session, paper.id, artifact, options.changed ?? []);
    }
  }
  yield* closingCells(session);
}

/**
 * Formats a session's contents as a notebook: the same bytes for the same contents.
 */
export function sessionNotebook(contents: SessionContents, options: NotebookOptions = {}): string {
  let text = "";
  for (const limit of ROW_LIMITS) {
    text = notebookText([...cellsOf(contents, limit, options)]);
    if (new TextEncoder().encode(text).length <= MAX_NOTEBOOK_BYTES) break;
  }
  return text;
}
