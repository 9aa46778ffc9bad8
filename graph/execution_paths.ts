/**
 * Execution paths (eppgcn, Sections 3 and 4): for each layer of a full-batch training, the small matrix to
 * which the backward aggregation can be restricted.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import { type CsrMatrix, nnz } from "./csr.ts";
import { assertSquare } from "./square.ts";
import { plural } from "../platform/text/plural.ts";

/**
 * Execution path SG_l of eppgcn: the rows that the backward aggregation of layer l reads and writes. With A
 * the aggregation matrix and P the path's `matrix`, `dX = A^T dY` is `dX[targets] = P dY[sources]`; all other
 * rows of dX are zero (Theorem 1).
 */
export interface ExecutionPath {
  /** l: index of the layer, 0 next to the input. */
  readonly layer: number;
  /** k = L - l: edges from the training set to the targets. */
  readonly hops: number;
  /** N^k, ascending: vertices whose gradient rows the layer writes. */
  readonly targets: Uint32Array;
  /** N^(k-1), ascending: vertices whose gradient rows may be non-zero before the layer. */
  readonly sources: Uint32Array;
  /** Rows are `targets`, columns are `sources`, both by their place in those lists; no row is empty. */
  readonly matrix: CsrMatrix;
}

/** Options of {@linkcode executionPaths}. */
export interface ExecutionPathOptions {
  /** L: layers of the model, from 1. */
  readonly layers: number;
  /**
   * A^T, where it is available; for an undirected graph with symmetric values it is the graph itself. Wide
   * layers are then filtered from it, which is several times faster on large graphs. The paths are the same
   * without it.
   */
  readonly transpose?: CsrMatrix;
}

function assertLayers(layers: number): void {
  if (Number.isInteger(layers) && layers >= 1) return;
  throw new UsageError({
    action: "build execution paths",
    current: plural(layers, "layer"),
    wanted: "a whole number from 1",
    next: "pass the number of layers of the model",
  });
}

function assertTranspose(graph: CsrMatrix, transpose: CsrMatrix | undefined): void {
  if (!transpose) return;
  const fits = transpose.rows === graph.cols && transpose.cols === graph.rows &&
    nnz(transpose) === nnz(graph) && (transpose.values === undefined) === (graph.values === undefined);
  if (fits) return;
  throw new UsageError({
    action: "build execution paths",
    current: `a transpose of ${transpose.rows} x ${transpose.cols} with ${nnz(transpose)} entries`,
    wanted: `one of ${graph.cols} x ${graph.rows} with ${nnz(graph)}, with values if the graph has them`,
    next: "pass the graph itself only if it is undirected, else its transpose",
  });
}

/** N^0: the training set, ascending and without repetition. */
function startSet(vertices: number, trainingSet: Uint32Array): Uint32Array {
  const member = new Uint8Array(vertices);
  let size = 0;
  for (const v of trainingSet) {
    if (v >= vertices) {
      throw new UsageError({
        action: "build execution paths",
        current: `training vertex ${v}`,
        wanted: `ids below ${vertices}`,
        next: "number the training set as the graph is numbered",
      });
    }
    size += 1 - member[v];
    member[v] = 1;
  }
  const set = new Uint32Array(size);
  for (let v = 0, at = 0; v < vertices; v++) if (member[v] === 1) set[at++] = v;
  return set;
}

