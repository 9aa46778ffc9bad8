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
import { randomFeatures, spmmTrial } from "../trials/spmm_trial.ts";

/**
 * Kernel of grouped products: neighbour groups whose partial sums a second pass adds up. WGSL has no float
 * atomics, and emulating them costs far more.
 */
const KERNEL = "neighbor-group";

/** One aggregation by groups. */
export interface GroupedProduct {
  /** Matrix whose rows are cut into groups. */
  readonly matrix: CsrMatrix;
  /** Columns of the features. */
  readonly width: number;
  /** Most neighbours of a group. */
  readonly groupSize: number;
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
    const { matrix, width, groupSize } = product;
    const features = featuresFor(product), parameters = { groupSize };
    return [
      String(i),
      () => spmmTrial(lab, { matrix, width, features, kernel: KERNEL, parameters }),
    ] as const;
  });
  const sides = await measureSideBySide(lab, new Map(trials), { rounds, preparations: 1 });
  return products.map((_, i) => sides.times(String(i)));
}
