/**
 * The verb `report`: finds a session, a folder or an archive, and rebuilds its report from its rows, on any
 * machine.
 *
 * @module
 */
import { basename, join } from "node:path";
import { MissingError, ReproError } from "../../platform/errors.ts";
import type { PictureFormat } from "../pictures/drawn_pictures.ts";
import { type DrawnFiles, type PictureStyle, writeDrawn } from "../pictures/picture_files.ts";
import { counted } from "../../platform/text/plural.ts";
import { type ReportFiles, writeContents } from "./report.ts";
import { type ChangedVerdict, changedVerdicts } from "../verdicts/changed_verdicts.ts";
import type { Judge } from "../verdicts/judge.ts";
import { type Scorecard, scorecard } from "../verdicts/scorecard.ts";
import { ARCHIVE_SUFFIX, reportFolder } from "../store/session_path.ts";
import { readSessionDocument } from "../store/session_reader.ts";
import { SESSION_FILE } from "../store/session_schema.ts";
import { isArchive, openSource } from "../store/session_source.ts";
import { readSession } from "../store/store.ts";

/** Sessions that a message suggests, the last ones by name. */
const MOST_SUGGESTED = 8;

/** Choice of a session: the folder of sessions, and a name or path. */
export interface SessionChoice {
  /** Folder of session folders. */
  readonly root: string;
  /**
   * Name of a session under `root`, or path of its folder or archive, whose suffix may be left out; by
   * default the session written last.
   */
  readonly session?: string;
}

/** Whether a path is a session: a folder with a session document, or an archive. */
async function isSession(path: string): Promise<boolean> {
  if (await isArchive(path)) return true;
  return await Deno.stat(join(path, SESSION_FILE)).then(({ isFile }) => isFile, () => false);
}

async function sessionsOf(root: string): Promise<string[]> {
  const sessions: string[] = [];
  try {
    for await (const { name } of Deno.readDir(root)) {
      if (await isSession(join(root, name))) sessions.push(join(root, name));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return sessions.sort();
}

/** Time at which a session was last written, in milliseconds. An archive may be younger than its content. */
async function writtenAt(path: string): Promise<number> {
  if (!await isArchive(path)) return (await Deno.stat(join(path, SESSION_FILE))).mtime?.getTime() ?? 0;
  const document = await openSource(path).then(readSessionDocument).catch((error) => {
    // An unreadable session is found by its name alone.
    if (error instanceof ReproError) return undefined;
    throw error;
  });
  return document === undefined ? -Infinity : Date.parse(document.updated) || 0;
}

/**
 * Finds the folder or archive of a session; the folder where both exist.
 *
 * @throws {MissingError} There is no session of that name, or none at all; the message names existing ones.
 */
export async function findSession({ root, session }: SessionChoice): Promise<string> {
  if (session !== undefined) {
    for (const path of [join(root, session), session]) {
      for (const named of [path, `${path}${ARCHIVE_SUFFIX}`]) if (await isSession(named)) return named;
    }
  }
  if (session !== undefined && basename(session) !== session) {
    throw new MissingError({
      action: `read session ${JSON.stringify(session)}`,
      current: "no session at that path",
      wanted: "a folder that a run has written, or an archive of one",
      next: "correct the path, or name a session of the folder that --out gives",
    });
  }
  const sessions = await sessionsOf(root);
  if (session !== undefined || sessions.length === 0) {
    throw new MissingError({
      action: session === undefined ? "find a session" : `find session ${JSON.stringify(session)}`,
      current: sessions.length === 0
        ? `no session in ${JSON.stringify(root)}`
        : `${counted(sessions.length, "other")} in ${JSON.stringify(root)}`,
      wanted: "a folder that a run has written, or an archive of one",
      next: sessions.length === 0
        ? `run a suite first, or name ${session === undefined ? "its folder with --out" : "its path"}`
        : `name one of ${sessions.slice(-MOST_SUGGESTED).map((path) => basename(path)).join(", ")}`,
    });
  }
  const written = await Promise.all(sessions.map(async (path) => ({ path, time: await writtenAt(path) })));
  // Of a folder and its archive, which follows it by name, the folder is listed.
  return written.reduce((latest, next) => (next.time > latest.time ? next : latest)).path;
}

/** A rebuilt report. */
export interface RebuiltReport extends ReportFiles {
  /** The session's folder or archive. */
  readonly folder: string;
  /** Outcome of drawing pictures, one a requested format. */
  readonly drawn: readonly DrawnFiles[];
  /** The session's scorecard, to print. */
  readonly scorecard: Scorecard;
  /** Claims that today's rules decide otherwise, which page and notebook say. */
  readonly changed: readonly ChangedVerdict[];
}

/** Request to rebuild a session's report. */
export interface ReportRequest extends SessionChoice {
  /** Judges the session's claims anew; where absent, no verdict of today's rules stands beside its own. */
  readonly judge?: Judge;
  /** Formats in which to draw every plot as well, by a process that draws; none by default. */
  readonly formats?: readonly PictureFormat[];
  /** Style of the drawn pictures, and a further style of the SVG ones; `screen` by default. */
  readonly style?: PictureStyle;
  /** Folder of the files; by default the session's own, or one beside an archive. */
  readonly to?: string;
  /** Aborts between two files, and aborts the drawing; files already written are complete. */
  readonly signal?: AbortSignal;
}

/**
 * Rebuilds a session's report, notebook and SVG pictures from its rows. Needs no GPU and measures nothing.
 *
 * @throws {MissingError} There is no such session.
 * @throws {DataError} The session has another schema, or one of its files is damaged.
 */
export async function rebuildReport(request: ReportRequest): Promise<RebuiltReport> {
  const { formats = [], style = "screen", judge, signal } = request;
  const folder = await findSession(request);
  const { to = reportFolder(folder) } = request;
  const contents = await readSession(folder);
  signal?.throwIfAborted();
  const changed = judge === undefined ? [] : changedVerdicts(contents.claims, judge(contents));
  const files = await writeContents(contents, folder, { to, style, changed, ...(signal && { signal }) });
  const drawn: DrawnFiles[] = [];
  for (const format of formats) {
    drawn.push(await writeDrawn(to, format, { style, ...(signal && { signal }) }));
  }
  return {
    folder,
    ...files,
    drawn,
    scorecard: scorecard(contents.claims, contents.comparisons),
    changed,
  };
}
