/**
 * The verb `noise`: the smallest difference that a machine resolves, from the A/A runs and the samples of its
 * sessions.
 *
 * @module
 */
import { groupBy } from "../platform/lists/group_by.ts";
import { median, quantile } from "../platform/statistics/mod.ts";
import { textTable } from "../platform/text/text_table.ts";
import { zip } from "../platform/lists/zip.ts";
import { listSessions } from "./history/session_list.ts";
import { deviceLabel, trackKey, trackLabel } from "./history/track.ts";
import { workloadOf } from "./store/journal.ts";
import { aaText } from "./report/aa_text.ts";
import { formatNumber, formatShare } from "../platform/text/number.ts";
import { findSession, type SessionChoice } from "./report/report_command.ts";
import { isTimed, type Row, type Sample } from "./row.ts";
import { printable } from "./verdicts/scorecard_text.ts";
import { driftText, statedDriftText } from "./report/sentinel_section.ts";
import { SENTINEL, type SentinelDrift, sentinelDrift, statedDrift } from "./sentinel.ts";
import type { CalibrationRecord, SessionDocument } from "./store/session_document.ts";
import { countingRows } from "./store/counting_rows.ts";
import { readSession, type SessionContents } from "./store/store.ts";

/** Noise of one time of a cell. */
export interface CellNoise {
  /** Row of the time. */
  readonly row: Row;
  /** MAD of the samples over their median. */
  readonly spread: number;
  /** Half-width of the 95 % interval over the median. */
  readonly halfWidth: number;
  /**
   * Spread of the preparations' medians over the spread of the samples within them; undefined below three
   * preparations.
   */
  readonly preparations: number | undefined;
}

/** Noise of a session. */
export interface SessionNoise {
  /** Content of session.json. */
  readonly document: SessionDocument;
  /** Times of all cells, the noisiest first. */
  readonly cells: readonly CellNoise[];
  /** A/A runs of all sessions of the same device and profile, oldest first. */
  readonly sessions: readonly CalibrationRecord[];
  /** Readings of the sentinel; absent in sessions that have none. */
  readonly sentinel?: SentinelDrift;
}

function betweenPreparations(samples: readonly Sample[]): number | undefined {
  const groups = [...groupBy(samples, ({ preparation }) => preparation).values()]
    .map((group) => group.map(({ value }) => value)).filter((group) => group.length >= 2);
  if (groups.length < 3) return undefined;
  const centres = groups.map((group) => median(group));
  const middle = median(centres);
  const between = median(centres.map((value) => Math.abs(value - middle)));
  const within = median(
    zip(groups, centres).flatMap(([group, centre]) => group.map((value) => Math.abs(value - centre))),
  );
  return within > 0 ? between / within : undefined;
}

/**
 * Noise of a session's times, the noisiest first. Shares and differences near 0 are left out: they say
 * nothing about the machine.
 */
export function cellNoise(contents: Pick<SessionContents, "rows" | "samples" | "journal">): CellNoise[] {
  const leftOut = new Set(
    contents.journal.filter(({ samplesKept }) => samplesKept === false)
      .map(({ suite, workload, attempt }) => JSON.stringify([suite, workload, attempt])),
  );
  const samples = groupBy(
    contents.samples,
    ({ cell, metric, attempt }) => `${cell}\n${metric}\n${attempt}`,
  );
  return countingRows(contents.rows).flatMap((row): CellNoise[] => {
    const own = samples.get(`${row.cell}\n${row.metric}\n${row.attempt}`) ?? [];
    const { median: centre, mad, ci_lo, ci_hi } = row;
    // Where samples were left out on purpose, the row has their number.
    const without = leftOut.has(JSON.stringify([row.suite, workloadOf(row), row.attempt]));
    const count = without ? row.n : own.length;
    if (!isTimed(row) || count < 3 || row.status !== "ok" || !centre || mad === undefined) return [];
    if (ci_lo === undefined || ci_hi === undefined) return [];
    return [{
      row,
      spread: mad / centre,
      halfWidth: (ci_hi - ci_lo) / (2 * centre),
      preparations: betweenPreparations(own),
    }];
  }).sort((a, b) => b.halfWidth - a.halfWidth);
}

/**
 * Measures the noise of a session, beside the other sessions of its device and profile.
 *
 * @throws {MissingError} There is no such session.
 * @throws {DataError} The session has another schema, or one of its files is damaged.
 */
