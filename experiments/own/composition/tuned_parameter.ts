/**
 * Parameter of a kernel that is fastest on a matrix here: the value that a user would have tuned.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { Lab } from "../../lab.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { spmmTrial } from "../../trials/spmm_trial.ts";
import { fastestTrial } from "../fastest_trial.ts";

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
 * Times products of a matrix with each value and returns the fastest.
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
  return Number(await fastestTrial(lab, trials));
}
