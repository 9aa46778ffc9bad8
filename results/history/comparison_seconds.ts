/**
 * Seconds that comparisons took when they last ran, for estimates.
 *
 * @module
 */
import { dirname } from "node:path";
import { ReproError } from "../../platform/errors.ts";
import { recordedArchives } from "../recordings/recorded_archives.ts";
import { JOURNAL_FILE, type JournalEntry, readJournal } from "../store/journal.ts";
import { openSource } from "../store/session_source.ts";
import { listSessions } from "./session_list.ts";

/** Conditions under which a comparison takes about as long again. */
export interface RunConditions {
  /** Profile, which sets sizes and rounds. */
  readonly profile: string;
  /** Backend of the device; any when absent. */
  readonly backend?: string;
}

/** Name of a comparison: `hetu-gnn/figure-8 reddit`. */
export function comparisonName(suite: string, workload: string): string {
  return `${suite} ${workload}`;
}

/**
 * Seconds of every comparison of the sessions below `root` that ran under these conditions, by
 * {@linkcode comparisonName}; of several the last. Sessions that cannot be read are passed over: an estimate
 * is no reason to fail.
 */
export async function comparisonSeconds(
  root: string,
  { profile, backend }: RunConditions,
): Promise<ReadonlyMap<string, number>> {
  const seconds = new Map<string, number>();
  const { sessions } = await listSessions(root);
  for (const { folder, document } of sessions) {
    if (document.profile !== profile) continue;
    if (backend !== undefined && document.device.backend !== backend) continue;
    for (const { suite, workload, seconds: own } of await journalOf(folder)) {
      if (own !== undefined) seconds.set(comparisonName(suite, workload), own);
    }
  }
  return seconds;
}

/**
 * Seconds of every comparison of the recorded sessions, which other machines took: a first run's best guess
 * of which comparisons are long.
 */
export async function recordedSeconds(conditions: RunConditions): Promise<ReadonlyMap<string, number>> {
  const seconds = new Map<string, number>();
  for (const device of new Set((await recordedArchives()).map((archive) => dirname(archive)))) {
    for (const [name, own] of await comparisonSeconds(device, conditions)) {
      seconds.set(name, own);
    }
  }
  return seconds;
}

async function journalOf(folder: string): Promise<readonly JournalEntry[]> {
  try {
    const bytes = await (await openSource(folder)).read(JOURNAL_FILE);
    return bytes ? readJournal(new TextDecoder().decode(bytes), `${folder}/${JOURNAL_FILE}`).entries : [];
  } catch (error) {
    if (error instanceof ReproError) return [];
    throw error;
  }
}
