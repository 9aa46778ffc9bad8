/**
 * Findings held against recorded sessions: those that most sessions show, some, or none.
 *
 * @module
 */
import type { Finding, Readings } from "./finding.ts";
import { findingReadings, type RecordedSession } from "./recorded_session.ts";

/** A session that has a finding's rows. */
export interface RecordedFinding {
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
  /**
   * Sessions that have all of its rows, those that show it before the others; of either those by WebAssembly,
   * which stands in where there is nothing faster, last, and the latest first.
   */
  readonly recordings: readonly RecordedFinding[];
}

/** Findings by what the sessions say of them. */
export interface HeldFindings {
  /**
   * Findings that at least half of the sessions with their rows show, in the order of the list,
   * {@linkcode MOST_FINDINGS} at most.
   */
  readonly shown: readonly HeldFinding[];
  /** Findings that a session shows, but fewer than half of those with their rows. */
  readonly rarelyShown: readonly HeldFinding[];
  /** Findings whose rows are recorded, but do not show it. */
  readonly notShown: readonly HeldFinding[];
  /** Findings without a session that has their rows. */
  readonly notRecorded: readonly Finding[];
  /** Findings that would be shown, had the list more places. */
  readonly further: readonly Finding[];
}

/** Greatest number of sentences that most sessions show. */
export const MOST_FINDINGS = 10;

function held(finding: Finding, sessions: readonly RecordedSession[]): HeldFinding {
  const recordings = sessions.flatMap((session): RecordedFinding[] => {
    const readings = findingReadings(finding, session);
    return readings === undefined ? [] : [{ session, readings, shown: finding.shows(readings) }];
  });
  const standsIn = ({ session: { document } }: RecordedFinding) => Number(document.device.backend === "wasm");
  const began = ({ session: { document } }: RecordedFinding) => document.created;
  return {
    finding,
    recordings: recordings.sort((a, b) =>
      Number(b.shown) - Number(a.shown) || standsIn(a) - standsIn(b) || (began(a) < began(b) ? 1 : -1)
    ),
  };
}

/** Sessions of those with a finding's rows that show it. */
export function sessionsThatShow({ recordings }: HeldFinding): number {
  return recordings.filter(({ shown }) => shown).length;
}

function shareShown(held: HeldFinding): number {
  return sessionsThatShow(held) / held.recordings.length;
}

/** Holds findings against sessions. */
export function holdFindings(
  findings: readonly Finding[],
  sessions: readonly RecordedSession[],
): HeldFindings {
  const all = findings.map((finding) => held(finding, sessions));
  const isRecorded = ({ recordings }: HeldFinding) => recordings.length > 0;
  const recorded = all.filter(isRecorded), often = recorded.filter((each) => shareShown(each) >= 0.5);
  return {
    shown: often.slice(0, MOST_FINDINGS),
    further: often.slice(MOST_FINDINGS).map(({ finding }) => finding),
    rarelyShown: recorded.filter((each) => shareShown(each) > 0 && shareShown(each) < 0.5),
    notShown: recorded.filter((each) => shareShown(each) === 0),
    notRecorded: all.filter((each) => !isRecorded(each)).map(({ finding }) => finding),
  };
}
