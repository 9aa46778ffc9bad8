/**
 * Record of one epoch over all ranks.
 *
 * @module
 */
import { sumOf } from "../../platform/lists/sum_of.ts";
import { jointScores, type SetScores } from "../metrics.ts";
import { type EpochOutcome, SET_NAMES, type SetName, type SetTallies } from "./epoch_training.ts";

/** Epoch on one rank. */
export interface RankEpoch {
  /** Result of the epoch. */
  readonly outcome: EpochOutcome;
  /** Seconds of the epoch, without scoring and saving. */
  readonly seconds: number;
  /** Sums over the rank's sets, where they were scored. */
  readonly tallies?: SetTallies;
}

/** Value on the slowest, the median and the fastest rank. */
export interface RankSpread {
  /** Greatest value of all ranks. */
  readonly slowest: number;
  /** Median of all ranks; the mean of both middle ones where their number is even. */
  readonly median: number;
  /** Smallest value of all ranks. */
  readonly fastest: number;
}

/** Record of an epoch, as plain data. */
export interface EpochRecord {
  /** Number of the epoch, from 1. */
  readonly epoch: number;
  /** Mean over all seeds of the loss of their mini-batch. */
  readonly loss: number;
  /** Training steps, the same number on all ranks. */
  readonly iterations: number;
  /** Seconds of the epoch, without scoring and saving. */
  readonly seconds: RankSpread;
  /** Milliseconds by phase. */
  readonly phases: Readonly<Record<string, RankSpread>>;
  /** Counts by name, over all ranks. */
  readonly counts: Readonly<Record<string, number>>;
  /** Scores of each set that is not empty, where they were computed. */
  readonly scores?: Readonly<Partial<Record<SetName, SetScores>>>;
}

/** Joins what the ranks have recorded of an epoch. */
export function epochRecord(epoch: number, ranks: readonly RankEpoch[]): EpochRecord {
  const outcomes = ranks.map(({ outcome }) => outcome);
  const sum = (of: (outcome: EpochOutcome) => number) => sumOf(outcomes, of);
  const names = (of: (outcome: EpochOutcome) => object) => Object.keys(of(outcomes[0]));
  return {
    epoch,
    loss: sum(({ loss }) => loss) / sum(({ seeds }) => seeds),
    iterations: Math.max(...outcomes.map(({ iterations }) => iterations)),
    seconds: spreadOf(ranks.map(({ seconds }) => seconds)),
    phases: Object.fromEntries(
      names(({ phases }) => phases).map((name) =>
        [name, spreadOf(outcomes.map(({ phases }) => phases[name]))] as const
      ),
    ),
    counts: Object.fromEntries(
      names(({ counts }) => counts).map((name) => [name, sum(({ counts }) => counts[name])]),
    ),
    ...joinedScores(ranks),
  };
}

/** Spread of one value a rank. */
export function spreadOf(values: readonly number[]): RankSpread {
  const sorted = values.toSorted((a, b) => a - b), last = sorted.length - 1;
  const median = (sorted[Math.floor(last / 2)] + sorted[Math.ceil(last / 2)]) / 2;
  return { slowest: sorted[last], median, fastest: sorted[0] };
}

function joinedScores(ranks: readonly RankEpoch[]): Pick<EpochRecord, "scores"> {
  const tallies = ranks.flatMap(({ tallies }) => tallies ? [tallies] : []);
  if (tallies.length < ranks.length) return {};
  const scores: Partial<Record<SetName, SetScores>> = {};
  for (const name of SET_NAMES) {
    const joined = jointScores(tallies.map((own) => own[name]));
    if (joined) scores[name] = joined;
  }
  return { scores };
}
