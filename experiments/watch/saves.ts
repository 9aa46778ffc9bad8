/**
 * Waits for the files of a kernel to be saved.
 *
 * @module
 */
import { resolve } from "node:path";
import { HOME } from "./home.ts";
import type { WatchedFiles } from "./watched_files.ts";

/** Time without further changes after which a save is over: an editor writes, renames and touches. */
const QUIET_MS = 80;

/**
 * Waits until the files differ from `digest` and no further change has come for a moment; returns their new
 * digest.
 *
 * @throws the reason of the signal.
 */
export async function nextSave(files: WatchedFiles, digest: string, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const watcher = Deno.watchFs(files.folders.map((folder) => resolve(HOME, folder)), { recursive: false });
  const close = () => watcher.close();
  signal.addEventListener("abort", close, { once: true });
  try {
    const events = watcher[Symbol.asyncIterator]();
    let event: Promise<unknown> | undefined;
    for (;;) {
      signal.throwIfAborted();
      // A file may also have been saved before the watcher was there.
      const found = files.digest();
      event ??= events.next();
      const quiet = await Promise.race([
        event.then(() => false),
        ...found === digest ? [] : [new Promise<boolean>((end) => setTimeout(() => end(true), QUIET_MS))],
      ]);
      if (quiet) return found;
      event = undefined;
    }
  } finally {
    signal.removeEventListener("abort", close);
    if (!signal.aborted) watcher.close();
  }
}
