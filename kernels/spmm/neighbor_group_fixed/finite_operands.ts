/**
 * Refusal of operands that are not finite, for kernels whose arithmetic cannot represent them.
 *
 * @module
 */
import { readMatrix } from "../../../hardware/dense.ts";
import type { Device } from "../../../hardware/device.ts";
import { MissingError } from "../../../platform/errors.ts";
import type { SpmmOperands } from "../spmm.ts";

/** Position of the first number that is not finite, such as `NaN in row 3, column 5 of X`. */
async function findNotFinite(device: Device, { matrix, x }: SpmmOperands): Promise<string | undefined> {
  const { rowPtr, colIdx, values } = matrix;
  const entry = values?.findIndex((value) => !Number.isFinite(value)) ?? -1;
  if (entry >= 0) {
    const row = rowPtr.findIndex((begin) => begin > entry) - 1;
    return `${values![entry]} in row ${row}, column ${colIdx[entry]} of the matrix`;
  }
  const features = await readMatrix(device, x);
  const at = features.findIndex((feature) => !Number.isFinite(feature));
  if (at < 0) return undefined;
  return `${features[at]} in row ${Math.floor(at / x.cols)}, column ${at % x.cols} of X`;
}

/**
 * Reads the matrix's values and X in their present state, and refuses numbers that are not finite.
 *
 * @throws {MissingError} naming the first number that is not finite, by row and column.
 */
export async function refuseNotFinite(kernel: string, device: Device, operands: SpmmOperands): Promise<void> {
  const found = await findNotFinite(device, operands);
  if (found === undefined) return;
  throw new MissingError({
    action: `prepare kernel "${kernel}"`,
    current: found,
    wanted: "finite numbers: they have to fit a fixed point",
    next: "use neighbor-group, which sums floats",
  });
}
