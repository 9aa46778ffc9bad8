/**
 * Advice after a command line that a signal or the operating system has ended: how it goes on, and which of
 * its flags name another place for its files.
 *
 * @module
 */
import type { WayOut } from "../system_error.ts";
import { fileInPlace, fileToWrite, folderToWrite, type ValueKind } from "./value_kind.ts";
import { flagName, type Verb } from "./verb.ts";

const WRITTEN: ReadonlySet<ValueKind | undefined> = new Set([fileInPlace, fileToWrite, folderToWrite]);

/** Flags that name where a verb's files go; a folder of sessions where it runs, keeps or removes some. */
function places({ flags, needs }: Verb): string[] {
  const sessions = needs.includes("commit") || needs.includes("lock");
  return Object.entries(flags)
    .filter(([, { kind }]) => WRITTEN.has(kind) || (kind?.holdsSessions && sessions))
    .map(([property]) => flagName(property));
}

/** Advice for a verb; of any verb where the command line was not read yet. */
export function wayOut(verb?: Verb): WayOut {
  const again = "run the same command again";
  if (verb === undefined) return { again };
  const flags = places(verb);
  return {
    again: "session" in verb.flags ? `${again} (a run that had begun: with its --session)` : again,
    ...(flags.length > 0 && { by: flags.join(" or ") }),
  };
}
