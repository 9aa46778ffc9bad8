/**
 * Tuning of machine code on the CPU at hand: values of a number in turns, in the same rounds as two copies of
 * the default. A value replaces the default only where it is faster by more than those two differ.
 *
 * @module
 */
import { lastLevelCacheBytes } from "../../hardware/cpu/cpu_facts.ts";
import type { X86Device } from "../../hardware/cpu/x86/device.ts";
import type { Contestant } from "../../hardware/contestant.ts";
import { measure, type Measured, timesOf } from "../../hardware/measuring.ts";
import { WrongResultError } from "../../platform/errors.ts";
import { sha256 } from "../../platform/files/digest.ts";
import { summarizeRatios } from "../../platform/statistics/mod.ts";
import type { TunedCandidate, TunedChoice } from "../../results/store/tuned_choice.ts";
import { paddedColumns } from "../code_phases.ts";
import { checkPlan } from "../plan_check.ts";
import { spmm } from "../spmm/mod.ts";
import { rowSplitX86 } from "../spmm/row_split/x86.ts";
import type { SpmmOperandsOf, SpmmProblem } from "../spmm/spmm.ts";
import { stageKernel } from "../staged_kernel.ts";
import { workName } from "./saved_tuning.ts";
import { panelsToTry, tunedProblem, type WorkClass, workClasses } from "./tuned_work.ts";

/** Widths that are tuned unless others are named: hidden layers, and the features of Reddit. */
export const TUNED_WIDTHS = [64, 128, 256, 602] as const;

/** Rounds and preparations of a class; every value gets the same. */
const ROUNDS = 15, PREPARATIONS = 3;
/** Milliseconds after which a class keeps its default for want of rounds. */
const BUDGET_MS = 60_000;
/** Least band, as a ratio minus 1, however alike the two copies of the default were. */
const FLOOR = 0.005;

/** Options of {@linkcode tune}. */
export interface TuneOptions {
  /** Widths of features. */
  readonly widths?: readonly number[];
  /** Seed of matrices and of turns; 1 when absent. */
  readonly seed?: number;
  /** Ends after the round in progress. */
  readonly signal?: AbortSignal;
  /** Called with each choice. */
  readonly onChoice?: (choice: TunedChoice) => void;
}

/** Contestant with a value of the number. */
interface Entrant {
  readonly id: string;
  readonly value: number;
}

/** Chooses among measured candidates: the default, its copy, then the others. */
export function choosePanel(
  candidates: readonly TunedCandidate[],
): Pick<TunedChoice, "standard" | "chosen" | "band"> {
  const [{ value: standard }, copy, ...others] = candidates;
  const band = Math.max(FLOOR, copy.hi - 1, 1 / copy.lo - 1);
  const better = others.filter(({ lo }) => lo > 1 + band).sort((a, b) => b.ratio - a.ratio);
  return { standard, chosen: better[0]?.value ?? standard, band };
}

/**
 * Tunes the classes of the widths, one after the other; seconds each. Every output has the bits of the
 * default's, which the oracle has checked.
 *
 * @throws {WrongResultError} where code computes something else.
 * @throws {Interrupted} where the signal says so.
 */
export async function tune(
  device: X86Device,
  { widths = TUNED_WIDTHS, seed = 1, signal, onChoice }: TuneOptions = {},
): Promise<readonly TunedChoice[]> {
  const cacheBytes = lastLevelCacheBytes(), choices: TunedChoice[] = [];
  for (const work of workClasses(device, widths, cacheBytes)) {
    const choice = await tuneClass(device, work, tunedProblem(work, cacheBytes, seed), {
      seed,
      ...(signal && { signal }),
    });
    choices.push(choice);
    onChoice?.(choice);
  }
  return choices;
}

async function tuneClass(
  device: X86Device,
  { width, beyond }: WorkClass,
  problem: SpmmProblem,
  { seed, signal }: { readonly seed: number; readonly signal?: AbortSignal },
): Promise<TunedChoice> {
  const [standard, ...tried] = panelsToTry(device.isa, width);
  const entrants: readonly Entrant[] = [
    { id: "default", value: standard },
    { id: "copy of the default", value: standard },
    ...tried.map((value) => ({ id: `panel ${value}`, value })),
  ];
  const operands = spmm.stage(device, problem) as SpmmOperandsOf["wasm"];
  try {
    const prepare = (value: number) =>
      stageKernel(device, problem, {
        operation: spmm,
        kernel: rowSplitX86,
        parameters: { panel: value },
        lent: { operands, giveBack: () => {} },
      });
    const output = async () => {
      const { buffer, stride } = operands.y.panels[0];
      return sha256(new Uint8Array(await device.read(buffer, 4 * problem.matrix.rows * stride)));
    };
    using first = disposable(await prepare(standard));
    const check = await checkPlan(device, first.staged, { seed });
    if (!check.ok) throw wrong("the default code", "the oracle's result");
    const wanted = await output();
    const measured = await measure(
      device,
      entrants.map(({ id, value }): Contestant => ({
        id,
        bytes: 0,
        prepare: async () => {
          const staged = await prepare(value);
          return {
            run: () => staged.run(),
            recheck: async () => {
              device.clear(operands.y.panels[0].buffer);
              staged.run();
              if (await output() !== wanted) throw wrong(`code with ${id}`, "the bits of the default's");
            },
            destroy: () => staged.destroy(),
          };
        },
      })),
      {
        seed,
        minRounds: ROUNDS,
        maxRounds: ROUNDS,
        preparations: PREPARATIONS,
        budgetMs: BUDGET_MS,
        narrow: 0,
        ...(signal && { signal }),
      },
    );
    signal?.throwIfAborted();
    for (const failure of measured.failures.values()) throw failure;
    const candidates = entrants.map((entrant) => candidateOf(measured, entrant, seed));
    const columns = paddedColumns(width), choice = choosePanel(candidates);
    return {
      name: workName(columns, beyond),
      columns,
      beyond,
      parameter: "panel",
      ...choice,
      // Too few rounds decide nothing.
      chosen: measured.underpowered ? standard : choice.chosen,
      candidates,
    };
  } finally {
    spmm.release(device, operands);
  }
}

function candidateOf(measured: Measured, { id, value }: Entrant, seed: number): TunedCandidate {
  const ms = timesOf(measured, id),
    standard = measured.samples.filter(({ contestant }) => contestant === "default");
  const rounds = standard.map(({ preparation, ms: numerator }, round) => ({
    preparation,
    numerator,
    denominator: ms[round],
  }));
  const { median, ciLo, ciHi } = summarizeRatios(rounds, { seed });
  return { value, ms, ratio: median, lo: ciLo, hi: ciHi };
}

function disposable<T extends { destroy(): void }>(staged: T): { readonly staged: T } & Disposable {
  return { staged, [Symbol.dispose]: () => staged.destroy() };
}

function wrong(current: string, wanted: string): WrongResultError {
  return new WrongResultError({
    action: "tune machine code",
    current: `${current} with another result`,
    wanted,
    next: "report it, and set GNN_REPRO_ISA=none",
  });
}
