/**
 * Tuned numbers that no measurement chose, for tests.
 *
 * @module
 */
import { productName, SavedTuning, sumsName } from "../../../kernels/tuning/saved_tuning.ts";
import type { TunedChoice } from "../../../results/store/tuned_choice.ts";

const CACHE_BYTES = 2 ** 25;

/** A choice with evidence that any reader takes. */
export function fixedChoice(
  { name, columns, parameter, standard, chosen }: Pick<
    TunedChoice,
    "name" | "columns" | "parameter" | "standard" | "chosen"
  >,
): TunedChoice {
  const values = [standard, standard, chosen === standard ? 1 : chosen];
  const candidates = values.map((value, i) => ({ value, ms: [3.5, 4.25], ratio: 1 + i / 8, lo: 1, hi: 1.5 }));
  return { name, columns, parameter, standard, chosen, band: 0.02, candidates };
}

/** Choices for some columns, of small and large matrices alike: a panel, and a tile if there is another. */
export function fixedChoices(
  columns: readonly number[],
  { panel, tile }: { readonly panel: number; readonly tile?: number },
): readonly TunedChoice[] {
  return columns.flatMap((each) => [
    ...[false, true].map((beyond) =>
      fixedChoice({
        name: sumsName(each, { beyond }),
        columns: each,
        parameter: "panel",
        standard: 16,
        chosen: panel,
      })
    ),
    ...tile === undefined ? [] : [
      fixedChoice({ name: productName(each), columns: each, parameter: "tile", standard: 2, chosen: tile }),
    ],
  ]);
}

/** Choices for launches of a kernel with some columns, of small and large matrices alike. */
export function fixedLaunches(
  kernel: string,
  columns: number,
  numbers: Readonly<Partial<Record<"load" | "dimWorkers" | "workgroup" | "broadcast", number>>>,
): readonly TunedChoice[] {
  const standard = { load: 16, dimWorkers: 16, workgroup: 64, broadcast: 1 };
  return [false, true].flatMap((beyond) =>
    (["load", "dimWorkers", "workgroup", "broadcast"] as const).flatMap((parameter) => {
      const chosen = numbers[parameter], name = sumsName(columns, { beyond, kernel });
      if (chosen === undefined) return [];
      const choice = fixedChoice({ name, columns, parameter, standard: standard[parameter], chosen });
      return [{ ...choice, timer: "gpu-timestamp" }];
    })
  );
}

/** Tuning with such choices. */
export function fixedTuning(
  columns: readonly number[],
  numbers: { readonly panel: number; readonly tile?: number },
): SavedTuning {
  return new SavedTuning(fixedChoices(columns, numbers), CACHE_BYTES);
}
