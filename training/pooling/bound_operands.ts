/**
 * Operands whose numbers are known when they are made: of programs that are built anew for each batch.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import type { HostNumbers } from "../../kernels/operation.ts";
import type { Bindings } from "../program/bindings.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import type { IndexOperand, SparseOperand, Tensor, TensorShape } from "../program/tensor.ts";

/** Makes operands of a program and remembers what they are bound to. */
export class BoundOperands {
  readonly #builder: ProgramBuilder;
  readonly #sparse = new Map<SparseOperand, CsrMatrix>();
  readonly #indices = new Map<IndexOperand, Uint32Array>();
  readonly #inputs = new Map<Tensor, HostNumbers>();

  /** None yet. */
  constructor(builder: ProgramBuilder) {
    this.#builder = builder;
  }

  /** A sparse operand of a matrix's shape. */
  sparse(label: string, matrix: CsrMatrix): SparseOperand {
    const { rows, cols, values } = matrix;
    const shape = { rows, cols, nnz: nnz(matrix), weighted: values !== undefined };
    const operand = this.#builder.sparse(label, shape);
    this.#sparse.set(operand, matrix);
    return operand;
  }

  /** A list of indices. */
  index(label: string, list: Uint32Array): IndexOperand {
    const operand = this.#builder.index(label, list.length);
    this.#indices.set(operand, list);
    return operand;
  }

  /** An input. */
  input(label: string, numbers: HostNumbers, shape: TensorShape): Tensor {
    const tensor = this.#builder.tensor("input", label, shape);
    this.#inputs.set(tensor, numbers);
    return tensor;
  }

  /** All of them. */
  get bindings(): Bindings {
    return { sparse: this.#sparse, indices: this.#indices, inputs: this.#inputs };
  }
}
