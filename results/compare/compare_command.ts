/**
 * The verb `compare`: sessions by name, folder or archive, as text and as a page.
 *
 * @module
 */
import { basename, dirname, join, resolve } from "node:path";
import { elementOf } from "../../platform/lists/element_of.ts";
import { writeFileDurably } from "../../platform/files/durable_files.ts";
import { UsageError } from "../../platform/errors.ts";
import { systemCode } from "../../platform/system_error.ts";
import { findSession } from "../report/report_command.ts";
import { ARCHIVE_SUFFIX, reportFolder } from "../store/session_path.ts";
import { readSession, type SessionContents } from "../store/store.ts";
import type { Judge } from "../verdicts/judge.ts";
import { compareSessions, type SessionComparison } from "./compare.ts";
import { renderComparisonPage } from "./comparison_page.ts";

/** Refusals of a folder that can be read alone. */
const READ_ONLY: readonly string[] = ["EROFS", "EACCES"];

/** Greatest length of the sessions' names in the name of a page. */
const LONGEST_NAME = 120;

/** Request to compare sessions, with the path of the page. */
export interface CompareRequest {
  /** Folder of session folders. */
  readonly root: string;
  /** Names, folders or archives of two or more sessions. */
  readonly sessions: readonly string[];
  /** The session that the others are compared with, one of them or another; by default the first. */
  readonly baseline?: string;
  /** Judges the claims of each session anew; the verdicts of its day stand when absent. */
  readonly judge?: Judge;
  /** Path of the page; by default `compare-<A>.html` beside the last session's report. */
  readonly page?: string;
}

/** A comparison and the path of its page. */
export interface ComparedSessions {
  /** The comparison, to print. */
  readonly comparison: SessionComparison;
  /** Path of the page; undefined where none was named and the folder beside the report cannot be written. */
  readonly page: string | undefined;
}

/** Path of a session without the ending of an archive. */
function wholePath(path: string): string {
  const full = resolve(path);
  return join(dirname(full), basename(full, ARCHIVE_SUFFIX));
}

/**
 * Name of a session by its path, which is how the reader has named it: that of folder or archive, with the
 * folder around it where another one of the paths has the same name.
 */
function titleOf(path: string, paths: readonly string[]): string {
  const whole = wholePath(path), name = basename(whole);
  const isShared = paths.map(wholePath).some((other) => other !== whole && basename(other) === name);
  return isShared ? `${basename(dirname(whole))}/${name}` : name;
}

function withTitle(contents: SessionContents, session: string): SessionContents {
  return { ...contents, document: { ...contents.document, session } };
}

/**
 * Compares sessions with the baseline and writes the page. Sessions that others keep in a folder which cannot
 * be written are compared without one, unless its path was named.
 *
 * @throws {UsageError} A session is named twice.
 * @throws {MissingError} There is no such session.
 * @throws {DataError} A session has another schema, or one of its files is damaged.
 */
export async function compareCommand(request: CompareRequest): Promise<ComparedSessions> {
  const { root, sessions, baseline, judge, page } = request;
  const paths = await Promise.all(sessions.map((session) => findSession({ root, session })));
  const twice = paths.find((path, i) => paths.slice(0, i).some((other) => resolve(other) === resolve(path)));
  if (twice !== undefined) {
    throw new UsageError({
      action: "compare sessions",
      current: `${JSON.stringify(twice)} twice`,
      wanted: "two or more different sessions",
      next: "name another, or see by deno task noise what a session can tell apart",
    });
  }
  const first = baseline === undefined ? elementOf(paths, 0) : await findSession({ root, session: baseline });
  const at = paths.findIndex((path) => resolve(path) === resolve(first));
  const others = paths.filter((_, i) => i !== at);
  const read = async (path: string) => withTitle(await readSession(path), titleOf(path, [first, ...others]));
  const [whole, rest] = await Promise.all([read(first), Promise.all(others.map(read))]);
  const comparison = compareSessions(whole, rest, judge);
  const names = comparison.sessions.slice(0, -1).map(({ session }) => session).join("-");
  const name = names.replace(/[^A-Za-z0-9._-]+/g, "-").slice(0, LONGEST_NAME);
  const path = page ?? join(reportFolder(others.at(-1) ?? first), `compare-${name}.html`);
  try {
    await Deno.mkdir(dirname(path), { recursive: true });
    await writeFileDurably(path, renderComparisonPage(comparison));
  } catch (error) {
    if (page !== undefined || !READ_ONLY.includes(systemCode(error) ?? "")) throw error;
    return { comparison, page: undefined };
  }
  return { comparison, page: path };
}
