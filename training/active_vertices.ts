/**
 * The two ways to keep a gradient that is 0 outside of few vertices: their rows alone, or all rows.
 *
 * @module
 */
import type { ActiveVertices, Gradient } from "./layers/gradient.ts";
import type { StepEmitter } from "./program/step_emitter.ts";
import type { IndexOperand, SparseOperand, Tensor } from "./program/tensor.ts";

/** N^k of eppgcn and the path that leads on from it. Operands come into being when they are asked for. */
export interface PathHop {
  /** How many vertices N^k has. */
  readonly count: number;
  /** N^k, ascending. */
  readonly vertices: IndexOperand;
  /** Rows N^(k+1), columns N^k. */
  readonly path: SparseOperand;
  /** N^(k+1). */
  readonly next: PathHop;
}

/** A row for each active vertex: aggregation is an `spmm` with the path's own small matrix. */
export class CompactRows implements ActiveVertices {
  readonly #hop: PathHop;
  readonly #gathered = new Map<Tensor, Tensor>();

  /** Of N^k. */
  constructor(hop: PathHop) {
    this.#hop = hop;
  }

  /** As many as there are active vertices. */
  get rows(): number {
    return this.#hop.count;
  }

  /** Emitted once a tensor; x itself where all its rows are active. */
  gather(steps: StepEmitter, x: Tensor): Tensor {
    if (x.rows === this.rows) return x;
    let gathered = this.#gathered.get(x);
    if (!gathered) {
      gathered = steps.emit("active rows", { op: "gather-rows", index: this.#hop.vertices, x });
      this.#gathered.set(x, gathered);
    }
    return gathered;
  }

  /** The gradient itself where all rows are active. */
  scatter(steps: StepEmitter, gradient: Tensor, rows: number): Tensor {
    if (rows === this.rows) return gradient;
    return steps.emit("all rows", { op: "scatter-rows", index: this.#hop.vertices, rows, x: gradient });
  }

  /** Rows of the neighbours from rows of these vertices. */
  aggregate(steps: StepEmitter, gradient: Tensor): Gradient {
    const { path: matrix, next } = this.#hop;
    const tensor = steps.emit("aggregated gradient", { op: "spmm", matrix, x: gradient });
    return { tensor, active: new CompactRows(next) };
  }
}

/** A row for each vertex, most of them 0: aggregation is a `path-spmm`, whose kernels tell what to leave out. */
export class FullRows implements ActiveVertices {
  readonly #hop: PathHop;
  readonly #transposed: SparseOperand;

  /** Of N^k, with the whole graph's matrix that gradients are aggregated with. */
  constructor(hop: PathHop, transposed: SparseOperand) {
    this.#hop = hop;
    this.#transposed = transposed;
  }

  /** One a vertex. */
  get rows(): number {
    return this.#transposed.rows;
  }

  /** x itself. */
  gather(_steps: StepEmitter, x: Tensor): Tensor {
    return x;
  }

  /** The gradient itself. */
  scatter(_steps: StepEmitter, gradient: Tensor): Tensor {
    return gradient;
  }

  /** All rows from all rows. */
  aggregate(steps: StepEmitter, gradient: Tensor): Gradient {
    const { vertices: sources, path, next } = this.#hop;
    const matrix = this.#transposed;
    const tensor = steps.emit("aggregated gradient", {
      op: "path-spmm",
      ...{ matrix, path, targets: next.vertices, sources, x: gradient },
    });
    return { tensor, active: new FullRows(next, matrix) };
  }
}
