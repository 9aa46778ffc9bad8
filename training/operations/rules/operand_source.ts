/**
 * Where the operands of a step lie on a device.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { DeviceMatrix } from "../../../hardware/dense.ts";
import type { DeviceBuffer } from "../../../hardware/device.ts";
import type { AdamConstants } from "../../../kernels/adam/adam.ts";
import { DeviceError } from "../../../platform/errors.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../../program/tensor.ts";

/** The decays of Adam's moments. */
export type AdamDecays = Pick<AdamConstants, "beta1" | "beta2">;

/** Places of operands in a device's memory. */
export interface StagedMemory {
  /** Place of a tensor. */
  matrix(tensor: Tensor): DeviceMatrix;
  /** Place of a list of indices. */
  index(operand: IndexOperand): DeviceBuffer;
  /** Place of `1 / (1 - beta1^t)` and `1 / (1 - beta2^t)`. */
  corrections(decays: AdamDecays): DeviceBuffer;
  /** Place of the number of the training step, one u32. */
  readonly step: DeviceBuffer;
}

/** Places on the device, and the sparse matrices and lists on the host. */
export interface OperandSource extends StagedMemory {
  /** The matrix of a sparse operand, on the host. */
  sparse(operand: SparseOperand): CsrMatrix;
  /** The list of an index operand, on the host. */
  list(operand: IndexOperand): Uint32Array;
}

/**
 * The buffer of a row of numbers that a kernel reads as a plain list.
 *
 * @throws {DeviceError} where the row is in several panels.
 */
export function onlyBuffer(tensor: Tensor, at: StagedMemory): DeviceBuffer {
  const { panels } = at.matrix(tensor), { label } = tensor;
  if (panels.length === 1) return panels[0].buffer;
  // A row without columns lies nowhere, and nothing is read of it.
  if (panels.length === 0) return at.step;
  throw new DeviceError({
    action: `bind "${label}"`,
    current: `a row in ${panels.length} panels`,
    wanted: "one, which a single binding can hold",
    next: "use an adapter with a higher binding limit",
  });
}
