/**
 * Checks of sampled mini-batches. Samplers number vertices differently, so that batches are compared by
 * global ids.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import { entrySources } from "../../../graph/execution_paths.ts";
import { sortBlockRows } from "../../../graph/sampling/block.ts";
import { compactIds, type SampledBatch, type SampledBlock } from "../../../graph/sampling/mod.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";

const right = (checkedRows: number): CheckReport => ({ ok: true, relErr: 0, tolerance: 0, checkedRows });

const wrong = (row: number, got: number, wanted: number): CheckReport => ({
  ok: false,
  relErr: Infinity,
  tolerance: 0,
  checkedRows: row + 1,
  worst: { row, got, wanted, allowed: 0 },
});

/** Global ids of the neighbours of every row, ascending within each. */
class Neighbors {
  readonly #rowPtr: Uint32Array;
  readonly #ids: Uint32Array;

  constructor({ matrix, sources }: SampledBlock) {
    this.#rowPtr = matrix.rowPtr;
    this.#ids = entrySources({ matrix, sources });
    sortBlockRows(this.#rowPtr, this.#ids);
  }

  of(row: number): Uint32Array {
    return this.#ids.subarray(this.#rowPtr[row], this.#rowPtr[row + 1]);
  }
}

/** The first place where two arrays differ, or nothing. */
function firstDifference(a: Uint32Array, b: Uint32Array): number | undefined {
  const length = Math.max(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return i;
  return undefined;
}

/**
 * Sources that are no vertices of their own, or not the destinations first: what an ID map must not leave.
 */
function misnumbered({ sources }: SampledBlock, destinations: Uint32Array): number | undefined {
  if (compactIds(sources).unique.length !== sources.length) return sources.length;
  return firstDifference(sources.subarray(0, destinations.length), destinations);
}

/**
 * Whether two batches of the same seeds are equal up to the numbering of their sources: block by block the
 * same destinations with the same neighbours, and local ids that are a bijection.
 */
export function checkSameSample(got: SampledBatch, wanted: SampledBatch): CheckReport {
  let checkedRows = 0;
  let destinations = got.seeds;
  if (got.blocks.length !== wanted.blocks.length) return wrong(0, got.blocks.length, wanted.blocks.length);
  for (let layer = got.blocks.length - 1; layer >= 0; layer--) {
    const block = got.blocks[layer], other = wanted.blocks[layer];
    const { rows, cols } = block.matrix;
    if (rows !== other.matrix.rows || rows !== destinations.length) return wrong(0, rows, other.matrix.rows);
    if (cols !== other.matrix.cols || cols !== block.sources.length) return wrong(0, cols, other.matrix.cols);
    const place = misnumbered(block, destinations);
    if (place !== undefined) return wrong(place, block.sources[place] ?? NaN, destinations[place] ?? NaN);
    const { local: wantedRows } = compactIds(destinations, other.sources.subarray(0, rows));
    const neighbors = new Neighbors(block), wantedNeighbors = new Neighbors(other);
    for (let row = 0; row < rows; row++) {
      if (wantedRows[row] >= rows) return wrong(row, destinations[row], NaN);
      const own = neighbors.of(row), theirs = wantedNeighbors.of(wantedRows[row]);
      const differs = firstDifference(own, theirs);
      if (differs !== undefined) return wrong(row, own[differs] ?? NaN, theirs[differs] ?? NaN);
    }
    checkedRows += rows;
    destinations = block.sources;
  }
  return right(checkedRows);
}

/**
 * Whether a batch is a sample of a graph at all: every destination has `min(fan-out, degree)` different
 * neighbours, each of them its own in the graph, and local ids are a bijection.
 */
export function checkSample(graph: CsrMatrix, fanouts: readonly number[], batch: SampledBatch): CheckReport {
  let checkedRows = 0;
  let destinations = batch.seeds;
  if (batch.blocks.length !== fanouts.length) return wrong(0, batch.blocks.length, fanouts.length);
  const draws = new DrawCheck(graph);
  for (let layer = fanouts.length - 1; layer >= 0; layer--) {
    const block = batch.blocks[layer];
    const place = misnumbered(block, destinations);
    if (place !== undefined) return wrong(place, block.sources[place] ?? NaN, destinations[place] ?? NaN);
    const neighbors = new Neighbors(block);
    for (let row = 0; row < destinations.length; row++) {
      const found = draws.wrongDraw(destinations[row], neighbors.of(row), fanouts[layer]);
      if (found !== undefined) return wrong(row, found.got, found.wanted);
    }
    checkedRows += destinations.length;
    destinations = block.sources;
  }
  return right(checkedRows);
}

/**
 * Whether a square block is a sampled subgraph: its first sources are the seeds, each vertex that a hop
 * reaches first has `min(fan-out of the next hop, degree)` different neighbours, each of them its own in the
 * graph, and vertices that the last hop reaches have none.
 */
export function checkSubgraph(
  graph: CsrMatrix,
  fanouts: readonly number[],
  { seeds, block }: { readonly seeds: Uint32Array; readonly block: SampledBlock },
): CheckReport {
  const { matrix: { rows, rowPtr, colIdx }, sources } = block;
  const place = misnumbered(block, seeds);
  if (place !== undefined) return wrong(place, sources[place] ?? NaN, seeds[place] ?? NaN);
  const draws = new DrawCheck(graph), neighbors = new Neighbors(block);
  let begin = 0, end = seeds.length;
  for (const fanout of fanouts.toReversed()) {
    let next = end;
    for (let row = begin; row < end; row++) {
      const found = draws.wrongDraw(sources[row], neighbors.of(row), fanout);
      if (found !== undefined) return wrong(row, found.got, found.wanted);
      for (let e = rowPtr[row]; e < rowPtr[row + 1]; e++) next = Math.max(next, colIdx[e] + 1);
    }
    [begin, end] = [end, next];
  }
  if (end !== rows) return wrong(end, rows, end);
  return rowPtr[begin] === rowPtr[rows] ? right(rows) : wrong(begin, rowPtr[rows], rowPtr[begin]);
}

/** Check of the neighbours drawn for one vertex after another. */
class DrawCheck {
  readonly #graph: CsrMatrix;
  readonly #isNeighbor: Uint8Array;

  constructor(graph: CsrMatrix) {
    this.#graph = graph;
    this.#isNeighbor = new Uint8Array(graph.cols);
  }

  /** Finds a vertex with a wrong number of drawn neighbours, one that is no neighbour, or one drawn twice. */
  wrongDraw(
    vertex: number,
    drawn: Uint32Array,
    fanout: number,
  ): { readonly got: number; readonly wanted: number } | undefined {
    const { rowPtr, colIdx } = this.#graph, isNeighbor = this.#isNeighbor;
    const all = colIdx.subarray(rowPtr[vertex], rowPtr[vertex + 1]);
    const wanted = Math.min(fanout, all.length);
    if (drawn.length !== wanted) return { got: drawn.length, wanted };
    for (const neighbor of all) isNeighbor[neighbor] = 1;
    // Each counts once: a neighbour that was drawn twice is none the second time.
    const stranger = drawn.find((neighbor) => isNeighbor[neighbor]-- !== 1);
    for (const neighbor of all) isNeighbor[neighbor] = 0;
    return stranger === undefined ? undefined : { got: stranger, wanted: NaN };
  }
}
