/**
 * Storage of a gradient that is 0 outside of few vertices: compact rows or all rows.
 *
 * @module
 */
import type { ActiveVertices, Gradient } from "./layers/gradient.ts";
import type { StepEmitter } from "./program/step_emitter.ts";
import type { IndexOperand, SparseOperand, Tensor } from "./program/tensor.ts";

/**
 * Vertex set N^k of eppgcn and the execution path from it to N^(k+1). Operands are made at their first use.
 */
export interface PathHop {
  /** Number of vertices in N^k. */
  readonly count: number;
  /** Index list of N^k, ascending. */
  readonly vertices: IndexOperand;
  /** Sparse matrix of the path: rows N^(k+1), columns N^k. */
  readonly path: SparseOperand;
  /** Hop of N^(k+1). */
  readonly next: PathHop;
}

/**
 * Gradient storage with one row for each active vertex: aggregation is an `spmm` with the path's own small
 * matrix.
 */
export class CompactRows implements ActiveVertices {
  readonly #hop: PathHop;
  readonly #gathered = new Map<Tensor, Tensor>();

  /** Creates the storage of N^k. */
  constructor(hop: PathHop) {
    this.#hop = hop;
  }

  /** Number of active vertices. */
  get rows(): number {
    return this.#hop.count;
  }

  /**
   * Gathers the active rows of a tensor, emitted once a tensor; returns x itself where all its rows are
   * active.
   */
  gather(steps: StepEmitter, x: Tensor): Tensor {
    if (x.rows === this.rows) return x;
    let gathered = this.#gathered.get(x);
    if (!gathered) {
      gathered = steps.emit("active rows", { op: "gather-rows", index: this.#hop.vertices, x });
      this.#gathered.set(x, gathered);
    }
    return gathered;
  }

  /** Scatters a gradient to all rows; returns the gradient itself where all rows are active. */
  scatter(steps: StepEmitter, gradient: Tensor, rows: number): Tensor {
    if (rows === this.rows) return gradient;
    return steps.emit("all rows", { op: "scatter-rows", index: this.#hop.vertices, rows, x: gradient });
  }

  /** Aggregates the rows of these vertices to those of their neighbours. */
  aggregate(steps: StepEmitter, gradient: Tensor): Gradient {
    const { path: matrix, next } = this.#hop;
    const tensor = steps.emit("aggregated gradient", { op: "spmm", matrix, x: gradient });
    return { tensor, active: new CompactRows(next) };
  }
}

/**
 * Gradient storage with one row for each vertex, most of them 0: aggregation is a `path-spmm`, whose kernels
 * decide which rows to skip.
 */
export class FullRows implements ActiveVertices {
  readonly #hop: PathHop;
  readonly #transposed: SparseOperand;

  /**
   * Creates the storage of N^k; `transposed` is the whole graph's matrix for the aggregation of gradients.
   */
  constructor(hop: PathHop, transposed: SparseOperand) {
    this.#hop = hop;
    this.#transposed = transposed;
  }

  /** Number of vertices. */
  get rows(): number {
    return this.#transposed.rows;
  }

  /** Returns x itself. */
  gather(_steps: StepEmitter, x: Tensor): Tensor {
    return x;
  }

  /** Returns the gradient itself. */
  scatter(_steps: StepEmitter, gradient: Tensor): Tensor {
    return gradient;
  }

  /** Aggregates all rows. */
  aggregate(steps: StepEmitter, gradient: Tensor): Gradient {
    const { vertices: sources, path, next } = this.#hop;
    const matrix = this.#transposed;
    const tensor = steps.emit("aggregated gradient", {
      op: "path-spmm",
      matrix,
      path,
      targets: next.vertices,
      sources,
      x: gradient,
    });
    return { tensor, active: new FullRows(next, matrix) };
  }
}
