/**
 * Report of a session: one HTML file, a pure function of the session's files. It opens from disk, needs no
 * network, and is readable without JavaScript, which only its plots use.
 *
 * @module
 */
import { join } from "node:path";
import { elementOf } from "../../platform/lists/element_of.ts";
import { writeFileDurably } from "../../platform/files/durable_files.ts";
import { groupBy } from "../../platform/lists/group_by.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { writeNotebook } from "../notebook/notebook_files.ts";
import { type PictureStyle, writePictures } from "../pictures/picture_files.ts";
import type { ChangedVerdict } from "../verdicts/changed_verdicts.ts";
import { refuseForeignFiles, REPORT_FILE } from "./foreign_files.ts";
import { renderPage } from "./page.ts";
import { viewSession } from "./session_view.ts";
import { reportFolder } from "../store/session_path.ts";
import { readSession, type SessionContents } from "../store/store.ts";

/** Greatest size of a report in bytes, so that it can be mailed and opened on a telephone. */
export const MAX_REPORT_BYTES = 8_000_000;

/**
 * Limits for the rows of a table; the largest that fits within {@linkcode MAX_REPORT_BYTES} is taken. The CSV
 * files have all rows.
 */
const ROW_LIMITS = [2000, 500, 100, 50, 20, 5] as const;

async function plotlySource(): Promise<string> {
  const module = await import("plotly.js-basic-dist-min/plotly-basic.min.js", { with: { type: "text" } });
  return module.default as unknown as string;
}

/** Approximate bytes of a row with its share of plots and claims; decides only which limit is tried first. */
const ROW_BYTES = 800;

/** Place of the first limit to try: the largest that is likely to fit. */
function likelyLimit({ rows }: SessionContents, otherBytes: number): number {
  const counts = groupBy(rows, ({ suite }) => suite).values().map(({ length }) => length).toArray();
  const likely = ROW_LIMITS.findIndex((limit) => {
    const shown = sumOf(counts, (count) => Math.min(count, limit));
    return otherBytes + ROW_BYTES * shown <= MAX_REPORT_BYTES;
  });
  return likely < 0 ? ROW_LIMITS.length - 1 : likely;
}

/**
 * Renders a session's contents as the HTML report: the same bytes for the same contents.
 *
 * @param changed Claims that today's rules decide otherwise; none by default.
 */
export async function renderContents(
  contents: SessionContents,
  changed: readonly ChangedVerdict[] = [],
): Promise<string> {
  const plotly = await plotlySource();
  const render = (place: number) =>
    renderPage(viewSession(contents, elementOf(ROW_LIMITS, place), changed), plotly);
  const fits = (page: string) => new TextEncoder().encode(page).length <= MAX_REPORT_BYTES;
  let place = likelyLimit(contents, plotly.length), page = render(place);
  if (!fits(page)) {
    while (++place < ROW_LIMITS.length && !fits(page)) page = render(place);
    return page;
  }
  while (place > 0) {
    const longer = render(--place);
    if (!fits(longer)) break;
    page = longer;
  }
  return page;
}

/**
 * Writes a session's report into its folder and returns the report's path.
 *
 * @throws {MissingError} There is no session in that folder.
 * @throws {DataError} The session has another schema, or one of its files is damaged.
 */
export async function writeReport(folder: string): Promise<string> {
  const path = join(folder, REPORT_FILE);
  await writeFileDurably(path, await renderContents(await readSession(folder)));
  return path;
}

/** Paths of the files that {@linkcode writeContents} has written. */
export interface ReportFiles {
  /** Path of the report. */
  readonly report: string;
  /** Path of the notebook. */
  readonly notebook: string;
  /** Paths of the plots' SVG pictures. */
  readonly pictures: readonly string[];
}

/** Options of {@linkcode writeContents}. */
export interface ReportOptions {
  /** Folder of the files; by default the session's own, or one beside an archive. */
  readonly to?: string;
  /** Further style of the pictures, in a folder of its own. */
  readonly style?: PictureStyle;
  /** Claims that today's rules decide otherwise, which page and notebook then say; none by default. */
  readonly changed?: readonly ChangedVerdict[];
  /** Aborts the writing between two files. */
  readonly signal?: AbortSignal;
}

/**
 * Writes a session's report with its notebook and the pictures of its plots.
 *
 * @param session Path of the session's folder or archive.
 * @throws {UsageError} The folder has a file of the same name that this program did not write; nothing is
 * written then.
 */
export async function writeContents(
  contents: SessionContents,
  session: string,
  { to = reportFolder(session), style = "screen", changed = [], signal }: ReportOptions = {},
): Promise<ReportFiles> {
  await refuseForeignFiles(to);
  await Deno.mkdir(to, { recursive: true });
  const report = join(to, REPORT_FILE);
  await writeFileDurably(report, await renderContents(contents, changed));
  signal?.throwIfAborted();
  const notebook = await writeNotebook(to, contents, { session, changed });
  signal?.throwIfAborted();
  const { papers } = viewSession(contents, ROW_LIMITS[0]);
  const plots = papers.flatMap(({ artifacts }) =>
    artifacts.flatMap(({ published, suites }) => [...published, ...suites.flatMap(({ plots }) => plots)])
  );
  const pictures = await writePictures(to, plots);
  if (style !== "screen") pictures.push(...await writePictures(to, plots, style));
  return { report, notebook, pictures };
}
