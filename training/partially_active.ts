/**
 * Partially-active training (eppgcn, Algorithm 2): backward aggregations on execution paths compute the
 * gradients of all-active training with less work. It differs from other training by its operands only;
 * layers and executors are the same.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../graph/csr.ts";
import type { ExecutionPath } from "../graph/execution_paths.ts";
import { UsageError } from "../platform/errors.ts";
import { CompactRows, FullRows, type PathHop } from "./active_vertices.ts";
import type { ActiveVertices } from "./layers/gradient.ts";
import type { ProgramBuilder } from "./program/program_builder.ts";
import type { IndexOperand, SparseOperand } from "./program/tensor.ts";
import { plural } from "../platform/text/plural.ts";

/** Shape of one execution path. */
export interface ExecutionPathShape {
  /**
   * Size of N^k, the rows of the path; the columns are the rows of the previous path, or the training
   * vertices.
   */
  readonly targets: number;
  /** Stored entries. */
  readonly entries: number;
}

/** Shapes of a partially-active training. */
export interface PartiallyActiveShape {
  /** Size of N^0. */
  readonly trainingVertices: number;
  /** Paths in the order of the backward pass, at least one for each backward aggregation. */
  readonly paths: readonly ExecutionPathShape[];
  /**
   * Storage of gradients. `compact` (the default): a row for each active vertex; a path product is an `spmm`.
   * `full`: a row for each vertex, as in the systems of the paper; a path product is a `path-spmm`, whose
   * kernels are the path's, the if-else baseline's (`masked`) and all-active training's.
   */
  readonly gradients?: "compact" | "full";
}

/** Training vertices N^0, ascending and each once. */
export function trainingVertices(trainingSet: Uint32Array): Uint32Array {
  return Uint32Array.from(new Set(trainingSet)).sort();
}

/**
 * Derives the shapes of given paths. An empty training set has empty paths; as in all-active training, the
 * loss and all gradients of the program are then 0.
 *
 * @throws {UsageError} if the paths do not begin with the training set, or one does not begin where the last
 * ended.
 */
export function partiallyActive(
  trainingSet: Uint32Array,
  paths: readonly ExecutionPath[],
  gradients: "compact" | "full" = "compact",
): PartiallyActiveShape {
  const start = trainingVertices(trainingSet);
  checkChain(start, paths);
  return {
    trainingVertices: start.length,
    paths: paths.map(({ targets, matrix }) => ({ targets: targets.length, entries: nnz(matrix) })),
    gradients,
  };
}

/** Graph in which paths are built. */
export interface PathSurroundings {
  /** Whether entries have values. */
  readonly weighted: boolean;
  /**
   * Matrix for the aggregation of gradients where all vertices are active; compact gradients do not need it.
   */
  readonly transposed?: SparseOperand;
}

/** Operands of execution paths, made at their first use by layers, and bound when a program is built. */
export class ExecutionPathOperands {
  /** Shape for which the operands were made. */
  readonly shape: PartiallyActiveShape;
  /** Training vertices, where the backward pass begins. */
  readonly start: ActiveVertices;
  readonly #first: Hop;

