/**
 * Search of the commit from which on a cell is slower: each candidate takes turns with the good commit on
 * this machine, and an interval decides.
 *
 * @module
 */
import { takeTurns } from "../../hardware/measuring/turn_loop.ts";
import { DeviceError } from "../../platform/errors.ts";
import { type RatioSummary, summarizeRatios } from "../../platform/statistics/mod.ts";
import { counted } from "../../platform/text/plural.ts";
import { formatNumber } from "../../platform/text/number.ts";
import { formatSeconds } from "../../platform/text/time.ts";
import type { Repository, WorkingTree } from "./git_range.ts";
import { type CommitVerdict, firstBad } from "./search.ts";

/** Numbers of rounds after which an interval is looked at, until it decides. */
const LOOKS = [6, 12, 18] as const;
/** Rounds before these. */
const WARM_UP = 1;
/** Runs of the cell for a commit whose first look decides; in a round both commits take a turn. */
const FEWEST_RUNS = 2 * (WARM_UP + LOOKS[0]);
/** Runs of the cell for a commit that no look decides. */
const MOST_RUNS = 2 * (WARM_UP + LOOKS[2]);

/** Conditions of a search. */
export interface BisectOptions {
  /** Names of the range's ends, as typed. */
  readonly good: string;
  /** A later commit, on which the cell is slower. */
  readonly bad: string;
  /** Measures the cell by the harness in a folder; the smaller the better. */
  readonly measure: (folder: string) => Promise<number>;
  /** Folder for working trees; each is removed at the end. */
  readonly folder: string;
  /** Seed of the order of turns and of the intervals. */
  readonly seed: number;
  /** Prints a line of the answer. */
  readonly say: (line: string) => void;
  /** Shows a line of progress after each run of the cell; nothing when absent. */
  readonly tell?: (line: string) => void;
  /** Unit of what is measured, for these lines; none when absent. */
  readonly unit?: string;
  /** Ends the search. */
  readonly signal: AbortSignal;
}

/** Commit that a search found. */
export interface BisectResult {
  /** First bad commit. */
  readonly first: string;
  /** Last good commit before it. */
  readonly lastGood: string;
  /** Commits before it that could not be judged. */
  readonly open: readonly string[];
}

/** Working trees of a search, and its conditions. */
interface Search extends Pick<BisectOptions, "measure" | "seed" | "signal" | "tell" | "unit"> {
  readonly good: WorkingTree;
  readonly other: WorkingTree;
}

/**
 * Finds the first commit after `good` on which the cell is slower. A commit is bad where the whole interval
 * of its time over the good commit's is above the middle between 1 and the ratio of `bad`, good where it is
 * below.
 *
 * @throws {UsageError} as `Repository.range`.
 * @throws {DeviceError} where `good` or `bad` cannot be measured, or `bad` is not surely slower.
 */
export async function bisect(repository: Repository, options: BisectOptions): Promise<BisectResult> {
  const { good: from, bad: to, folder, say } = options;
  const { good, commits } = repository.range(from, to);
  using goodTree = repository.addTree(`${folder}/good`, good);
  using other = repository.addTree(`${folder}/other`, commits.at(-1)!);
  const search: Search = { ...options, good: goodTree, other };
  say(`${counted(commits.length, "commit")} after ${repository.title(good)}: ${effortText(commits.length)}`);
  const whole = await compare(search, commits.at(-1)!, (ratio) => ratio.ciLo > 1 || ratio.ciHi < 1);
  say(line(repository.title(commits.at(-1)!), whole, whole.ciLo > 1 ? "bad" : "not slower"));
  if (!(whole.ciLo > 1)) {
    throw new DeviceError({
      action: `bisect from ${from} to ${to}`,
      current: `${text(whole)} the time of the good commit`,
      wanted: "an interval above 1",
      next: whole.ciHi < 1
        ? "name a range in which the cell is slower: here it is faster"
        : "repeat it while nothing else runs, with a larger --profile, or name a range with a larger change",
    });
  }
  const middle = Math.sqrt(whole.median);
  const found = await firstBad(commits, async (commit) => {
    const title = repository.title(commit);
    try {
      const ratio = await compare(search, commit, ({ ciLo, ciHi }) => ciLo > middle || ciHi < middle);
      const verdict: CommitVerdict = ratio.ciLo > middle ? "bad" : ratio.ciHi < middle ? "good" : "open";
      say(line(title, ratio, verdict));
      return verdict;
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error;
      say(`open  ${title}: ${error.parts.current}`);
      return "open";
    }
  });
  return { ...found, lastGood: commits[commits.indexOf(found.first) - found.open.length - 1] ?? good };
}

/** Time of a commit over the good one's, by rounds in which both take a turn, until the interval decides. */
async function compare(
  { good, other, measure, seed, signal, tell, unit = "" }: Search,
  commit: string,
  decides: (ratio: RatioSummary) => boolean,
): Promise<RatioSummary> {
  other.checkOut(commit);
  let runs = 0, seconds = 0;
  const turn = (id: string, { folder }: WorkingTree) => ({
    id,
    take: async () => {
      const began = performance.now(), value = await measure(folder);
      seconds += (performance.now() - began) / 1000;
      const whose = id === "good" ? "good commit" : commit.slice(0, 8);
      const shown = `${whose} ${formatNumber(value, 4)} ${unit}`.trimEnd();
      tell?.(
        `  run ${++runs} of ${FEWEST_RUNS} to ${MOST_RUNS}: ${shown}; ${leftText(runs, seconds / runs)}`,
      );
      return value;
    },
  });
  const turns = [turn("good", good), turn("other", other)];
  const pairs: { preparation: number; numerator: number; denominator: number }[] = [];
  for (const look of LOOKS) {
    const rounds = look - pairs.length;
    const outcomes = await takeTurns(turns, {
      rounds,
      warmUp: pairs.length === 0 ? WARM_UP : 0,
      seed: seed + look,
      signal,
    });
    signal.throwIfAborted();
    const denominators = outcomes.of("good");
    outcomes.of("other").forEach((numerator, i) =>
      pairs.push({ preparation: 0, numerator, denominator: denominators[i] })
    );
    const ratio = summarizeRatios(pairs, { seed });
    if (decides(ratio) || look === LOOKS.at(-1)) return ratio;
  }
  throw new TypeError("there is a last look");
}

/** Commits that a search of so many tries, where each is judged, and the runs of the cell that each takes. */
function effortText(commits: number): string {
  const tried = 1 + Math.ceil(Math.log2(commits));
  return `${
    counted(tried, "of them is tried", "of them are tried")
  }, ${FEWEST_RUNS} to ${MOST_RUNS} runs of the cell each`;
}

/** Time that is left for a commit, by the mean of its runs so far. */
function leftText(runs: number, seconds: number): string {
  const [least, most] = [FEWEST_RUNS, MOST_RUNS].map((all) =>
    formatSeconds(Math.max(0, all - runs) * seconds)
  );
  return `about ${least} to ${most} left for this commit`;
}

function text({ median, ciLo, ciHi }: RatioSummary): string {
  const [middle, low, high] = [median, ciLo, ciHi].map((value) => formatNumber(value, 4));
  return `${middle}x [${low}, ${high}]`;
}

function line(title: string, ratio: RatioSummary, verdict: string): string {
  return `${verdict}  ${title}: ${text(ratio)} the time of the good commit, ${ratio.n} rounds`;
}
