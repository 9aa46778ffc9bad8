/**
 * Bindings of a program's operands to numbers.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { HostNumbers } from "../../kernels/operation.ts";
import type { IndexOperand, SparseOperand, Tensor } from "./tensor.ts";

/** Numbers of a program's operands. */
export interface Bindings {
  /** Matrix of each sparse operand. */
  readonly sparse: ReadonlyMap<SparseOperand, CsrMatrix>;
  /** List of each index operand. */
  readonly indices: ReadonlyMap<IndexOperand, Uint32Array>;
  /** Numbers of every tensor of kind `input`, row-major. */
  readonly inputs: ReadonlyMap<Tensor, HostNumbers>;
}
