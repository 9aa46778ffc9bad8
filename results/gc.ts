/**
 * The verb `gc`: lists sessions, trainings and cached files that can be removed and, on request, removes
 * them.
 *
 * @module
 */
import { join } from "node:path";
import { z } from "zod";
import { ConflictError } from "../platform/errors.ts";
import { formatBytes } from "../platform/text/bytes.ts";
import { FolderLock } from "../platform/files/folder_lock.ts";
import { sumOf } from "../platform/lists/sum_of.ts";
import { textTable } from "../platform/text/text_table.ts";
import { ARCHIVE_SUFFIX } from "./store/session_path.ts";
import { listSessions } from "./history/session_list.ts";
import { trackKey } from "./history/track.ts";
import { printable } from "./verdicts/scorecard_text.ts";

/** A session, training or cache on the disk. */
export interface StoredFolder {
  /** Path of the folder. */
  readonly path: string;
  /** Kind of the folder. */
  readonly kind: "session" | "training" | "cache";
  /** Bytes of all files in the folder. */
  readonly bytes: number;
  /** Whether who writes the folder locks it. */
  readonly locks: boolean;
  /** Whether the folder can be removed. */
  readonly goes: boolean;
  /** Reason why the folder can be removed, or why it stays. */
  readonly reason: string;
}

/** Rules of {@linkcode findGarbage}. */
export interface GarbageRules {
  /** Folder of session folders. */
  readonly root: string;
  /**
   * Number of latest sessions of each device and profile that stay, and of latest trainings; 60 by default,
   * as many as step detection reads.
   */
  readonly keep?: number;
  /** Folder of folders of trainings; none by default. */
  readonly trainings?: string;
  /** Folder of folders of partitions, which are cut again when they are needed; none by default. */
  readonly partitions?: string;
  /** Folders of caches that can be computed again, such as orderings; none by default. */
  readonly caches?: readonly string[];
}

/** Path elements that mark sessions committed on purpose. */
const RECORDED = /(^|[\\/])recorded([\\/]|$)/;
const DEFAULT_KEEP = 60;

const newerText = (newer: number) => `${newer} newer ${newer === 1 ? "one" : "ones"}`;
const latestText = (keep: number) => keep === 1 ? "the latest" : `one of the latest ${keep}`;

/** Document of a training. */
const TRAINING_FILE = "training.json";
/** Documents that make a folder a session, a training or a partition. */
const DOCUMENTS = ["session.json", TRAINING_FILE, "manifest.json"];

