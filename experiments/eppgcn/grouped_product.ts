/**
 * Aggregation by neighbour groups of one size, timed on this device.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { Device } from "../../hardware/device.ts";
import type { Lab } from "../lab.ts";
import type { CheckedTimes } from "../metrics.ts";
import { measureSideBySide } from "../trials/side_by_side.ts";
import { randomFeatures } from "../../kernels/random_features.ts";
import { spmmTrial } from "../trials/spmm_trial.ts";

/** Kernel of grouped products. Both add the groups of a row to it by atomics, of floats or of integers. */
export type GroupedProductKernel = "neighbor-group-cas" | "neighbor-group-fixed";

/**
 * Kernel of the paper's groups: those of a row add floats to it by atomics. No device here has the
 * instruction, so that it is a loop of compare-exchange, which costs more where many groups meet.
 */
export const FLOAT_ATOMICS: GroupedProductKernel = "neighbor-group-cas";

/** Kernel of groups that add integers to their row, in fixed point: every device has that instruction. */
export const INTEGER_ATOMICS: GroupedProductKernel = "neighbor-group-fixed";

/** Note of all suites whose times are those of groups. */
export const GROUP_KERNEL_NOTE =
  "Groups of a row add floats to it by atomics, as the paper's do. WGSL and CPUs have no such instruction: a loop of " +
  "compare-exchange stands for it, and costs more where many groups meet. Groups that add integers, in fixed point, stand beside.";

/** One aggregation by groups. */
export interface GroupedProduct {
  /** Matrix whose rows are cut into groups. */
  readonly matrix: CsrMatrix;
  /** Columns of the features. */
  readonly width: number;
  /** Most neighbours of a group. */
  readonly groupSize: number;
  /** Kernel; {@linkcode FLOAT_ATOMICS} when absent. */
  readonly kernel?: GroupedProductKernel;
}

/** Whether times of this device depend on group sizes as those of a GPU do. */
export function measuresGroups({ backend, adapterKind }: Device): boolean {
  return backend === "webgpu" && adapterKind === "hardware";
}

/** Times products side by side, each output checked; one result a product. */
export async function timeProducts(
  lab: Lab,
  products: readonly GroupedProduct[],
  rounds: number,
): Promise<readonly CheckedTimes[]> {
  const shapes = new Map<string, Float32Array>();
  const featuresFor = ({ matrix: { cols }, width }: GroupedProduct) => {
    const shape = `${cols} x ${width}`, features = shapes.get(shape) ?? randomFeatures(cols, width, lab.seed);
    shapes.set(shape, features);
    return features;
  };
  const trials = products.map((product, i) => {
    const { matrix, width, groupSize, kernel = FLOAT_ATOMICS } = product;
    const features = featuresFor(product), parameters = { groupSize };
    return [String(i), () => spmmTrial(lab, { matrix, width, features, kernel, parameters })] as const;
  });
  const sides = await measureSideBySide(lab, new Map(trials), { rounds, preparations: 1 });
  return products.map((_, i) => sides.times(String(i)));
}
