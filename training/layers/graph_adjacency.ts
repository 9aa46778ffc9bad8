/**
 * Adjacency of a whole graph, which all layers share.
 *
 * @module
 */
import type { ProgramBuilder } from "../program/program_builder.ts";
import type { IndexOperand, SparseOperand } from "../program/tensor.ts";
import type { Adjacency } from "./layer.ts";

/** Operands of a square adjacency. */
export class GraphAdjacency implements Adjacency {
  /** Sparse matrix A, one row and one column a vertex. */
  readonly matrix: SparseOperand;
  /** Transpose of A; A itself where that is equal. */
  readonly transposed?: SparseOperand;
  readonly #builder: ProgramBuilder;
  #order: IndexOperand | undefined;

  /**
   * Creates the adjacency from its operands; `transposed` is absent where gradients have paths of their own.
   */
  constructor(builder: ProgramBuilder, { matrix, transposed }: Pick<Adjacency, "matrix" | "transposed">) {
    this.#builder = builder;
    this.matrix = matrix;
    if (transposed) this.transposed = transposed;
  }

  /** Order of the transpose's entries, made at the first use: without attention it takes no memory. */
  get transposedOrder(): IndexOperand | undefined {
    if (!this.transposed) return undefined;
    return this.#order ??= this.#builder.index(`order of ${this.matrix.label} transposed`, this.matrix.nnz);
  }

  /** Order of the transpose's entries, if a layer has used it and it has to be bound. */
  get madeTransposedOrder(): IndexOperand | undefined {
    return this.#order;
  }
}
