/**
 * The adjacency of a whole graph, which all layers share.
 *
 * @module
 */
import type { ProgramBuilder } from "../program/program_builder.ts";
import type { IndexOperand, SparseOperand } from "../program/tensor.ts";
import type { Adjacency } from "./layer.ts";

/** Operands of a square adjacency. */
export class GraphAdjacency implements Adjacency {
  /** A, one row and one column a vertex. */
  readonly matrix: SparseOperand;
  /** A transposed; A itself where that is the same. */
  readonly transposed?: SparseOperand;
  readonly #builder: ProgramBuilder;
  #order: IndexOperand | undefined;

  /** Takes both as they are; `transposed` is absent where gradients bring their paths along. */
  constructor(builder: ProgramBuilder, { matrix, transposed }: Pick<Adjacency, "matrix" | "transposed">) {
    this.#builder = builder;
    this.matrix = matrix;
    if (transposed) this.transposed = transposed;
  }

  /** Made when a layer asks for it first: without attention it takes no memory. */
  get transposedOrder(): IndexOperand | undefined {
    if (!this.transposed) return undefined;
    return this.#order ??= this.#builder.index(`order of ${this.matrix.label} transposed`, this.matrix.nnz);
  }

  /** The order, where a layer has asked for it: then it has to be bound. */
  get madeTransposedOrder(): IndexOperand | undefined {
    return this.#order;
  }
}
