/**
 * Device memory of the operands of a step.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { DeviceMatrix } from "../../../hardware/dense.ts";
import type { DeviceBuffer } from "../../../hardware/device.ts";
import type { AdamConstants } from "../../../kernels/adam/adam.ts";
import type { ResidentCsr } from "../../../kernels/spmm/resident_csr.ts";
import { DeviceError } from "../../../platform/errors.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../../program/tensor.ts";
import { plural } from "../../../platform/text/plural.ts";

/** Decays of Adam's moments. */
export type AdamDecays = Pick<AdamConstants, "beta1" | "beta2">;

/** Matrices and buffers of operands on a device. */
export interface StagedMemory {
  /** Device matrix of a tensor. */
  matrix(tensor: Tensor): DeviceMatrix;
  /** Buffer of a list of indices. */
  index(operand: IndexOperand): DeviceBuffer;
  /** Buffer of `1 / (1 - beta1^t)` and `1 / (1 - beta2^t)`. */
  corrections(decays: AdamDecays): DeviceBuffer;
  /** Buffer of the number of the training step, one u32. */
  readonly step: DeviceBuffer;
  /** Arrays of a sparse operand that another owner computes on the device, where there is one. */
  resident(operand: SparseOperand): ResidentCsr | undefined;
}

/** Operands on the device, with the sparse matrices and lists on the host. */
export interface OperandSource extends StagedMemory {
  /** Matrix of a sparse operand, on the host. */
  sparse(operand: SparseOperand): CsrMatrix;
  /** List of an index operand, on the host. */
  list(operand: IndexOperand): Uint32Array;
}

/**
 * Buffer of a row of numbers that a kernel reads as a plain list.
 *
 * @throws {DeviceError} where the row is in several panels.
 */
export function onlyBuffer(tensor: Tensor, at: StagedMemory): DeviceBuffer {
  const { panels } = at.matrix(tensor), { label } = tensor;
  if (panels.length === 1) return panels[0].buffer;
  // A row without columns has no buffer, and nothing is read of it.
  if (panels.length === 0) return at.step;
  throw new DeviceError({
    action: `bind "${label}"`,
    current: `a row in ${plural(panels.length, "panel")}`,
    wanted: "one, which a single binding can hold",
    next: "use an adapter with a higher binding limit",
  });
}
