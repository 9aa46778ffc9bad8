/**
 * The dashboard: a static site over all sessions of a folder. It opens from disk or is served, loads only its
 * own files, and is the same for the same sessions.
 *
 * @module
 */
import { stripTypeScriptTypes } from "node:module";
import { join, relative, sep } from "node:path";
import { MissingError, UsageError } from "../../platform/errors.ts";
import { removeAbandoned, writeFileDurably } from "../../platform/files/durable_files.ts";
import { readHistory, type SessionHistory } from "../history/session_history.ts";
import { foldersOfSessions } from "../history/session_list.ts";
import type { StepRules } from "../history/step_detection.ts";
import { deviceLabel } from "../history/track.ts";
import { REPORT_FILE } from "../report/foreign_files.ts";
import number from "../../platform/text/number.ts" with { type: "text" };
import plural from "../../platform/text/plural.ts" with { type: "text" };
import unit from "../../platform/text/unit.ts" with { type: "text" };
import style from "../report/style.css" with { type: "text" };
import { reportFolder, SITE_FOLDER } from "../store/session_path.ts";
import { devicePage, paperPage, suiteChunk, suitePage } from "./address.ts";
import { renderCapabilityPage } from "./capability_page.ts";
import { sessionsChunk, suiteData } from "./chunk.ts";
import { renderDevicePage } from "./device_page.ts";
import explainPoint from "./explain_point.js" with { type: "text" };
import filterTable from "./filter_table.js" with { type: "text" };
import historyView from "./history_view.js" with { type: "text" };
import { renderIndex } from "./index_page.ts";
import { renderPaperPage } from "./paper_page.ts";
import siteStyle from "./site.css" with { type: "text" };
import { renderSuitePage } from "./suite_page.ts";
import type { Judge } from "../verdicts/judge.ts";
import { judgedAnew } from "./todays_verdicts.ts";

/** Options of {@linkcode buildDashboard}. */
export interface DashboardOptions {
  /** Folder of session folders. */
  readonly root: string;
  /** Folder of the site; by default `site` within `root`. */
  readonly out?: string;
  /** Rules of the step detection. */
  readonly rules?: StepRules;
  /** Judges sessions anew; the verdicts of their day stand when absent. */
  readonly judge?: Judge;
  /** Aborts the build between two files; files already written are complete. */
  readonly signal?: AbortSignal;
}

/** A built dashboard. */
export interface Dashboard {
  /** Path of its first page. */
  readonly index: string;
  /** Folder of the site. */
  readonly folder: string;
  /** Sessions, histories and steps that the site shows. */
  readonly history: SessionHistory;
}

/** Modules of numbers, plurals and units as a script of the page: pages and reports format them alike. */
export function textScript(): string {
  const texts = [number, plural, unit] as unknown as readonly string[];
  return texts.map((text) => stripTypeScriptTypes(text).replaceAll(/^export /gm, "")).join("\n");
}

async function plotlySource(): Promise<string> {
  const module = await import("plotly.js-basic-dist-min/plotly-basic.min.js", { with: { type: "text" } });
  return module.default as unknown as string;
}

/** Relative links from the site to the sessions' own reports; empty where a session has none. */
async function reportAddresses(history: SessionHistory, folder: string): Promise<string[]> {
  return await Promise.all(history.sessions.map(async ({ folder: session }) => {
    const path = join(reportFolder(session), REPORT_FILE);
    try {
      await Deno.stat(path);
    } catch {
      return "";
    }
    return relative(folder, path).split(sep).map(encodeURIComponent).join("/");
  }));
}