function sameSet(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Result of one hop. */
type Hop = Pick<ExecutionPath, "targets" | "sources" | "matrix">;

/**
 * 1 for a count above 0 (and below 2^31), else 0, without a branch: whether a vertex is a target is
 * practically random.
 */
function isPositive(count: number): number {
  return (0 - count) >>> 31;
}

/**
 * Transposes the rows `sources` of A by a counting sort over columns, which also finds the targets. Only
 * entries that the path keeps are read, but they are written out of order. `cursor` is scratch of one word a
 * vertex.
 */
function scatterHop(
  { rows: vertices, rowPtr, colIdx, values }: CsrMatrix,
  sources: Uint32Array,
  cursor: Uint32Array,
): Hop {
  cursor.fill(0);
  for (let i = 0; i < sources.length; i++) {
    for (let e = rowPtr[sources[i]], end = rowPtr[sources[i] + 1]; e < end; e++) cursor[colIdx[e]]++;
  }
  let size = 0;
  for (let v = 0; v < vertices; v++) size += isPositive(cursor[v]);
  // One word more than there are targets: every vertex is written where the next target belongs.
  const listed = new Uint32Array(size + 1), offsets = new Uint32Array(size + 2);
  for (let v = 0, at = 0, sum = 0; v < vertices; v++) {
    const entries = cursor[v];
    cursor[v] = sum;
    sum += entries;
    listed[at] = v;
    offsets[at + 1] = sum;
    at += isPositive(entries);
  }
  const targets = listed.subarray(0, size), rowEnds = offsets.subarray(0, size + 1);
  const columns = new Uint32Array(rowEnds[size]);
  const matrix = { rows: size, cols: sources.length, rowPtr: rowEnds, colIdx: columns };
  if (!values) {
    for (let i = 0; i < sources.length; i++) {
      for (let e = rowPtr[sources[i]], end = rowPtr[sources[i] + 1]; e < end; e++) {
        columns[cursor[colIdx[e]]++] = i;
      }
    }
    return { targets, sources, matrix };
  }
  const moved = new Float32Array(rowEnds[size]);
  for (let i = 0; i < sources.length; i++) {
    for (let e = rowPtr[sources[i]], end = rowPtr[sources[i] + 1]; e < end; e++) {
      const at = cursor[colIdx[e]]++;
      columns[at] = i;
      moved[at] = values[e];
    }
  }
  return { targets, sources, matrix: { ...matrix, values: moved } };
}

/** Scratch memory for the entries of one path while their number is unknown. */
interface Scratch {
  readonly columns: Uint32Array;
  readonly values: Float32Array | undefined;
}

/**
 * Filters the rows of A^T by the columns that are sources: all entries are read, but in sequence. An entry is
 * always written, and overwritten if it is not kept, so that no branch is mispredicted. `place` is scratch of
 * one word a vertex.
 */
function filterHop(
  { rows: vertices, rowPtr, colIdx, values }: CsrMatrix,
  sources: Uint32Array,
  place: Uint32Array,
  scratch: Scratch,
): Hop {
  place.fill(0);
  for (let i = 0; i < sources.length; i++) place[sources[i]] = i + 1;
  const targets = new Uint32Array(vertices), offsets = new Uint32Array(vertices + 1);
  const { columns, values: moved } = scratch;
  let size = 0, at = 0;
  for (let v = 0; v < vertices; v++) {
    const begin = at;
    for (let e = rowPtr[v], end = rowPtr[v + 1]; e < end; e++) {
      const found = place[colIdx[e]];
      columns[at] = found - 1;
      if (moved) moved[at] = values![e];
      at += isPositive(found);
    }
    if (at > begin) {
      targets[size++] = v;
      offsets[size] = at;
    }
  }
  const matrix = {
    rows: size,
    cols: sources.length,
    rowPtr: offsets.slice(0, size + 1),
    colIdx: columns.slice(0, at),
    ...(moved && { values: moved.slice(0, at) }),
  };
  return { targets: targets.slice(0, size), sources, matrix };
}

/** Cost of an entry out of order, in entries in sequence. */
const SCATTER_COST = 3;

/** Chooses the cheaper way of each hop from what is known of the graph. */
class Hops {
  readonly #graph: CsrMatrix;
  readonly #transpose: CsrMatrix | undefined;
  readonly #words: Uint32Array;
  #scratch: Scratch | undefined;

  constructor(graph: CsrMatrix, transpose: CsrMatrix | undefined) {
    this.#graph = graph;
    this.#transpose = transpose;
    this.#words = new Uint32Array(graph.rows);
  }

  from(sources: Uint32Array): Hop {
    const { rowPtr, values } = this.#graph;
    let kept = 0;
    for (let i = 0; i < sources.length; i++) kept += rowPtr[sources[i] + 1] - rowPtr[sources[i]];
    const entries = nnz(this.#graph);
    if (!this.#transpose || kept * SCATTER_COST < entries) {
      return scatterHop(this.#graph, sources, this.#words);
    }
    this.#scratch ??= {
      columns: new Uint32Array(entries),
      values: values && new Float32Array(entries),
    };
    return filterHop(this.#transpose, sources, this.#words, this.#scratch);
  }
}

/**
 * Builds one path whenever the next is asked for, in the order of the backward pass: layer L - 1 first. This
 * is the paper's on-the-fly mode; {@link executionPaths} is its pre-processing mode. A path costs two passes
 * over the entries that it keeps, or one over all of them, and a few over the vertices. Where a set of
 * vertices has become its own neighbourhood, the paths of the remaining layers are the same and share their
 * arrays.
 *
 * `graph` is the aggregation matrix of the forward pass, with its values: row v lists what v sums. It may be
 * directed. The training set may be in any order and be empty; then so are the paths.
 *
 * @throws {UsageError} for a training vertex that is not in the graph, or fewer than one layer.
 * @throws {ReproError} if the matrix is not square.
 */
export function* growExecutionPaths(
  graph: CsrMatrix,
  trainingSet: Uint32Array,
  options: ExecutionPathOptions,
): Generator<ExecutionPath, void, void> {
  assertSquare(graph, "build execution paths");
  const { layers, transpose } = options;
  assertLayers(layers);
  assertTranspose(graph, transpose);
  const hops = new Hops(graph, transpose);
  let sources = startSet(graph.rows, trainingSet);
  let closed: Hop | undefined;
  for (let layer = layers - 1; layer >= 0; layer--) {
    const path = closed ?? hops.from(sources);
    yield { layer, hops: layers - layer, ...path };
    if (sameSet(path.targets, sources)) closed = path;
    sources = path.targets;
  }
}

/**
 * Builds all paths of a training, layer L - 1 first. They depend on the graph, the training set and the depth
 * only, so they are built once (eppgcn, Section 4); see {@link growExecutionPaths} for parameters and errors.
 *
 * @example
 * ```ts
 * import { csrFromEdges, executionPaths } from "gnn-repro/graph";
 * const source = Uint32Array.of(0, 1, 1, 1, 2, 3), target = Uint32Array.of(1, 2, 3, 4, 3, 4);
 * const graph = csrFromEdges({ vertices: 5, source, target, symmetrise: true });
 * const [path] = executionPaths(graph, Uint32Array.of(2, 4), { layers: 2 });
 * if (path.targets.join() !== "1,3") throw new Error("v2 and v4 of Figure 3");
 * ```
 */
export function executionPaths(
  graph: CsrMatrix,
  trainingSet: Uint32Array,
  options: ExecutionPathOptions,
): ExecutionPath[] {
  return [...growExecutionPaths(graph, trainingSet, options)];
}

/**
 * Expands a path to all vertices: `vertices x vertices`, row v as in the path, other rows empty. Systems that
 * keep their gradients in full (GNNAdvisor, DGL) need this form.
 */
export function spreadPath(
  { targets, sources, matrix }: Pick<ExecutionPath, "targets" | "sources" | "matrix">,
  vertices: number,
): CsrMatrix {
  const rowPtr = new Uint32Array(vertices + 1);
  for (let i = 0; i < targets.length; i++) {
    rowPtr[targets[i] + 1] = matrix.rowPtr[i + 1] - matrix.rowPtr[i];
  }
  for (let v = 0; v < vertices; v++) rowPtr[v + 1] += rowPtr[v];
  return { ...matrix, rows: vertices, cols: vertices, rowPtr, colIdx: entrySources({ matrix, sources }) };
}

/** Vertex that each entry of a path's matrix reads, in the order of the entries. */
export function entrySources(
  { matrix: { colIdx }, sources }: Pick<ExecutionPath, "sources" | "matrix">,
): Uint32Array {
  const vertices = new Uint32Array(colIdx.length);
  // A call of `map` takes ten times as long.
  for (let entry = 0; entry < colIdx.length; entry++) vertices[entry] = sources[colIdx[entry]];
  return vertices;
}