export async function measureNoise(choice: SessionChoice): Promise<SessionNoise> {
  const contents = await readSession(await findSession(choice));
  const { sessions } = await listSessions(choice.root);
  const track = trackKey(contents.document);
  const { calibration } = contents.document;
  const sentinel = sentinelDrift(contents.rows, calibration?.smallestDifference ?? 0);
  return {
    ...(sentinel && { sentinel }),
    document: contents.document,
    cells: cellNoise(contents),
    sessions: sessions.filter(({ document }) => trackKey(document) === track)
      .flatMap(({ document: { calibration } }) => calibration ? [calibration] : []),
  };
}

/** Greatest number of cells that the text lists. */
const MOST_LISTED = 8;

function calibrationLines({ calibration }: SessionDocument, sentinel?: SentinelDrift): string[] {
  if (calibration === null) return ["This session timed nothing: there is no A/A run."];
  const { smallestDifference, aaRounds, timer } = calibration, stated = statedDrift(calibration);
  // An interval narrows with the square root of the rounds.
  const rounds = (wanted: number) => Math.ceil(aaRounds * (smallestDifference / wanted) ** 2);
  const wanted = [0.1, 0.05, 0.02, 0.01].filter((share) => share < smallestDifference);
  return [
    `Smallest difference it can see  ${formatShare(smallestDifference)}`,
    `  three copies of one kernel against each other, ${
      aaText(calibration)
    }, timer ${timer}: the far end of the widest interval`,
    ...(wanted.length === 0 ? [] : [
      `  rounds for less, if only chance is in the way: ${
        wanted.map((share) => `${formatShare(share)} ${formatNumber(rounds(share))}`).join(", ")
      }`,
    ]),
    `Drift of the sentinel kernel    ${
      sentinel !== undefined
        ? driftText(sentinel)
        : stated === undefined
        ? statedDriftText(calibration)
        : formatShare(stated - 1)
    }`,
    "  slowest over fastest comparison of the session. Rounds are interleaved, so that drift cancels in ratios, not in times.",
  ];
}

/** Lines on the comparisons during which the machine drifted by more than the session resolves. */
function movedLines({ readings }: SentinelDrift): string[] {
  const moved = readings.filter((reading) => reading.moved)
    .toSorted((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)));
  if (moved.length === 0) return ["  It never moved from its median by more than the session can see."];
  return [
    `  It moved by more than that beside ${moved.length} of ${readings.length} comparisons, most beside`,
    ...moved.slice(0, MOST_LISTED).map(({ row, ratio }) =>
      `    ${formatNumber(ratio, 3).padEnd(6)} times its median  ${
        printable(row.cell.slice(0, -SENTINEL.length - 1))
      }`
    ),
  ];
}

/** Renders noise as text for the terminal. */
export function renderNoise({ document, cells, sessions, sentinel }: SessionNoise): string {
  const share = (p: number, of: (cell: CellNoise) => number) => formatShare(quantile(cells.map(of), p));
  const seen = sessions.map(({ smallestDifference }) => smallestDifference);
  const preparations = cells.flatMap((cell) => cell.preparations ?? []);
  const lines = [
    `Session ${printable(document.session)} on ${printable(trackLabel(document))}`,
    "",
    ...calibrationLines(document, sentinel),
    ...(sentinel === undefined ? [] : movedLines(sentinel)),
    "",
    ...(cells.length === 0 ? ["No cell has enough samples for an estimate of its noise."] : [
      `${`${cells.length} times`.padEnd(29)}half of them nine of ten   the worst`,
      ...([["MAD over median", "spread"], ["half-width of the interval", "halfWidth"]] as const).map(
        ([name, member]) =>
          `  ${name.padEnd(26)} ${share(0.5, (cell) => cell[member]).padEnd(12)} ${
            share(0.9, (cell) => cell[member]).padEnd(11)
          }  ${share(1, (cell) => cell[member])}`,
      ),
      ...(preparations.length === 0 ? [] : [
        `  spread between preparations over that within them: ${formatNumber(median(preparations), 2)}${
          median(preparations) > 1 ? ". More preparations help more than more rounds." : ""
        }`,
      ]),
      "",
      textTable(
        ["noisiest cells", "metric", "+-", "n"],
        cells.slice(0, MOST_LISTED).map(({ row, halfWidth }) => [
          printable(row.cell),
          row.metric,
          formatShare(halfWidth),
          String(row.n),
        ]),
      ),
    ]),
    ...(seen.length < 2 ? [] : [
      "",
      `${seen.length} sessions on ${printable(deviceLabel(document))} with this profile could see ${
        formatShare(Math.min(...seen))
      } at best, ${formatShare(median(seen))} as a rule, ${formatShare(Math.max(...seen))} at worst.`,
    ]),
  ];
  return lines.join("\n") + "\n";
}
