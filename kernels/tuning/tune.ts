/**
 * Tuning of kernels on the processor at hand: values of a number take turns, in the same rounds as two copies
 * of the default. A value replaces the default only where it is faster by more than those two differ.
 *
 * @module
 */
import { lastLevelCacheBytes } from "../../hardware/cpu/cpu_facts.ts";
import { measure, type Measured, timesOf } from "../../hardware/measuring/measure.ts";
import { Interrupted } from "../../platform/interrupted.ts";
import { summarizeRatios } from "../../platform/statistics/mod.ts";
import type { LeftOutValue, TunedCandidate, TunedChoice } from "../../results/store/tuned_choice.ts";
import { type LaunchSizes, launchSizes, tunedLaunches } from "./tuned_launches.ts";
import { type TunedNumber, tunedNumbers } from "./tuned_numbers.ts";
import { errorReason, type TunableDevice, type TunedProduct, ValuePlans } from "./value_plans.ts";

/**
 * Widths that are tuned unless others are named: hidden layers, and the features of Reddit. On an adapter the
 * narrow layers of small GCNs come last, for runs whose time is up before.
 */
export const TUNED_WIDTHS: Readonly<Record<TunableDevice["backend"], readonly number[]>> = {
  x86: [64, 128, 256, 602],
  webgpu: [64, 128, 256, 602, 16],
};

/**
 * Rounds of a number unless told: an adapter's clock counts no other program's work, and each of its samples
 * waits twice.
 */
const ROUNDS = { x86: 15, webgpu: 9 } as const;
/**
 * Preparations; all values of a number get the same, as they get the same rounds. On an adapter two copies of
 * the default lie in places of their own, and each preparation costs waits and a read of the result.
 */
const PREPARATIONS = { x86: 3, webgpu: 1 } as const;
/** Milliseconds after which a number keeps its default for want of rounds. */
const BUDGET_MS = 60_000;
/** Least band, as a ratio minus 1, however alike the two copies of the default were. */
const FLOOR = 0.005;
/** Options of {@linkcode tune}. */
export interface TuneOptions {
  /** Widths of features; {@linkcode TUNED_WIDTHS} when absent. */
  readonly widths?: readonly number[];
  /** Seed of matrices and of turns; 1 when absent. */
  readonly seed?: number;
  /** Rounds of each number; 15 on `x86` and 9 on `webgpu` when absent. */
  readonly rounds?: number;
  /** Sizes of the products on an adapter; {@linkcode launchSizes} when absent. */
  readonly sizes?: LaunchSizes;
  /** Seconds after which no further number is begun; no limit when absent. */
  readonly budget?: number;
  /** Ends after the round in progress. */
  readonly signal?: AbortSignal;
  /** Called with each choice. */
  readonly onChoice?: (choice: TunedChoice) => void;
  /** Called with the name of each number that keeps its default unmeasured, and the reason. */
  readonly onLeftOut?: (name: string, reason: string) => void;
}

/** Chooses among measured candidates: the default, its copy, then the others. */
export function chooseValue(
  candidates: readonly TunedCandidate[],
): Pick<TunedChoice, "standard" | "chosen" | "band"> {
  const [{ value: standard }, copy, ...others] = candidates;
  const band = Math.max(FLOOR, copy.hi - 1, 1 / copy.lo - 1);
  const better = others.filter(({ lo }) => lo > 1 + band).sort((a, b) => b.ratio - a.ratio);
  return { standard, chosen: better[0]?.value ?? standard, band };
}

/** All numbers of some widths on a device. */
export function numbersOn(
  device: TunableDevice,
  widths: readonly number[],
  sizes?: LaunchSizes,
): readonly TunedNumber[] {
  return device.backend === "x86"
    ? tunedNumbers({ isa: device.isa, cacheBytes: lastLevelCacheBytes() }, widths)
    : tunedLaunches(sizes ?? launchSizes(device), widths);
}

/**
 * Tunes the numbers of some widths one after the other, in seconds each. All outputs must have the bits of
 * the default's, which is compared with the oracle's. A value that an adapter refuses, or with which its
 * compiler makes other bits, is left out; a number whose default is refused keeps it. Where the device is
 * lost, the choices until then are returned.
 *
 * @throws {WrongResultError} where machine code, or a default, computes something else.
 * @throws {Interrupted} where the signal says so.
 */
