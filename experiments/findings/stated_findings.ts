/**
 * Findings held against recorded sessions: those that a session shows, and those that none does.
 *
 * @module
 */
import type { Finding, Readings } from "./finding.ts";
import { readingsOf, type RecordedSession } from "./recorded_session.ts";

/** A session that has a finding's rows. */
export interface Recording {
  /** The session. */
  readonly session: RecordedSession;
  /** Numbers of the rows. */
  readonly readings: Readings;
  /** Whether they show what the finding says. */
  readonly shown: boolean;
}

/** A finding and every session that has its rows. */
export interface HeldFinding {
  /** The finding. */
  readonly finding: Finding;
  /** Sessions that have all of its rows, latest first, but those that show it before the others. */
  readonly recordings: readonly Recording[];
}

/** Findings by what the sessions say of them. */
export interface HeldFindings {
  /** Findings that a session shows, in the order of the list, {@linkcode MOST_FINDINGS} at most. */
  readonly shown: readonly HeldFinding[];
  /** Findings whose rows are recorded, but do not show it. */
  readonly notShown: readonly HeldFinding[];
  /** Findings without a session that has their rows. */
  readonly notRecorded: readonly Finding[];
  /** Findings that would be shown, had the list more places. */
  readonly further: readonly Finding[];
}

/** Greatest number of sentences. */
export const MOST_FINDINGS = 10;

function held(finding: Finding, sessions: readonly RecordedSession[]): HeldFinding {
  const recordings = sessions.flatMap((session): Recording[] => {
    const readings = readingsOf(finding, session);
    return readings === undefined ? [] : [{ session, readings, shown: finding.shows(readings) }];
  });
  const latest = ({ session: { document } }: Recording) => document.created;
  return {
    finding,
    recordings: recordings.sort((a, b) =>
      Number(b.shown) - Number(a.shown) || (latest(a) < latest(b) ? 1 : -1)
    ),
  };
}

/** Holds findings against sessions. */
export function holdFindings(
  findings: readonly Finding[],
  sessions: readonly RecordedSession[],
): HeldFindings {
  const all = findings.map((finding) => held(finding, sessions));
  const isShown = ({ recordings: [first] }: HeldFinding) => first?.shown === true;
  const shown = all.filter(isShown);
  return {
    shown: shown.slice(0, MOST_FINDINGS),
    further: shown.slice(MOST_FINDINGS).map(({ finding }) => finding),
    notShown: all.filter((each) => each.recordings.length > 0 && !isShown(each)),
    notRecorded: all.filter(({ recordings }) => recordings.length === 0).map(({ finding }) => finding),
  };
}
