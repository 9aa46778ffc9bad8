/**
 * Tuning of machine code on the CPU at hand: values of a number take turns, in the same rounds as two copies
 * of the default. A value replaces the default only where it is faster by more than those two differ.
 *
 * @module
 */
import process from "node:process";
import { lastLevelCacheBytes } from "../../hardware/cpu/cpu_facts.ts";
import type { X86Device } from "../../hardware/cpu/x86/device.ts";
import type { Contestant } from "../../hardware/contestant.ts";
import { readMatrix } from "../../hardware/dense.ts";
import { measure, type Measured, timesOf } from "../../hardware/measuring.ts";
import { WrongResultError } from "../../platform/errors.ts";
import { sha256 } from "../../platform/files/digest.ts";
import { summarizeRatios } from "../../platform/statistics/mod.ts";
import type { TunedCandidate, TunedChoice } from "../../results/store/tuned_choice.ts";
import { execute, poisonResult } from "../checks/plan_operands.ts";
import { checkPlan } from "../plan_check.ts";
import { stageKernel } from "../staged_kernel.ts";
import { type TunedNumber, tunedNumbers } from "./tuned_numbers.ts";

/** Widths that are tuned unless others are named: hidden layers, and the features of Reddit. */
export const TUNED_WIDTHS: readonly number[] = [64, 128, 256, 602];

/** Rounds of a number unless told, and preparations; all of its values get the same. */
const ROUNDS = 15, PREPARATIONS = 3;
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
  /** Rounds of each number; 15 when absent. */
  readonly rounds?: number;
  /** Ends after the round in progress. */
  readonly signal?: AbortSignal;
  /** Called with each choice. */
  readonly onChoice?: (choice: TunedChoice) => void;
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

/**
 * Tunes the numbers of some widths one after the other, in seconds each. All outputs must have the bits of
 * the default's, which is compared with the oracle's.
 *
 * @throws {WrongResultError} where code computes something else.
 * @throws {Interrupted} where the signal says so.
 */
export async function tune(
  device: X86Device,
  { widths = TUNED_WIDTHS, seed = 1, rounds = ROUNDS, signal, onChoice }: TuneOptions = {},
): Promise<readonly TunedChoice[]> {
  const choices: TunedChoice[] = [];
  for (const number of tunedNumbers({ isa: device.isa, cacheBytes: lastLevelCacheBytes() }, widths)) {
    const choice = await tuneNumber(device, number, { seed, rounds, ...(signal && { signal }) });
    choices.push(choice);
    onChoice?.(choice);
  }
  return choices;
}

async function tuneNumber(
  device: X86Device,
  number: TunedNumber,
  { seed, rounds, signal }: Required<Pick<TuneOptions, "seed" | "rounds">> & Pick<TuneOptions, "signal">,
): Promise<TunedChoice> {
  const { name, columns, parameter, operation, kernel, values: [standard, ...others] } = number;
  const problem = number.problem(seed), operands = operation.stage(device, problem);
  const prepare = (value: number) =>
    stageKernel(device, problem, {
      operation,
      kernel,
      parameters: { [parameter]: value },
      lent: { operands, giveBack: () => {} },
    });
  type Staged = Awaited<ReturnType<typeof prepare>>;
  /** Digest of what a plan computes into a poisoned output. */
  const digest = async (staged: Staged) => {
    poisonResult(device, staged, problem);
    await execute(device, [staged]);
    return sha256(new Uint8Array((await readMatrix(device, operands.output)).buffer));
  };
  try {
    const first = await prepare(standard);
    let wanted: string;
    try {
      const { ok } = await checkPlan(device, first, { seed });
      if (!ok) throw wrong(`${name} with its default`, "the oracle's");
      wanted = await digest(first);
    } finally {
      first.destroy();
    }
    const contestant = (id: string, value: number): Contestant => ({
      id,
      // The operands are there already, and a plan's own arrays are small beside them.
      bytes: 0,
      prepare: async () => {
        const staged = await prepare(value);
        return {
          run: () => staged.run(),
          time: async (calls) => {
            // Signals arrive between two samples.
            await new Promise((resolve) => setTimeout(resolve));
            return processorMs(() => staged.run(), calls);
          },
          recheck: async () => {
            if (await digest(staged) !== wanted) {
              throw wrong(`${name} with ${parameter} ${value}`, "the bits of the default's");
            }
          },
          destroy: () => staged.destroy(),
        };
      },
    });
    const entrants = [
      ["default", standard],
      ["copy of the default", standard],
      ...others.map((value) => [`${parameter} ${value}`, value] as const),
    ] as const;
    const measured = await measure(device, entrants.map(([id, value]) => contestant(id, value)), {
      seed,
      minRounds: rounds,
      maxRounds: rounds,
      preparations: PREPARATIONS,
      budgetMs: BUDGET_MS,
      narrow: 0,
      ...(signal && { signal }),
    });
    signal?.throwIfAborted();
    for (const failure of measured.failures.values()) throw failure;
    const candidates = entrants.map(([id, value]) => candidateOf(measured, { id, value, seed }));
    const choice = chooseValue(candidates);
    // Too few rounds decide nothing.
    const chosen = measured.underpowered ? standard : choice.chosen;
    return { name, columns, parameter, ...choice, chosen, candidates };
  } finally {
    operation.release(device, operands);
  }
}

/**
 * Milliseconds of processor time, of all threads together, that `calls` executions take: waiting for a core
 * that other programs keep busy is no property of the code.
 */
function processorMs(run: () => void, calls: number): number {
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call++) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function candidateOf(
  measured: Measured,
  { id, value, seed }: { readonly id: string; readonly value: number; readonly seed: number },
): TunedCandidate {
  const ms = timesOf(measured, id);
  const rounds = measured.samples.filter(({ contestant }) => contestant === "default")
    .map(({ preparation, ms: numerator }, round) => ({ preparation, numerator, denominator: ms[round] }));
  const { median, ciLo, ciHi } = summarizeRatios(rounds, { seed });
  return { value, ms, ratio: median, lo: ciLo, hi: ciHi };
}

function wrong(current: string, wanted: string): WrongResultError {
  return new WrongResultError({
    action: "tune machine code",
    current: `another result of ${current}`,
    wanted,
    next: "report it, and set GNN_REPRO_ISA=none",
  });
}