/** Files of the site by name, rendered one after the other, since a chunk of data can be large. */
async function* siteFiles(
  history: SessionHistory,
  folder: string,
): AsyncGenerator<[name: string, text: string]> {
  const { sessions, suites, published } = history;
  const reports = await reportAddresses(history, folder);
  yield ["assets/plotly.js", await plotlySource()];
  yield ["assets/site.css", `${style}${siteStyle}`];
  yield ["assets/text.js", textScript()];
  yield ["assets/explain_point.js", explainPoint as unknown as string];
  yield ["assets/history_view.js", historyView as unknown as string];
  yield ["assets/filter_table.js", filterTable as unknown as string];
  yield ["data/sessions.js", sessionsChunk(sessions, reports)];
  for (const suite of suites) {
    yield [suiteChunk(suite.suite.id), suiteData(suite, { sessions, published })];
    yield [suitePage(suite.suite.id), renderSuitePage(suite, sessions)];
  }
  const papers = new Set([
    ...suites.map(({ suite }) => suite.paper),
    ...sessions.flatMap(({ claims }) => claims.map(({ paper }) => paper)),
  ]);
  for (const paper of papers) yield [paperPage(paper), renderPaperPage(paper, history, reports)];
  const devices = new Set(sessions.map(({ document }) => deviceLabel(document)));
  for (const device of devices) yield [devicePage(device), renderDevicePage(device, history, reports)];
  yield ["capability.html", renderCapabilityPage(history)];
  // The first page comes last: it links only to files that exist.
  yield [INDEX_FILE, renderIndex(history, reports)];
}

/** Writes a file only where its content changes, so that copying the site elsewhere stays cheap. */
async function writeChanged(path: string, text: string): Promise<void> {
  try {
    if (await Deno.readTextFile(path) === text) return;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  await writeFileDurably(path, text);
}

/** Folder of the site where none is named. */
export function siteFolder(root: string): string {
  return join(root, SITE_FOLDER);
}

/** Name of the first page. */
const INDEX_FILE = "index.html";

/** Policy and style sheet that every page of every site has. */
const OWN_PAGE = ['http-equiv="content-security-policy"', 'href="assets/site.css"'];

/**
 * Refuses a folder whose first page is not that of a site of this program.
 *
 * @throws {UsageError} The folder has such a page.
 */
export async function refuseForeignSite(folder: string): Promise<void> {
  const path = join(folder, INDEX_FILE);
  try {
    const page = await Deno.readTextFile(path);
    if (OWN_PAGE.every((part) => page.includes(part))) return;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return;
    throw error;
  }
  throw new UsageError({
    action: `write the dashboard into ${JSON.stringify(folder)}`,
    current: `${path}, which this program did not write`,
    wanted: "a folder of the site's own",
    next: `name another, as in --site ${join(folder, "dashboard")}, or move ${INDEX_FILE} elsewhere`,
  });
}

/** Error for a folder without sessions, whose site would be empty. */
async function withoutSessions(root: string): Promise<MissingError> {
  const folders = await foldersOfSessions(root), [first] = folders;
  const found = await Deno.stat(root).then(() => "no session in it", () => "no folder of that name");
  return new MissingError({
    action: `build the dashboard of ${JSON.stringify(root)}`,
    current: first === undefined ? found : `no session in it, but some in its folders ${folders.join(", ")}`,
    wanted: "a folder in which sessions lie",
    next: first === undefined
      ? "run a suite first, or name their folder with --out"
      : `name one of these, as in --out ${join(root, first)}`,
  });
}

/** History with its present verdicts judged anew, where something judges them. */
async function todaysHistory(history: SessionHistory, judge?: Judge): Promise<SessionHistory> {
  if (judge === undefined) return history;
  const { sessions, failures } = await judgedAnew(history.sessions, judge);
  return { ...history, sessions, incomplete: [...history.incomplete, ...failures] };
}

/**
 * Builds the dashboard of a folder of sessions. A session that cannot be read is left out and named on the
 * first page.
 *
 * @throws {MissingError} No session lies in the folder; nothing is written.
 * @throws {UsageError} The site's folder has a first page of somebody else; nothing is written.
 */
export async function buildDashboard(options: DashboardOptions): Promise<Dashboard> {
  const { root, out: folder = siteFolder(root), rules = {}, judge, signal } = options;
  await refuseForeignSite(folder);
  const history = await todaysHistory(await readHistory(root, rules), judge);
  if (history.sessions.length + history.unreadable.length === 0) throw await withoutSessions(root);
  for (const part of ["assets", "data"]) await Deno.mkdir(join(folder, part), { recursive: true });
  for (const part of ["", "assets", "data"]) await removeAbandoned(join(folder, part));
  for await (const [name, text] of siteFiles(history, folder)) {
    signal?.throwIfAborted();
    await writeChanged(join(folder, name), text);
  }
  return { index: join(folder, INDEX_FILE), folder, history };
}
