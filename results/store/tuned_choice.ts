/**
 * Choice of a tuned number, with its evidence: what was tried, every sample, and what the measurement could
 * tell apart.
 *
 * @module
 */
import { z } from "zod";

/** Value that was tried, timed in the same rounds as all others. */
export interface TunedCandidate {
  /** Value of the number. */
  readonly value: number;
  /** Milliseconds of processor time of one execution, all threads together, a sample a round. */
  readonly ms: readonly number[];
  /** Speed over that of the default: median of the ratios of paired rounds. */
  readonly ratio: number;
  /** Lower bound of the ratio's 95 % interval. */
  readonly lo: number;
  /** Upper bound of the ratio's 95 % interval. */
  readonly hi: number;
}

/** Choice of a number that code is emitted with. */
export interface TunedChoice {
  /** Name within a device's tuning: `entry sums, 128 columns, X beyond the last cache`. */
  readonly name: string;
  /** Columns, padding included. */
  readonly columns: number;
  /**
   * The number: `panel`, vectors of columns that a pass over a row's entries computes, or `tile`, those of a
   * register tile of a dense product.
   */
  readonly parameter: "panel" | "tile";
  /** Value without tuning. */
  readonly standard: number;
  /** Value that was chosen. */
  readonly chosen: number;
  /** Smallest difference that two copies of the default showed: no ratio minus 1 below it counts. */
  readonly band: number;
  /** Values that were tried: the default, its copy of the A/A comparison, then all others. */
  readonly candidates: readonly TunedCandidate[];
}

const atLeast1 = z.int().positive();
const ratio = z.number().positive();

/** Reads a choice from JSON. */
export const tunedChoiceSchema = z.object({
  name: z.string(),
  columns: atLeast1,
  parameter: z.enum(["panel", "tile"]),
  standard: atLeast1,
  chosen: atLeast1,
  band: z.number().nonnegative(),
  candidates: z.array(z.object({
    value: atLeast1,
    ms: z.array(z.number().positive()).min(1),
    ratio,
    lo: ratio,
    hi: ratio,
  })).min(2),
}) satisfies z.ZodType<TunedChoice>;

const times = (value: number) => `${value.toFixed(3)}x`;

/** Choice in one line: `entry sums, 128 columns, X beyond the last cache: panel 4 in place of 8`. */
export function choiceLine({ name, parameter, standard, chosen }: TunedChoice): string {
  return `${name}: ${parameter} ${chosen}${
    chosen === standard ? ", the default" : ` in place of ${standard}`
  }`;
}

/** Choice with the gains of what was tried, as lines. */
export function choiceSummary(choice: TunedChoice): readonly string[] {
  const { parameter, band, candidates } = choice;
  const [, copy, ...others] = candidates;
  const tried = others.map(({ value, ratio, lo, hi, ms }) =>
    `  ${parameter} ${value}: ${times(ratio)} the speed of the default, 95 % interval [${times(lo)}, ${
      times(hi)
    }], n = ${ms.length}`
  );
  return [
    choiceLine(choice),
    ...tried,
    `  two copies of the default: ${times(copy.ratio)} [${times(copy.lo)}, ${times(copy.hi)}]; gains up to ${
      (100 * band).toFixed(1)
    } % do not count`,
  ];
}

/** Choice with its evidence to the last sample, as lines. */
export function choiceLines(choice: TunedChoice): readonly string[] {
  const { parameter, candidates: [standard, _copy, ...others] } = choice;
  const samples = [standard, ...others].map(({ value, ms }) =>
    `  processor ms with ${parameter} ${value}: ${ms.map((each) => each.toPrecision(4)).join(" ")}`
  );
  return [...choiceSummary(choice), ...samples];
}