/** Bytes of all files below a folder; links are not followed. */
async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  try {
    for await (const entry of Deno.readDir(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory) bytes += await folderBytes(path);
      else if (entry.isFile) bytes += (await Deno.stat(path)).size;
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return bytes;
}

/** Bytes of a file, or of all files below a folder. */
async function pathBytes(path: string): Promise<number> {
  const { isFile, size } = await Deno.stat(path);
  return isFile ? size : await folderBytes(path);
}

/** Folders in a folder, by name; none where it is absent. */
async function foldersIn(parent: string): Promise<string[]> {
  const found: string[] = [];
  try {
    for await (const { name, isDirectory } of Deno.readDir(parent)) {
      if (isDirectory) found.push(join(parent, name));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return found.sort();
}

/** Parts of a training's document by which it is told from any other training.json. */
const trainingSchema = z.object({
  schema: z.number(),
  settings: z.looseObject({}),
  epochs: z.array(z.unknown()),
});

/** Whether a text is the document of a training. */
function isTraining(text: string): boolean {
  try {
    return trainingSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/** Folders with a training.json, by what it is. */
interface TrainingFolders {
  /** Folders of trainings, the latest first. */
  readonly trainings: readonly string[];
  /** Folders whose training.json is another program's, or damaged. */
  readonly others: readonly string[];
}

/** Trainings in a folder, by their documents; folders without one are left alone. */
async function trainingsIn(parent: string): Promise<TrainingFolders> {
  const times = new Map<string, number>(), others: string[] = [];
  for (const path of await foldersIn(parent)) {
    const document = join(path, TRAINING_FILE);
    try {
      // The folder's own time changes whenever it is locked.
      const { mtime } = await Deno.stat(document);
      if (isTraining(await Deno.readTextFile(document))) times.set(path, mtime?.getTime() ?? 0);
      else others.push(path);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return { trainings: [...times.keys()].sort((a, b) => times.get(b)! - times.get(a)!), others };
}

/** Trainings and partitions, none of which goes while it is written. */
async function findWritten(
  { trainings, partitions, keep = DEFAULT_KEEP }: GarbageRules,
): Promise<StoredFolder[]> {
  const found: StoredFolder[] = [];
  const add = async (
    path: string,
    kind: StoredFolder["kind"],
    verdict: Pick<StoredFolder, "goes" | "reason">,
  ) => {
    const own = await FolderLock.isHeld(path) ? { goes: false, reason: "a run is writing it" } : verdict;
    found.push({ path, kind, bytes: await folderBytes(path), locks: true, ...own });
  };
  const there = trainings === undefined ? undefined : await trainingsIn(trainings);
  for (const [newer, path] of there?.trainings.entries() ?? []) {
    const goes = newer >= keep;
    await add(path, "training", { goes, reason: goes ? newerText(newer) : latestText(keep) });
  }
  for (const path of there?.others ?? []) {
    const reason = `not a training, by its ${TRAINING_FILE}: look at it yourself`;
    const bytes = await folderBytes(path);
    found.push({ path, kind: "training", bytes, locks: false, goes: false, reason });
  }
  for (const path of partitions ? await foldersIn(partitions) : []) {
    await add(path, "cache", { goes: true, reason: "cut again when it is needed" });
  }
  return found;
}

/** Lists all sessions, trainings and caches, and marks those that can be removed. Removes nothing. */
export async function findGarbage(rules: GarbageRules): Promise<StoredFolder[]> {
  const { root, keep = DEFAULT_KEEP, caches = [] } = rules;
  const recorded = RECORDED.test(await Deno.realPath(root).catch(() => root));
  const { sessions, unreadable } = await listSessions(root);
  const found: StoredFolder[] = [];
  const seen = new Map<string, number>();
  for (const { folder, document } of sessions.toReversed()) {
    if (folder.endsWith(ARCHIVE_SUFFIX)) {
      const { size } = await Deno.stat(folder);
      const reason = recorded ? "recorded" : "an archive, which somebody made to keep";
      found.push({ path: folder, kind: "session", bytes: size, locks: false, goes: false, reason });
      continue;
    }
    const track = trackKey(document);
    const newer = seen.get(track) ?? 0;
    seen.set(track, newer + 1);
    const verdict = recorded
      ? { goes: false, reason: "recorded" }
      : await FolderLock.isHeld(folder)
      ? { goes: false, reason: "a run is writing it" }
      : newer >= keep
      ? { goes: true, reason: `${newerText(newer)} of its device and profile` }
      : { goes: false, reason: latestText(keep) };
    found.push({ path: folder, kind: "session", bytes: await folderBytes(folder), locks: true, ...verdict });
  }
  for (const { folder } of unreadable) {
    const reason = "cannot be read by this version: look at it yourself";
    const bytes = await pathBytes(folder);
    found.push({ path: folder, kind: "session", bytes, locks: false, goes: false, reason });
  }
  found.push(...await findWritten(rules));
  for (const path of caches) {
    const bytes = await folderBytes(path);
    if (bytes > 0) {
      found.push({ path, kind: "cache", bytes, locks: false, goes: true, reason: "can be made again" });
    }
  }
  return found;
}

/** Removes a folder that runs lock, under its lock; returns whether nobody else held it. */
async function removeUnlessHeld(folder: string): Promise<boolean> {
  let lock: FolderLock;
  try {
    lock = await FolderLock.acquire(folder);
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
  try {
    // The document goes first: an interrupted removal leaves no half in the lists.
    await lock.removeFolder(DOCUMENTS);
    return true;
  } finally {
    lock.close();
  }
}

/**
 * Removes the folders that can go and returns them. A folder that runs lock is checked again under its lock:
 * one that a run has opened in the meantime stays.
 *
 * @param signal Aborts between two folders; none is left half removed.
 */
export async function collectGarbage(
  found: readonly StoredFolder[],
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<StoredFolder[]> {
  const removed: StoredFolder[] = [];
  for (const each of found) {
    signal?.throwIfAborted();
    if (!each.goes) continue;
    if (!each.locks) {
      await Deno.remove(each.path, { recursive: true });
    } else if (!await removeUnlessHeld(each.path)) continue;
    removed.push(each);
  }
  return removed;
}

/** Renders the folders found in these places, and those removed, as text. */
export function renderGarbage(
  found: readonly StoredFolder[],
  { places, removed }: { readonly places: readonly string[]; readonly removed?: readonly StoredFolder[] },
): string {
  const sum = (list: readonly StoredFolder[]) => formatBytes(sumOf(list, ({ bytes }) => bytes));
  const goes = found.filter((each) => each.goes);
  const table = found.length === 0 ? `Nothing in ${places.map(printable).join(", ")}.` : textTable(
    ["", "kind", "size", "path", "why"],
    found.map(({ goes, kind, bytes, path, reason }) => [
      goes ? (removed ? "removed" : "can go") : "stays",
      kind,
      formatBytes(bytes),
      printable(path),
      reason,
    ]),
  );
  const last = removed
    ? `Removed ${removed.length} of ${found.length}, ${sum(removed)}.`
    : goes.length === 0
    ? "Nothing can go."
    : `${goes.length} of ${found.length} can go, ${sum(goes)}: gc --yes removes them.`;
  return `${table}\n${last}\n`;
}
