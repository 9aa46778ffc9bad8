/**
 * Experiments whose techniques are switches, off or on: their runs, and the contrasts between these.
 *
 * @module
 */
import { type Contrast, speedupOf, weighted } from "./contrast.ts";
import type { FractionalFactorial } from "./fractional_factorial.ts";

/** Contender that stands for all techniques at once. */
export const TOGETHER = "together";

/** Contender that stands for a technique. */
export const effectId = (technique: string): string => `effect:${technique}`;

/** Contender that stands for two techniques, in the order of the experiment. */
export const pairId = (a: string, b: string): string => `pair:${a}+${b}`;

/** Id of the run with these techniques on, in the order of the experiment. */
function runId(all: readonly string[], on: ReadonlySet<string>): string {
  return on.size === 0 ? "none" : all.filter((id) => on.has(id)).join("+");
}

/** Runs and contrasts of an experiment. */
export interface SwitchedRuns {
  /** Techniques that are on, by run: those of the design first, then those that it lacks. */
  readonly runs: ReadonlyMap<string, ReadonlySet<string>>;
  /** All contrasts, each of them computable from the runs. */
  readonly contrasts: readonly Contrast[];
  /** Pairs of techniques, in order. */
  readonly pairs: readonly (readonly [string, string])[];
}

/**
 * Runs of a design with the runs that it lacks of: nothing, each technique alone, all together. Averages and
 * interactions are estimated from the design's own runs, which are balanced; speed-ups of a technique alone
 * and of all together from single runs.
 */
export function switchedRuns({ switches: all, runs: designed }: FractionalFactorial): SwitchedRuns {
  const none = new Set<string>(), whole = new Set(all), name = (on: ReadonlySet<string>) => runId(all, on);
  const added = [none, ...all.map((id) => new Set([id])), whole];
  const runs = new Map([...designed, ...added].map((on) => [name(on), on]));
  const pairs = all.flatMap((a, i) => all.slice(i + 1).map((b) => [a, b] as const));
  const signed = (weight: (on: ReadonlySet<string>) => number) =>
    new Map(designed.map((on) => [name(on), weight(on)]));
  const base = name(none);
  const together = speedupOf(base, name(whole));
  const product = weighted(...all.flatMap((id) => [...speedupOf(base, name(new Set([id])))]));
  const surplus = weighted(...together, ...[...product].map(([run, weight]) => [run, -weight] as const));
  const contrasts: Contrast[] = [
    ...all.flatMap((id): Contrast[] => [
      { of: effectId(id), kind: "alone", weights: speedupOf(base, name(new Set([id]))) },
      {
        of: effectId(id),
        kind: "average",
        weights: signed((on) => (on.has(id) ? -2 : 2) / designed.length),
      },
    ]),
    // The speed-up by one beside the other, over that without the other, with all others averaged.
    ...pairs.map(([a, b]): Contrast => ({
      of: pairId(a, b),
      kind: "interaction",
      weights: signed((on) => (on.has(a) === on.has(b) ? -4 : 4) / designed.length),
    })),
    { of: TOGETHER, kind: "together", weights: together },
    { of: TOGETHER, kind: "product", weights: product },
    { of: TOGETHER, kind: "surplus", weights: surplus },
  ];
  return { runs, contrasts, pairs };
}
