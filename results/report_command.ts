/**
 * The verb `report`: finds a session and rebuilds its report from its rows, on any machine.
 *
 * @module
 */
import { join } from "node:path";
import { MissingError } from "../platform/errors.ts";
import { type PngOutcome, writePngs } from "./pictures/picture_files.ts";
import { type ReportFiles, writeReportFiles } from "./report.ts";
import { type Scorecard, scorecard } from "./scorecard.ts";
import { readSession } from "./store.ts";

/** Where sessions are looked for, and which one. */
export interface SessionChoice {
  /** Folder of session folders. */
  readonly root: string;
  /** A session's name under `root`, or the path of its folder; the one that was written last unless told. */
  readonly session?: string;
}

async function isSession(folder: string): Promise<boolean> {
  try {
    return (await Deno.stat(join(folder, "session.json"))).isFile;
  } catch {
    return false;
  }
}

async function sessionFolders(root: string): Promise<string[]> {
  const folders: string[] = [];
  try {
    for await (const entry of Deno.readDir(root)) {
      const folder = join(root, entry.name);
      if (entry.isDirectory && await isSession(folder)) folders.push(folder);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return folders.sort();
}

/**
 * The folder of a session.
 *
 * @throws {MissingError} There is none of that name, or none at all; the message lists those there are.
 */
export async function findSession({ root, session }: SessionChoice): Promise<string> {
  if (session !== undefined) {
    for (const folder of [join(root, session), session]) if (await isSession(folder)) return folder;
  }
  const folders = await sessionFolders(root);
  if (session !== undefined || folders.length === 0) {
    throw new MissingError({
      action: session === undefined ? "find a session" : `find session ${JSON.stringify(session)}`,
      current: folders.length === 0 ? `no session in ${JSON.stringify(root)}` : `only ${folders.join(", ")}`,
      wanted: "a folder that a run has written",
      next: folders.length === 0 ? "run a suite first, or name its folder with --out" : "name one of these",
    });
  }
  const written = await Promise.all(
    folders.map(async (folder) => ({
      folder,
      time: (await Deno.stat(join(folder, "session.json"))).mtime?.getTime() ?? 0,
    })),
  );
  return written.reduce((latest, next) => (next.time > latest.time ? next : latest)).folder;
}

/** A rebuilt report. */
export interface RebuiltReport extends ReportFiles {
  /** The session's folder. */
  readonly folder: string;
  /** What became of the PNG pictures; absent where none were asked for. */
  readonly pngs?: PngOutcome;
  /** The session's scorecard, to print. */
  readonly scorecard: Scorecard;
}

/** A session whose report is wanted, and what else. */
export interface ReportRequest extends SessionChoice {
  /** Also draw every plot as PNG, which starts a browser where this machine has one. */
  readonly pngs?: boolean;
  /** Ends it between two files, and the browser; what is there is whole. */
  readonly signal?: AbortSignal;
}

/**
 * Rebuilds a session's report, notebook and SVG pictures from its rows. Needs no GPU and measures nothing.
 *
 * @throws {MissingError} There is no such session.
 * @throws {DataError} It is of another schema, or a file in it is not of its format.
 */
export async function rebuildReport(request: ReportRequest): Promise<RebuiltReport> {
  const { pngs, signal } = request;
  const folder = await findSession(request);
  const { claims, comparisons } = await readSession(folder);
  signal?.throwIfAborted();
  const files = await writeReportFiles(folder, { ...(signal && { signal }) });
  return {
    folder,
    ...files,
    ...(pngs ? { pngs: await writePngs(folder, { ...(signal && { signal }) }) } : {}),
    scorecard: scorecard(claims, comparisons),
  };
}
