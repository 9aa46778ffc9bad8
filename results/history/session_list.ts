/**
 * The sessions of a folder, oldest first, with what may be read without their rows.
 *
 * @module
 */
import { join } from "node:path";
import { ReproError } from "../../platform/errors.ts";
import type { SessionDocument } from "../session_document.ts";
import { parseSessionDocument } from "../session_schema.ts";

/** A session folder. */
export interface ListedSession {
  /** Path of the folder. */
  readonly folder: string;
  /** Its session.json. */
  readonly document: SessionDocument;
}

/** A folder that looks like a session and cannot be read. */
export interface UnreadableSession {
  /** Path of the folder. */
  readonly folder: string;
  /** Why, in one sentence. */
  readonly reason: string;
}

/** What a folder of sessions holds. */
export interface SessionList {
  /** Oldest first. */
  readonly sessions: readonly ListedSession[];
  /** Of another schema, or damaged. */
  readonly unreadable: readonly UnreadableSession[];
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}

/** Folders right below `root`, by name; none where there is no such folder. */
async function foldersOf(root: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const entry of Deno.readDir(root)) if (entry.isDirectory) names.push(entry.name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names.sort();
}

/**
 * Lists the session folders right below `root`. One that cannot be read keeps none of the others from being shown.
 */
export async function listSessions(root: string): Promise<SessionList> {
  const sessions: ListedSession[] = [];
  const unreadable: UnreadableSession[] = [];
  for (const name of await foldersOf(root)) {
    const folder = join(root, name);
    const path = join(folder, "session.json");
    const text = await readText(path);
    if (text === undefined) continue;
    try {
      sessions.push({ folder, document: parseSessionDocument(text, path) });
    } catch (error) {
      if (!(error instanceof ReproError)) throw error;
      unreadable.push({ folder, reason: error.message });
    }
  }
  const order = ({ document: { created, session } }: ListedSession) => `${created}\n${session}`;
  sessions.sort((a, b) => (order(a) < order(b) ? -1 : 1));
  return { sessions, unreadable };
}
