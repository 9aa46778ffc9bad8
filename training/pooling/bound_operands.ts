/**
 * Operands that are bound when they are made, for programs that are built anew for each batch.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import type { HostNumbers } from "../../kernels/operation.ts";
import type { Bindings } from "../program/bindings.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import type { IndexOperand, SparseOperand, Tensor, TensorShape } from "../program/tensor.ts";

/** Factory of a program's operands that records their bindings. */
export class BoundOperands {
  readonly #builder: ProgramBuilder;
  readonly #sparse = new Map<SparseOperand, CsrMatrix>();
  readonly #indices = new Map<IndexOperand, Uint32Array>();
  readonly #inputs = new Map<Tensor, HostNumbers>();

  /** Creates the factory without operands. */
  constructor(builder: ProgramBuilder) {
    this.#builder = builder;
  }

  /** Makes a sparse operand of a matrix's shape. */
  sparse(label: string, matrix: CsrMatrix): SparseOperand {
    const { rows, cols, values } = matrix;
    const shape = { rows, cols, nnz: nnz(matrix), weighted: values !== undefined };
    const operand = this.#builder.sparse(label, shape);
    this.#sparse.set(operand, matrix);
    return operand;
  }

  /** Makes an index operand. */
  index(label: string, list: Uint32Array): IndexOperand {
    const operand = this.#builder.index(label, list.length);
    this.#indices.set(operand, list);
    return operand;
  }

  /** Makes an input tensor. */
  input(label: string, numbers: HostNumbers, shape: TensorShape): Tensor {
    const tensor = this.#builder.tensor("input", label, shape);
    this.#inputs.set(tensor, numbers);
    return tensor;
  }

  /** Bindings of all operands made so far. */
  get bindings(): Bindings {
    return { sparse: this.#sparse, indices: this.#indices, inputs: this.#inputs };
  }
}