  /**
   * Creates the start only.
   *
   * @throws {UsageError} if gradients are full and the surroundings lack the transpose.
   */
  constructor(
    builder: ProgramBuilder,
    shape: PartiallyActiveShape,
    { weighted, transposed }: PathSurroundings,
  ) {
    this.shape = shape;
    this.#first = new Hop(builder, shape, weighted);
    this.start = shape.gradients === "full"
      ? new FullRows(this.#first, requireTransposed(transposed))
      : new CompactRows(this.#first);
  }

  /** Number of vertices in the loss and its truth; all by default. */
  get scored(): number | undefined {
    return this.shape.gradients === "full" ? undefined : this.shape.trainingVertices;
  }

  /**
   * Binds the operands that the program uses to numbers.
   *
   * @throws {UsageError} if they differ from the shapes that the program was built for.
   */
  bind(trainingSet: Uint32Array, paths: readonly ExecutionPath[]): {
    readonly sparse: ReadonlyMap<SparseOperand, CsrMatrix>;
    readonly indices: ReadonlyMap<IndexOperand, Uint32Array>;
  } {
    const start = trainingVertices(trainingSet);
    checkChain(start, paths);
    const sparse = new Map<SparseOperand, CsrMatrix>();
    const indices = new Map<IndexOperand, Uint32Array>();
    for (let hop: Hop | undefined = this.#first, k = 0; hop; hop = hop.madeNext, k++) {
      const vertices = k === 0 ? start : paths[k - 1]?.targets;
      if (hop.madeVertices && vertices) indices.set(hop.madeVertices, vertices);
      if (hop.madePath && paths[k]) sparse.set(hop.madePath, paths[k].matrix);
    }
    return { sparse, indices };
  }
}

function requireTransposed(transposed: SparseOperand | undefined): SparseOperand {
  if (transposed) return transposed;
  throw new UsageError({
    action: "keep full gradients",
    current: "no transposed adjacency",
    wanted: "what their products on paths are a part of",
    next: "pass it, or keep gradients compact",
  });
}

/** Hop whose operands are made at their first use, so that no program holds unused paths. */
class Hop implements PathHop {
  readonly count: number;
  readonly #builder: ProgramBuilder;
  readonly #shape: PartiallyActiveShape;
  readonly #weighted: boolean;
  readonly #hops: number;
  #vertices: IndexOperand | undefined;
  #path: SparseOperand | undefined;
  #next: Hop | undefined;

  constructor(builder: ProgramBuilder, shape: PartiallyActiveShape, weighted: boolean, hops = 0) {
    this.count = hops === 0 ? shape.trainingVertices : shape.paths[hops - 1].targets;
    this.#builder = builder;
    this.#shape = shape;
    this.#weighted = weighted;
    this.#hops = hops;
  }

  get vertices(): IndexOperand {
    return this.#vertices ??= this.#builder.index(`vertices within reach ${this.#hops}`, this.count);
  }

  get path(): SparseOperand {
    const { targets: rows, entries: nnz } = this.#nextShape();
    const shape = { rows, cols: this.count, nnz, weighted: this.#weighted };
    return this.#path ??= this.#builder.sparse(`execution path ${this.#hops + 1}`, shape);
  }

  get next(): Hop {
    this.#nextShape();
    return this.#next ??= new Hop(this.#builder, this.#shape, this.#weighted, this.#hops + 1);
  }

  get madeVertices(): IndexOperand | undefined {
    return this.#vertices;
  }

  get madePath(): SparseOperand | undefined {
    return this.#path;
  }

  get madeNext(): Hop | undefined {
    return this.#next;
  }

  #nextShape(): ExecutionPathShape {
    const { paths } = this.#shape;
    const shape = paths[this.#hops];
    if (shape) return shape;
    throw new UsageError({
      action: `emit backward aggregation ${this.#hops + 1}`,
      current: `${paths.length} execution paths`,
      wanted: "one for each backward aggregation",
      next: "build the paths for as many layers as the model has",
    });
  }
}

/** Checks that each path begins with the vertices at which the previous one ended. */
function checkChain(start: Uint32Array, paths: readonly ExecutionPath[]): void {
  let reached = start;
  for (const { layer, sources, targets, matrix } of paths) {
    const fits = sources.length === reached.length && sources.every((vertex, i) => vertex === reached[i]) &&
      matrix.rows === targets.length && matrix.cols === sources.length;
    if (!fits) {
      throw new UsageError({
        action: `take the execution path of layer ${layer}`,
        current: `${plural(sources.length, "source")}, a matrix of ${matrix.rows} x ${matrix.cols}`,
        wanted: `${plural(reached.length, "vertex", "vertices")} reached before as its sources and columns`,
        next: "build all paths from this training set, and pass them in the order of the backward pass",
      });
    }
    reached = targets;
  }
}
