/**
 * Conditions of a claim's premise: quantities of measured rows, each with the range in which the claim means
 * something. The claims table says the same conditions in its column `premise`, word for word.
 *
 * @module
 */
import type { Premise } from "../../results/verdicts/evidence.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";

/** One value of a quantity. */
export interface Reading {
  /** Thing that has the value: a dataset, a contender, a cell. */
  readonly of: string;
  /** The value, in the quantity's unit. */
  readonly value: number;
}

/** Quantity that a premise bounds. */
export interface Quantity {
  /** Name, as the claims table has it: `headroom`, `seeds a batch`. */
  readonly name: string;
  /** Values in a suite's rows, all of which have to be in range; none where nothing is bounded. */
  readonly readings: (evidence: SuiteEvidence) => readonly Reading[];
  /** Smallest scale, profile, device or data at which the quantity is in range: `--profile paper`. */
  readonly elsewhere: string;
}

/** One condition of a premise. */
export interface PremiseCondition {
  /** Text of the claims table: `headroom >= 1.5`. */
  readonly text: string;
  /** Smallest scale, profile, device or data that would meet it. */
  readonly elsewhere: string;
  /**
   * Looks at a suite's rows: whether every reading is in range, with the number found and the number wanted.
   *
   * @throws {EvidenceMissing} where a row was not measured.
   */
  readonly find: (evidence: SuiteEvidence) => Omit<Premise, "elsewhere">;
}

/** A number with three digits, or with as many as tell on which side of a bound it is. */
function spelled(value: number, isOut: (value: number) => boolean): string {
  let digits = 3;
  while (digits < 15 && isOut(Number(value.toPrecision(digits))) !== isOut(value)) digits++;
  return String(Number(value.toPrecision(digits)));
}

/** Condition from a range; the reading that is farthest out of it is the one that is told. */
function bounded(
  { name, readings, elsewhere }: Quantity,
  { text, wanted, excess }: {
    readonly text: string;
    readonly wanted: string;
    /** Distance out of the range; 0 or less within it. */
    readonly excess: (value: number) => number;
  },
): PremiseCondition {
  // A value that is no number is out of every range.
  const out = (value: number) => Number.isNaN(value) ? Infinity : excess(value);
  const isOut = (value: number) => out(value) > 0;
  return {
    text,
    elsewhere,
    find: (evidence) => {
      const found = readings(evidence);
      if (found.length === 0) return { met: true, text: `no reading of ${name}` };
      const worst = found.reduce((a, b) => out(b.value) > out(a.value) ? b : a);
      return {
        met: !isOut(worst.value),
        text: `${name} of ${worst.of} is ${spelled(worst.value, isOut)}, ${wanted} is wanted`,
      };
    },
  };
}

/**
 * Condition that every reading is at least `least`.
 *
 * @example
 * ```ts
 * import { atLeast } from "./condition.ts";
 * import { SuiteEvidence } from "../claims/suite_evidence.ts";
 * const condition = atLeast(256, {
 *   name: "seeds a batch",
 *   readings: () => [{ of: "reddit", value: 8 }],
 *   elsewhere: "--profile paper",
 * });
 * const { met } = condition.find(new SuiteEvidence("own/none", { rows: [], samples: [] }, 1));
 * if (met || condition.text !== "seeds a batch >= 256") throw new Error("8 seeds are too few");
 * ```
 */
export function atLeast(least: number, quantity: Quantity): PremiseCondition {
  return bounded(quantity, {
    text: `${quantity.name} >= ${least}`,
    wanted: `${least} or more`,
    excess: (value) => least - value,
  });
}

/** Condition that every reading is at most `most`. */
export function atMost(most: number, quantity: Quantity): PremiseCondition {
  return bounded(quantity, {
    text: `${quantity.name} <= ${most}`,
    wanted: `${most} or less`,
    excess: (value) => value - most,
  });
}

/** Condition that every reading is between two numbers, both included. */
export function between(least: number, most: number, quantity: Quantity): PremiseCondition {
  return bounded(quantity, {
    text: `${quantity.name} in ${least} to ${most}`,
    wanted: `${least} to ${most}`,
    excess: (value) => Math.max(least - value, value - most),
  });
}

/** The premise that all of these conditions make. Words and remedies are those of the unmet ones, if any. */
export function premiseOf(conditions: readonly PremiseCondition[], evidence: SuiteEvidence): Premise {
  const found = conditions.map((condition) => ({ condition, ...condition.find(evidence) }));
  const unmet = found.filter(({ met }) => !met);
  return {
    met: unmet.length === 0,
    text: (unmet.length === 0 ? found : unmet).map(({ text }) => text).join("; "),
    elsewhere: [...new Set(unmet.map(({ condition }) => condition.elsewhere))].join(", and "),
  };
}
