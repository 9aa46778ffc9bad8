/**
 * Values and entries of a matrix that lie on the device and change between runs: checks of their layout, and
 * refusal by kernels that cannot read them.
 *
 * @module
 */
import { nnz } from "../../graph/csr.ts";
import type { DeviceBuffer } from "../../hardware/device.ts";
import { OutOfMemoryError, UsageError } from "../../platform/errors.ts";
import type { SpmmOperands } from "./spmm.ts";
import { plural } from "../../platform/text/plural.ts";

/**
 * The buffer of the device-resident values, one float per entry; `undefined` where there are none to read.
 *
 * @throws {UsageError} where the values are not one row with a value for each entry.
 * @throws {OutOfMemoryError} where the values are divided into panels, so that an entry's number is not the
 * position of its value.
 */
export function valuesBuffer<B extends DeviceBuffer>({ matrix, values }: SpmmOperands<B>): B | undefined {
  if (values === undefined) return undefined;
  const { rows, cols, panels } = values;
  if (rows !== 1 || cols !== nnz(matrix)) {
    throw new UsageError({
      action: "multiply by a sparse matrix with values on the device",
      current: `${rows} x ${cols} values`,
      wanted: `1 x ${nnz(matrix)}, one for each entry`,
      next: "allocate them for this matrix",
    });
  }
  if (panels.length > 1) {
    throw new OutOfMemoryError({
      action: "multiply by a sparse matrix with values on the device",
      current: `${plural(cols, "value")} in ${
        plural(panels.length, "panel")
      }: one binding does not hold them`,
      wanted: "values in one piece",
      next: "leave the values with the matrix, or take a smaller graph",
    });
  }
  return panels[0]?.buffer;
}

/**
 * Refuses a matrix whose entries change on the device, for kernels that prepare a layout of the entries.
 *
 * @throws {UsageError} where the operands have one.
 */
export function refuseResident(kernel: string, { resident }: SpmmOperands): void {
  if (resident === undefined) return;
  throw new UsageError({
    action: `prepare kernel "${kernel}"`,
    current: "a matrix that a sampler draws anew on the device before each run",
    wanted: "one whose entries are known on the host",
    next: 'take the kernel "row-split", or train with host-prepared batches',
  });
}

/**
 * Refuses device-resident values and entries, for kernels that lay them out in an order of their own.
 *
 * @throws {UsageError} where the operands have values or entries on the device.
 */
export function refuseValues(kernel: string, operands: SpmmOperands): void {
  refuseResident(kernel, operands);
  const { values } = operands;
  if (values === undefined) return;
  throw new UsageError({
    action: `prepare kernel "${kernel}"`,
    current: "values that change on the device, which it would have to lay out anew before every run",
    wanted: "values that stay with the matrix",
    next: 'take the kernel "row-split", which reads them where they are',
  });
}