export async function tune(
  device: TunableDevice,
  { widths = TUNED_WIDTHS[device.backend], seed = 1, rounds = ROUNDS[device.backend], ...options }:
    TuneOptions = {},
): Promise<readonly TunedChoice[]> {
  const { sizes, budget = Infinity, signal, onChoice, onLeftOut } = options;
  const started = performance.now(), choices: TunedChoice[] = [];
  let longestMs = 0;
  const isOver = () => device.lost !== undefined || performance.now() - started + longestMs > 1000 * budget;
  for (const [draw, numbers] of Map.groupBy(numbersOn(device, widths, sizes), ({ problem }) => problem)) {
    if (isOver()) break;
    const [{ operation }] = numbers, problem = draw(seed), operands = operation.stage(device, problem);
    try {
      for (const number of numbers) {
        if (isOver()) break;
        const before = choices.filter(({ name }) => name === number.name);
        const held = Object.fromEntries(before.map(({ parameter, chosen }) => [parameter, chosen]));
        const began = performance.now();
        const choice = await tuneUnlessLost(device, number, {
          product: { problem, operands },
          held,
          seed,
          rounds,
          ...(signal && { signal }),
        });
        longestMs = Math.max(longestMs, performance.now() - began);
        if (choice === undefined) break;
        if (typeof choice === "string") onLeftOut?.(`${number.name}: ${number.parameter}`, choice);
        else {
          choices.push(choice);
          onChoice?.(choice);
        }
      }
    } finally {
      operation.release(device, operands);
    }
  }
  return choices;
}

/** Conditions that the values of one number have in common. */
interface Turns extends Required<Pick<TuneOptions, "seed" | "rounds">>, Pick<TuneOptions, "signal"> {
  /** Product that the values are tried on. */
  readonly product: TunedProduct;
  /** Numbers of the same work that were chosen before. */
  readonly held: Readonly<Record<string, number>>;
}

/** Tunes a number as {@linkcode tuneNumber} does; nothing where the device was lost meanwhile. */
async function tuneUnlessLost(
  device: TunableDevice,
  number: TunedNumber,
  turns: Turns,
): Promise<TunedChoice | string | undefined> {
  try {
    const choice = await tuneNumber(device, number, turns);
    return device.lost === undefined ? choice : undefined;
  } catch (error) {
    if (device.lost === undefined || error instanceof Interrupted) throw error;
    return undefined;
  }
}

/** Tunes a number; the reason where the device refuses its default, or has time for fewer than two rounds. */
async function tuneNumber(
  device: TunableDevice,
  number: TunedNumber,
  { product, held, seed, rounds, signal }: Turns,
): Promise<TunedChoice | string> {
  const { name, columns, parameter, values: [standard, ...others] } = number;
  const plans = new ValuePlans(device, number, { ...product, held });
  const refused = await plans.checkDefault(seed);
  if (refused !== undefined) return refused;
  const contenders = [
    ["default", standard],
    ["copy of the default", standard],
    ...others.map((value) => [`${parameter} ${value}`, value] as const),
  ] as const;
  const measured = await measure(device, contenders.map(([id, value]) => plans.contender(id, value)), {
    seed,
    minRounds: rounds,
    maxRounds: rounds,
    preparations: PREPARATIONS[device.backend],
    budgetMs: BUDGET_MS,
    narrow: 0,
    ...(signal && { signal }),
  });
  signal?.throwIfAborted();
  // Of one round there is no interval.
  if (measured.rounds < 2) return `there was time for ${measured.rounds} of ${rounds} rounds`;
  const leftOut: LeftOutValue[] = [];
  for (const [i, [id, value]] of contenders.entries()) {
    const failure = measured.failures.get(id);
    if (failure === undefined) continue;
    // A compiler of WGSL may contract a sum in one shader and not in another; machine code cannot change.
    if (i < 2 || device.backend === "x86") throw failure;
    leftOut.push({ value, reason: errorReason(failure) });
  }
  const candidates = contenders.filter(([id]) => !measured.failures.has(id))
    .map(([id, value]) => candidateOf(measured, { id, value, seed }));
  const choice = chooseValue(candidates);
  return {
    name,
    columns,
    parameter,
    ...choice,
    // Too few rounds decide nothing.
    chosen: measured.underpowered ? standard : choice.chosen,
    ...(measured.underpowered && { wantedRounds: rounds }),
    candidates,
    ...(device.backend === "webgpu" && { timer: device.timer }),
    ...(Object.keys(held).length > 0 && { held }),
    ...(leftOut.length > 0 && { leftOut }),
  };
}

function candidateOf(
  measured: Measured,
  { id, value, seed }: { readonly id: string; readonly value: number; readonly seed: number },
): TunedCandidate {
  const ms = timesOf(measured, id);
  const rounds = measured.samples.filter(({ contender }) => contender === "default")
    .map(({ preparation, ms: numerator }, round) => ({ preparation, numerator, denominator: ms[round] }));
  const { median, ciLo, ciHi } = summarizeRatios(rounds, { seed });
  return { value, ms, ratio: median, lo: ciLo, hi: ciHi };
}
