/**
 * The verb `compare`: two sessions by name, folder or archive, as text and as a page.
 *
 * @module
 */
import { dirname, join } from "node:path";
import { writeFileDurably } from "../../platform/files/durable_files.ts";
import { findSession } from "../report/report_command.ts";
import { reportFolder } from "../store/session_path.ts";
import { readSession } from "../store/store.ts";
import { compareSessions, type SessionComparison } from "./compare.ts";
import { renderComparisonPage } from "./comparison_page.ts";

/** Request to compare two sessions, with the path of the page. */
export interface CompareRequest {
  /** Folder of session folders. */
  readonly root: string;
  /** Name, folder or archive of the first session. */
  readonly a: string;
  /** Name, folder or archive of the second. */
  readonly b: string;
  /** Path of the page; by default `compare-<A>.html` beside the second session's report. */
  readonly page?: string;
}

/** A comparison and the path of its page. */
export interface ComparedSessions {
  /** The comparison, to print. */
  readonly comparison: SessionComparison;
  /** Path of the page. */
  readonly page: string;
}

/**
 * Compares two sessions and writes the page.
 *
 * @throws {MissingError} There is no such session.
 * @throws {DataError} A session has another schema, or one of its files is damaged.
 */
export async function compareCommand({ root, a, b, page }: CompareRequest): Promise<ComparedSessions> {
  const [first, second] = [await findSession({ root, session: a }), await findSession({ root, session: b })];
  const comparison = compareSessions(await readSession(first), await readSession(second));
  const name = comparison.a.session.replace(/[^A-Za-z0-9._-]+/g, "-");
  const path = page ?? join(reportFolder(second), `compare-${name}.html`);
  await Deno.mkdir(dirname(path), { recursive: true });
  await writeFileDurably(path, renderComparisonPage(comparison));
  return { comparison, page: path };
}
