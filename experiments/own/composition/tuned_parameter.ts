/**
 * Parameter of a kernel that is fastest on a matrix here: the value that a user would have tuned.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import { median } from "../../../platform/statistics/mod.ts";
import type { Lab } from "../../lab.ts";
import { measureSideBySide } from "../../trials/side_by_side.ts";
import { randomFeatures, spmmTrial } from "../../trials/spmm_trial.ts";

/** A kernel's parameter with the values to try. */
export interface TriedParameter {
  /** Kernel id. */
  readonly kernel: string;
  /** Name of the parameter. */
  readonly name: string;
  /** Values to try. */
  readonly values: readonly number[];
}

/** Densities above which the tile kernel treats a tile as dense, in percent; hetu-gnn's is the first. */
export const TILE_THRESHOLDS: TriedParameter = {
  kernel: "block-sparse",
  name: "threshold",
  values: [5, 20, 60],
};

/** Neighbours of a group. */
export const GROUP_SIZES: TriedParameter = {
  kernel: "neighbor-group",
  name: "groupSize",
  values: [16, 64, 256],
};

/**
 * Times products of a matrix with each value, in turns and as few rounds as context has, and returns the
 * fastest. A value that does not fit into memory does not count.
 *
 * @throws {ReproError} where none of them runs.
 */
export async function tunedParameter(
  lab: Lab,
  { matrix, width, tried: { kernel, name, values } }: {
    readonly matrix: CsrMatrix;
    readonly width: number;
    readonly tried: TriedParameter;
  },
): Promise<number> {
  const features = randomFeatures(matrix.cols, width, lab.seed);
  const trial = (value: number) => () =>
    spmmTrial(lab, { matrix, features, width, kernel, parameters: { [name]: value } });
  const trials = new Map(values.map((value) => [String(value), trial(value)]));
  const sides = await measureSideBySide(lab, trials, { decides: false });
  const measured = values.filter((value) => sides.has(String(value)));
  // Where nothing was measured, the first value has the reason.
  if (measured.length === 0) sides.of(String(values[0]));
  const ms = measured.map((value) => median(sides.of(String(value)).ms));
  return measured[ms.indexOf(Math.min(...ms))];
}
