/**
 * Fractional factorial designs of switches (Box and Hunter, "The 2^(k-p) fractional factorial designs",
 * Technometrics 1961): which combinations to run, and which effects such a part cannot tell apart.
 *
 * @module
 */
import { UsageError } from "../../../platform/errors.ts";

/** A product of switches, each off (-1) or on (1), that is the same in every run. */
export interface DefiningWord {
  /** Switches of the product, in the order of the design; at least one. */
  readonly switches: readonly string[];
  /** The product. */
  readonly sign: 1 | -1;
}

/** Runs of a design, and what they confuse. */
export interface FractionalFactorial {
  /** Switches in the order given. */
  readonly switches: readonly string[];
  /** Switches that are on in each run. */
  readonly runs: readonly ReadonlySet<string>[];
  /** The defining relation: all products that are the same in every run, shortest first; none of all runs. */
  readonly words: readonly DefiningWord[];
  /**
   * Length of the shortest word: 5 where no effect of one or two switches is confused with another such;
   * infinite where all combinations run.
   */
  readonly resolution: number;
}

/** A set of switches as bits. */
function maskOf(all: readonly string[], switches: readonly string[]): number {
  return switches.reduce((mask, id) => mask | 1 << placeOf(all, id), 0);
}

function placeOf(all: readonly string[], id: string): number {
  const place = all.indexOf(id);
  if (place >= 0) return place;
  throw new UsageError({
    action: "design an experiment",
    current: `switch "${id}" in a word`,
    wanted: `one of ${all.join(", ")}`,
    next: "correct the word",
  });
}

const namesOf = (all: readonly string[], mask: number) => all.filter((_, i) => (mask >> i & 1) === 1);

/**
 * Designs the runs in which every generator has its product: `2^(switches - generators)` of them.
 *
 * @throws {UsageError} for a generator with an unknown switch, or one that follows from the others.
 * @example
 * ```ts
 * import { fractionalFactorial } from "./fractional_factorial.ts";
 * const half = fractionalFactorial(["a", "b", "c"], [{ switches: ["a", "b", "c"], sign: -1 }]);
 * if (half.runs.length !== 4 || half.resolution !== 3) throw new Error("2^(3-1), resolution III");
 * ```
 */
export function fractionalFactorial(
  switches: readonly string[],
  generators: readonly DefiningWord[] = [],
): FractionalFactorial {
  let subgroup: { readonly mask: number; readonly sign: 1 | -1 }[] = [{ mask: 0, sign: 1 }];
  for (const { switches: named, sign } of generators) {
    const mask = maskOf(switches, named);
    if (subgroup.some((word) => word.mask === mask)) {
      throw new UsageError({
        action: "design an experiment",
        current: `a generator ${named.join(" x ")} that follows from the others`,
        wanted: "independent generators",
        next: "leave it out",
      });
    }
    subgroup = subgroup.flatMap((word) => [
      word,
      { mask: word.mask ^ mask, sign: word.sign * sign as 1 | -1 },
    ]);
  }
  const signOf = (on: number, mask: number) => bits(mask & ~on) % 2 === 0 ? 1 : -1;
  const runs: ReadonlySet<string>[] = [];
  for (let on = 0; on < 2 ** switches.length; on++) {
    if (subgroup.every(({ mask, sign }) => signOf(on, mask) === sign)) {
      runs.push(new Set(namesOf(switches, on)));
    }
  }
  const words = subgroup.slice(1).map(({ mask, sign }) => ({ switches: namesOf(switches, mask), sign }))
    .sort((a, b) => a.switches.length - b.switches.length);
  return { switches, runs, words, resolution: words[0]?.switches.length ?? Infinity };
}

/** Number of ones of a mask. */
function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/**
 * Effects that the design cannot tell from an effect, of up to `order` switches: those whose product with it
 * is the same in every run. A negative sign: the confused effect counts the other way.
 */
export function aliasesOf(
  { switches: all, words }: Pick<FractionalFactorial, "switches" | "words">,
  effect: readonly string[],
  order: number = all.length,
): DefiningWord[] {
  const mask = maskOf(all, effect);
  return words.map(({ switches, sign }) => ({ switches: namesOf(all, mask ^ maskOf(all, switches)), sign }))
    .filter(({ switches }) => switches.length <= order);
}

/** Text on a design for readers: number of runs, resolution, defining relation, and aliases of pairs. */
export function designText(design: FractionalFactorial): string {
  const { switches: all, runs, words, resolution } = design;
  if (words.length === 0) {
    return `all ${runs.length} combinations of ${all.length} techniques: no effect is confused with another`;
  }
  const spell = ({ switches, sign }: DefiningWord) => `${sign < 0 ? "-" : ""}${switches.join(" x ")}`;
  const pairs = all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b]));
  const aliases = pairs.map((pair) =>
    `${pair.join(" x ")} with ${aliasesOf(design, pair).map(spell).join(" and ")}`
  );
  return `${runs.length} of ${2 ** all.length} combinations, resolution ${resolution}, defined by ` +
    `${words.map(spell).join(", ")} = 1; confused are ${aliases.join("; ")}`;
}
