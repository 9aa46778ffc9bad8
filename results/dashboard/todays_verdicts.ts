/**
 * Verdicts by the rules of this program, so that a change of rules does not look like a change of results:
 * sessions keep the verdicts of their day.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import type { SessionEntry } from "../history/session_history.ts";
import { readingFailure, type UnreadableSession } from "../history/session_list.ts";
import { trackKey } from "../history/track.ts";
import type { Verdict } from "../row.ts";
import { readSession } from "../store/store.ts";
import type { Judge } from "../verdicts/judge.ts";
import { isAsked, latestJudgements } from "./verdict_counts.ts";

/** Latest sessions of a device and profile that are judged anew; of earlier ones only what still counts. */
export const JUDGED_ANEW = 4;

/** Sessions by the rules of this program where they are judged anew. */
export interface JudgedAnew {
  /** All sessions, in their order. */
  readonly sessions: readonly SessionEntry[];
  /** Sessions that could not be judged anew, and keep the verdicts of their day. */
  readonly failures: readonly UnreadableSession[];
}

/** Sessions whose verdicts a reader sees as the present ones. */
function presentSessions(sessions: readonly SessionEntry[]): ReadonlySet<SessionEntry> {
  const asking = sessions.filter((entry) => entry.claims.some((claim) => isAsked(claim, entry)));
  const latest = [...groupBy(asking, ({ document }) => trackKey(document)).values()]
    .flatMap((own) => own.slice(-JUDGED_ANEW));
  const owners = new Map(sessions.flatMap((entry) => entry.claims.map((claim) => [claim, entry] as const)));
  const counting = latestJudgements(sessions).flatMap(({ claims }) => claims)
    .filter(({ verdict }) => verdict !== "not-run").flatMap((claim) => owners.get(claim) ?? []);
  return new Set([...latest, ...counting]);
}

/**
 * Judges anew the latest sessions of each device and profile, and those whose verdicts still count. Reads one
 * session after the other, since each has many samples; changes no file.
 */
export async function judgedAnew(sessions: readonly SessionEntry[], judge: Judge): Promise<JudgedAnew> {
  const present = presentSessions(sessions), failures: UnreadableSession[] = [];
  const judged: SessionEntry[] = [];
  for (const entry of sessions) {
    if (!present.has(entry)) {
      judged.push(entry);
      continue;
    }
    const { folder, claims } = entry;
    try {
      // The history has said already which lines do not count.
      const contents = await readSession(folder, { remark: () => {} });
      const then = new Map<string, Verdict>(claims.map(({ claim_id, verdict }) => [claim_id, verdict]));
      judged.push({ ...entry, claims: judge(contents), then });
    } catch (error) {
      failures.push({ folder, reason: readingFailure(error, folder) });
      judged.push(entry);
    }
  }
  return { sessions: judged, failures };
}
