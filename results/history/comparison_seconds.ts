/**
 * Seconds that comparisons took when they last ran, for estimates.
 *
 * @module
 */
import { dirname } from "node:path";
import { ReproError } from "../../platform/errors.ts";
import { recordedArchives } from "../recordings/recorded_archives.ts";
import { JOURNAL_FILE, type JournalEntry, readJournal, REFUSED_KEY } from "../store/journal.ts";
import { openSource } from "../store/session_source.ts";
import type { EarlierSeconds } from "./expected_seconds.ts";
import { listSessions } from "./session_list.ts";

/** Conditions under which a comparison takes about as long again. */
export interface PaceConditions {
  /** Profile, which sets sizes and rounds. */
  readonly profile: string;
  /** Backend of the device; any when absent. */
  readonly backend?: string;
}

/** Name of a comparison: `hetu-gnn/figure-8 reddit`. */
export function comparisonName(suite: string, workload: string): string {
  return `${suite} ${workload}`;
}

/** Seconds of the comparisons of one session, with the backend of its device. */
interface SessionSeconds {
  readonly backend: string;
  /** Keyed by {@linkcode comparisonName}. */
  readonly seconds: ReadonlyMap<string, number>;
}

/**
 * Seconds of every session below `root` under a profile, the oldest first. Sessions that cannot be read are
 * passed over: an estimate is no reason to fail. Refused comparisons ended before they began.
 */
async function secondsBySession(root: string, profile: string): Promise<readonly SessionSeconds[]> {
  const { sessions } = await listSessions(root), all: SessionSeconds[] = [];
  for (const { folder, document } of sessions) {
    if (document.profile !== profile) continue;
    const seconds = new Map<string, number>();
    for (const { suite, workload, key, seconds: own } of await journalOf(folder)) {
      if (own !== undefined && key !== REFUSED_KEY) seconds.set(comparisonName(suite, workload), own);
    }
    all.push({ backend: document.device.backend, seconds });
  }
  return all;
}

/** All entries of several maps; of equal keys the last map's. */
const united = (maps: readonly SessionSeconds[]): ReadonlyMap<string, number> =>
  new Map(maps.flatMap(({ seconds }) => [...seconds]));

/**
 * Seconds of every comparison of the sessions below `root` that ran under these conditions, by
 * {@linkcode comparisonName}; of several the last. Sessions that cannot be read are passed over.
 */
export async function comparisonSeconds(
  root: string,
  { profile, backend }: PaceConditions,
): Promise<ReadonlyMap<string, number>> {
  const sessions = await secondsBySession(root, profile);
  return united(sessions.filter((session) => backend === undefined || session.backend === backend));
}

/** Nearness of a session's device to that of a run: a backend on other processors, on the same, the same. */
function nearness(own: string, wanted: string | undefined): 0 | 1 | 2 {
  return own === wanted ? 2 : (own === "webgpu") === (wanted === "webgpu") ? 1 : 0;
}

/**
 * Seconds of every comparison of the recorded sessions, which other machines took: a first run's best guess
 * of which comparisons are long. Of several those of the nearest backend count; without one that of a CPU.
 */
export async function recordedSeconds(
  { profile, backend }: PaceConditions,
): Promise<ReadonlyMap<string, number>> {
  const sessions: SessionSeconds[] = [];
  for (const device of new Set((await recordedArchives()).map((archive) => dirname(archive)))) {
    sessions.push(...await secondsBySession(device, profile));
  }
  return united(sessions.toSorted((a, b) => nearness(a.backend, backend) - nearness(b.backend, backend)));
}

/** Seconds of comparisons in the sessions below `root`, and of recorded ones on other machines. */
export async function earlierSeconds(
  root: string,
  conditions: PaceConditions,
): Promise<Required<Omit<EarlierSeconds, "scaled">>> {
  return {
    here: await comparisonSeconds(root, conditions),
    elsewhere: await recordedSeconds(conditions),
  };
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
