/**
 * The numbers behind a program's shapes.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { HostNumbers } from "../../kernels/operation.ts";
import type { IndexOperand, SparseOperand, Tensor } from "./tensor.ts";

/** The numbers that a program's shapes stand for. */
export interface Bindings {
  /** The matrix of each sparse operand. */
  readonly sparse: ReadonlyMap<SparseOperand, CsrMatrix>;
  /** The list of each index operand. */
  readonly indices: ReadonlyMap<IndexOperand, Uint32Array>;
  /** Every tensor of kind `input`, row-major. */
  readonly inputs: ReadonlyMap<Tensor, HostNumbers>;
}
