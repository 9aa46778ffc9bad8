/**
 * Choice of a tuned number, with its evidence: what was tried, every sample, what the measurement could tell
 * apart, and what was left out.
 *
 * @module
 */
import { z } from "zod";

/** Value that was tried, timed in the same rounds as all others. */
export interface TunedCandidate {
  /** Value of the number. */
  readonly value: number;
  /** Milliseconds of one execution by the choice's clock, a sample a round. */
  readonly ms: readonly number[];
  /** Speed over that of the default: median of the ratios of paired rounds. */
  readonly ratio: number;
  /** Lower bound of the ratio's 95 % interval. */
  readonly lo: number;
  /** Upper bound of the ratio's 95 % interval. */
  readonly hi: number;
}

/** Value that was left out: an adapter refused it, or it changed a bit of the result. */
export interface LeftOutValue {
  /** Value of the number. */
  readonly value: number;
  /** Reason, in a sentence. */
  readonly reason: string;
}

/** Choice of a number that code is emitted with, or that a kernel's launches have. */
export interface TunedChoice {
  /**
   * Name of the work within a device's tuning: `entry sums, 128 columns, X beyond the last cache`. Choices of
   * several numbers may have one.
   */
  readonly name: string;
  /** Columns, padding included. */
  readonly columns: number;
  /**
   * The number: `panel`, vectors of columns that a pass over a row's entries computes, `tile`, those of a
   * register tile of a dense product, or a kernel's parameter of that name.
   */
  readonly parameter: "panel" | "tile" | "load" | "dimWorkers" | "workgroup" | "broadcast";
  /** Value without tuning. */
  readonly standard: number;
  /** Value that was chosen. */
  readonly chosen: number;
  /** Smallest difference that two copies of the default showed: no ratio minus 1 below it counts. */
  readonly band: number;
  /** Values that were tried: the default, its copy of the A/A comparison, then all others. */
  readonly candidates: readonly TunedCandidate[];
  /** Clock of an adapter's samples; absent for processor time, of all threads together. */
  readonly timer?: string;
  /** Numbers of the same work that were chosen before, and that all candidates had; none when absent. */
  readonly held?: Readonly<Record<string, number>>;
  /** Rounds that a choice needs, where there was time for fewer, so that the default stays. */
  readonly wantedRounds?: number;
  /** Values that were left out; none when absent. */
  readonly leftOut?: readonly LeftOutValue[];
}

const atLeast1 = z.int().positive();
const ratio = z.number().positive();

/** Reads a choice from JSON. */
export const tunedChoiceSchema = z.object({
  name: z.string(),
  columns: atLeast1,
  parameter: z.enum(["panel", "tile", "load", "dimWorkers", "workgroup", "broadcast"]),
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
  timer: z.exactOptional(z.string()),
  held: z.exactOptional(z.record(z.string(), atLeast1)),
  wantedRounds: z.exactOptional(atLeast1),
  leftOut: z.exactOptional(z.array(z.object({ value: atLeast1, reason: z.string() }))),
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
  const { parameter, band, candidates, held = {}, wantedRounds, leftOut = [] } = choice;
  const [, copy, ...others] = candidates;
  const before = Object.entries(held).map(([name, value]) => `  all with ${name} ${value}, chosen before`);
  const tried = others.map(({ value, ratio, lo, hi, ms }) =>
    `  ${parameter} ${value}: ${times(ratio)} the speed of the default, 95 % interval [${times(lo)}, ${
      times(hi)
    }], n = ${ms.length}`
  );
  return [
    choiceLine(choice),
    ...before,
    ...tried,
    ...(wantedRounds === undefined
      ? []
      : [`  there was time for fewer than ${wantedRounds} rounds: the default stays`]),
    ...leftOut.map(({ value, reason }) => `  ${parameter} ${value}: left out, ${reason}`),
    ...(copy === undefined ? [] : [
      `  two copies of the default: ${times(copy.ratio)} [${times(copy.lo)}, ${
        times(copy.hi)
      }]; gains up to ${(100 * band).toFixed(1)} % do not count`,
    ]),
  ];
}

/** Choice with its evidence to the last sample, as lines. */
export function choiceLines(choice: TunedChoice): readonly string[] {
  const { parameter, candidates, timer } = choice;
  const clock = timer === undefined ? "processor ms" : `ms by ${timer}`;
  // The second is the copy of the default.
  const samples = candidates.filter((_, i) => i !== 1).map(({ value, ms }) =>
    `  ${clock} with ${parameter} ${value}: ${ms.map((each) => each.toPrecision(4)).join(" ")}`
  );
  return [...choiceSummary(choice), ...samples];
}
