/**
 * Tuned numbers that a device takes: those of a file, looked up by kernel, width and size.
 *
 * @module
 */
import type { EntrySums, LaunchedSums, Tuning } from "../../hardware/tuning.ts";
import { contentKey } from "../../platform/files/digest.ts";
import type { TunedChoice } from "../../results/store/tuned_choice.ts";

/** Name of dense products of a width. */
export function productName(columns: number): string {
  return `dense product, ${columns} columns`;
}

/**
 * Name of sums over entries: a width, and whether the rows of X exceed the last cache; for launches, by one
 * kernel.
 */
export function sumsName(
  columns: number,
  { beyond, kernel = "entry sums" }: { readonly beyond: boolean; readonly kernel?: string },
): string {
  return `${kernel}, ${columns} columns, X ${beyond ? "beyond" : "within"} the last cache`;
}

/** Choices for the launches of a kernel. */
export function choicesOfKernel(kernel: string, choices: readonly TunedChoice[]): readonly TunedChoice[] {
  return choices.filter(({ name }) => name.startsWith(`${kernel}, `));
}

/**
 * Choices of one CPU, instruction set and number of threads, or of one adapter and implementation of WebGPU.
 * A width that was not tuned keeps its default.
 *
 * @example
 * ```ts
 * const [lo, hi, ratio] = [1.1, 1.3, 1.2];
 * const tuning = new SavedTuning([{
 *   name: "entry sums, 128 columns, X beyond the last cache",
 *   columns: 128,
 *   parameter: "panel",
 *   standard: 8,
 *   chosen: 4,
 *   band: 0.02,
 *   candidates: [8, 8, 4].map((value) => ({ value, ms: [1], ratio, lo, hi })),
 * }], 2 ** 25);
 * if (tuning.panel({ columns: 128, bytes: 2 ** 26 }) !== 4) throw new Error("the choice");
 * if (tuning.panel({ columns: 64, bytes: 2 ** 26 }) !== undefined) throw new Error("the default");
 * ```
 */
export class SavedTuning implements Tuning {
  readonly digest?: string;
  /** All choices, also those of the default. */
  readonly choices: readonly TunedChoice[];
  readonly #byName: ReadonlyMap<string, readonly TunedChoice[]>;
  readonly #cacheBytes: number;
  readonly #used = new Set<string>();

  /** Takes the choices; `cacheBytes` is the size of the last cache that they distinguish works by. */
  constructor(choices: readonly TunedChoice[], cacheBytes: number) {
    this.choices = choices;
    this.#byName = Map.groupBy(choices, ({ name }) => name);
    this.#cacheBytes = cacheBytes;
    // What was measured does not matter to results, only what was chosen.
    const chosen = choices.filter((choice) => choice.chosen !== choice.standard)
      .map(({ name, parameter, chosen }) => [name, parameter, chosen] as const).sort();
    if (chosen.length > 0) this.digest = contentKey({ cacheBytes, chosen });
  }

  panel({ columns, bytes }: EntrySums): number | undefined {
    return this.#chosen(sumsName(columns, { beyond: bytes > this.#cacheBytes })).panel;
  }

  tile(columns: number): number | undefined {
    return this.#chosen(productName(columns)).tile;
  }

  launch({ kernel, columns, bytes }: LaunchedSums): Readonly<Record<string, number>> {
    return this.#chosen(sumsName(columns, { beyond: bytes > this.#cacheBytes, kernel }));
  }

  /** Choices for a work that are not defaults, by the names of their numbers. */
  #chosen(name: string): Readonly<Record<string, number>> {
    const choices = this.#byName.get(name) ?? [];
    if (choices.length > 0) this.#used.add(name);
    return Object.fromEntries(
      choices.filter(({ chosen, standard }) => chosen !== standard)
        .map(({ parameter, chosen }) => [parameter, chosen]),
    );
  }

  takeUsed(): readonly string[] {
    const names = [...this.#used];
    this.#used.clear();
    return names;
  }
}
