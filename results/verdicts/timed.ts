/**
 * The one rule for claims about measured time. Such a claim states a number that is computed from the times
 * of a round, such as a ratio, a share, a difference or a correlation, and the range in which the number is
 * to lie. The rule tests the rounds by sign, corrects for looks, and widens the interval by what the A/A run
 * cannot tell apart; Holm's correction over all claims follows in the judgement.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import {
  clusterBootstrapInterval,
  FEWEST_ROUNDS,
  median,
  medianInPlace,
  sharedP,
  signTest,
} from "../../platform/statistics/mod.ts";
import type { ClaimPart, PartBase, TimedPart, TimedQuantity } from "./evidence.ts";

/** The number in one round. */
export interface QuantityRound {
  /** The preparation that the round ran on. */
  readonly preparation: number | string;
  /** The number, of the times as they were measured. */
  readonly value: number;
  /** Least number where each time may be off by as much as copies in the A/A run differ. */
  readonly least: number;
  /** Largest number of the same. */
  readonly most: number;
}

/** Claimed range, and how medians are taken. */
export interface TimedClaim {
  /** Range in which the number is claimed to lie; an end may be infinite. */
  readonly within: readonly [least: number, most: number];
  /** Fixes the draws of the bootstrap. */
  readonly seed: number;
  /** Set for a number that may be 0 or less, such as a difference. All others are summarised as ratios. */
  readonly signed?: boolean;
}

/**
 * Evidence from rounds.
 *
 * A number that is not signed has to be above 0: a timer that did not tick decides nothing.
 *
 * @example
 * ```ts
 * const rounds = Array.from({ length: 15 }, (_, i) => {
 *   const value = 1.5 + 0.01 * (i % 3);
 *   return { preparation: 0, value, least: value / 1.02, most: value * 1.02 };
 * });
 * const { found, pFor } = timedEvidence(rounds, { within: [1, Infinity], seed: 1 });
 * if (found.seenLo < 1.4 || pFor !== 2 * 2 ** -15) throw new Error("above 1");
 * ```
 */
export function timedEvidence(
  rounds: readonly QuantityRound[],
  { within, seed, signed = false }: TimedClaim,
): Omit<TimedPart, keyof PartBase | "undecided"> {
  const isKnown = rounds.every(({ value, least, most }) =>
    [value, least, most].every((each) => Number.isFinite(each) && (signed || each > 0))
  );
  const found = isKnown ? summary(rounds, { seed, signed }) : unknown(rounds.length);
  const p = (bound: number, side: "greater" | "less") =>
    sharedP(signTest(rounds.map(({ value }) => value - bound), side).p, rounds.length);
  const [least, most] = within, bounds = within.filter(Number.isFinite);
  const inside = [p(least, "greater"), p(most, "less")], beyond = [p(least, "less"), p(most, "greater")];
  return {
    kind: "timed",
    found,
    within,
    pFor: isKnown ? Math.max(...inside) : 1,
    pAgainst: isKnown ? Math.min(1, bounds.length * Math.min(...beyond)) : 1,
  };
}

/** Largest difference of two numbers that are equal but for rounding. */
const ROUNDING = 1e-9;

function unknown(n: number): TimedQuantity {
  return { n, median: NaN, ciLo: NaN, ciHi: NaN, seenLo: NaN, seenHi: NaN };
}

/** Median and intervals; on the log scale, where swapping two times gives the reciprocals. */
function summary(
  rounds: readonly QuantityRound[],
  { seed, signed }: Pick<Required<TimedClaim>, "seed" | "signed">,
): TimedQuantity {
  const to = signed ? (value: number) => value : Math.log,
    from = signed ? (value: number) => value : Math.exp;
  const groups = [...groupBy(rounds, ({ preparation }) => preparation).values()];
  const interval = (read: (round: QuantityRound) => number) =>
    clusterBootstrapInterval(groups.map((own) => own.map((round) => to(read(round)))), medianInPlace, {
      seed,
    });
  const { lo, hi } = interval(({ value }) => value);
  // What moves all rounds alike moves the interval: so it is with a ratio.
  const moved = (end: "least" | "most", of: number, read: () => number) => {
    const shifts = rounds.map((round) => to(round[end]) - to(round.value));
    const [first = NaN] = shifts;
    return shifts.every((shift) => Math.abs(shift - first) < ROUNDING) ? of + first : read();
  };
  return {
    n: rounds.length,
    median: from(median(rounds.map(({ value }) => to(value)))),
    ciLo: from(lo),
    ciHi: from(hi),
    seenLo: from(moved("least", lo, () => interval(({ least }) => least).lo)),
    seenHi: from(moved("most", hi, () => interval(({ most }) => most).hi)),
  };
}

/** Side that a part takes by itself, before corrections that need all claims. */
export interface PartSide {
  /** For the claim, against it, or neither. */
  readonly side: "holds" | "fails" | "open";
  /** Reason; empty where the part holds. */
  readonly reason: string;
}

const three = (value: number) => value.toPrecision(3);
const spellBound = (value: number) => String(Number(three(value)));

/** Whether a part holds, fails, or is open, with its reason. */
export function sideOf(part: ClaimPart): PartSide {
  switch (part.kind) {
    case "exact":
      return part.holds ? { side: "holds", reason: "" } : { side: "fails", reason: "the predicate is false" };
    case "open":
      return { side: "open", reason: part.reason };
    case "timed":
      return timedSide(part);
    default:
      throw part satisfies never;
  }
}

function timedSide({ found, within: [least, most], undecided }: TimedPart): PartSide {
  if (undecided !== undefined) return open(undecided);
  const { n, ciLo, ciHi, seenLo, seenHi } = found;
  if (n < FEWEST_ROUNDS) return open(`underpowered: ${n} rounds, ${FEWEST_ROUNDS} are needed`);
  if (Number.isNaN(found.median)) return open("a sample is missing or not above zero");
  const interval = `${three(ciLo)} to ${three(ciHi)}`;
  if (seenLo > least && seenHi < most) return { side: "holds", reason: "" };
  if (seenHi < least) return { side: "fails", reason: `${interval} is below ${spellBound(least)}` };
  if (seenLo > most) return { side: "fails", reason: `${interval} is above ${spellBound(most)}` };
  const met = [least, most].filter((bound) => seenLo <= bound && bound <= seenHi).map(spellBound)
    .join(" and ");
  const isApart = (ciLo > least && ciHi < most) || ciHi < least || ciLo > most;
  return open(
    isApart
      ? `underpowered: ${interval} is nearer to ${met} than the A/A run can tell (${three(seenLo)} to ${
        three(seenHi)
      })`
      : `intervals overlap: ${interval} meets ${met}`,
  );
}

const open = (reason: string): PartSide => ({ side: "open", reason });
