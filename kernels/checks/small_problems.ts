/**
 * Small problems for each operation, awkward on purpose: empty rows, a hub, full tiles, widths that are no
 * multiple of anything, indices out of order, weights of 0.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { executionPaths } from "../../graph/execution_paths.ts";
import { transpose } from "../../graph/transpose.ts";
import type { ActivationGradientProblem, ActivationProblem } from "../activation/mod.ts";
import type { AdamProblem } from "../adam/mod.ts";
import type { AddProblem } from "../add/mod.ts";
import type {
  BlockDiagonalGradientProblem,
  BlockDiagonalProblem,
  EdgeSoftmaxGradientProblem,
  EntrySumsProblem,
  HeadSddmmProblem,
  HeadSpmmProblem,
} from "../attention/mod.ts";
import type { ColumnSumProblem } from "../column_sum/mod.ts";
import type { CrossEntropyProblem } from "../cross_entropy/mod.ts";
import type { GatherEntriesProblem } from "../gather_scatter/mod.ts";
import type { Epilogue } from "../epilogue/epilogue.ts";
import type { TanhGateGradientProblem } from "../tanh_gate/mod.ts";
import type { GemmForm, GemmProblem } from "../gemm/mod.ts";
import type { PathSpmmProblem } from "../path_spmm/mod.ts";
import type { AssembleRowsProblem, GatherRowsProblem, ScatterRowsProblem } from "../gather_scatter/mod.ts";
import type { SegmentMaxGradientProblem } from "../segment_max/mod.ts";
import type { SpmmProblem } from "../spmm/mod.ts";
import { RandomStream } from "../../platform/random.ts";

const stream = new RandomStream(1, "check kernels");
const uniform = (length: number) => Float32Array.from({ length }, () => 2 * stream.uniform() - 1);
const below = (bound: number, length: number) => Uint32Array.from({ length }, () => stream.below(bound));

/** Drops more than 4 of 10 entries; seed, stream and step with all their bits in use. */
const dropout = { rate: 0.43, seed: 0xdeadbeef, stream: 0x80000001, step: 123_456 };

/** Bias, LeakyReLU and dropout. */
const leaky = (cols: number): Epilogue => ({ negativeSlope: 0.2, bias: uniform(cols), dropout });
/** Dropout behind ReLU, whose gradient draws nothing. */
const rectified: Epilogue = { negativeSlope: 0, dropout };
/** Dropout alone. */
const dropped: Epilogue = { negativeSlope: 1, dropout };

/** 203 x 330: a full corner of 40 x 70, a hub with every column, short rows, and every 17th row empty. */
function matrix(weighted: boolean): CsrMatrix {
  const rows = 203, cols = 330;
  const rowPtr = new Uint32Array(rows + 1);
  const columns: number[] = [];
  for (let row = 0; row < rows; row++) {
    if (row % 17 !== 16) {
      const step = row < 40 || row === 100 ? 1 : 23 + row % 7;
      for (let col = row < 40 ? 0 : row % step; col < (row < 40 ? 70 : cols); col += step) columns.push(col);
    }
    rowPtr[row + 1] = columns.length;
  }
  const pattern = { rows, cols, rowPtr, colIdx: Uint32Array.from(columns) };
  return weighted ? { ...pattern, values: uniform(columns.length) } : pattern;
}

/** The same with 127 rows more, all empty. */
function square(weighted: boolean): CsrMatrix {
  const { rows, cols, rowPtr, ...entries } = matrix(weighted);
  const ends = new Uint32Array(cols + 1).fill(rowPtr[rows]);
  ends.set(rowPtr);
  return { rows: cols, cols, rowPtr: ends, ...entries };
}

function spmmProblem(width: number, { weighted }: { readonly weighted: boolean }): SpmmProblem {
  const a = matrix(weighted);
  return { matrix: a, width, features: uniform(a.cols * width) };
}

/** The layer next to the scores of a model of two, trained on every third vertex, the hub among them. */
function pathSpmmProblem(width: number, { weighted }: { readonly weighted: boolean }): PathSpmmProblem {
  const graph = square(weighted);
  const trained = Uint32Array.from({ length: 110 }, (_, i) => 3 * i + 1);
  const [path] = executionPaths(graph, trained, { layers: 1 });
  return { matrix: transpose(graph), path, features: uniform(path.sources.length * width), width };
}

function gemmProblem(
  form: GemmForm,
  [rows, inner, cols]: readonly [number, number, number],
  epilogue?: Epilogue,
): GemmProblem {
  const factors = { a: uniform(rows * inner), b: uniform(inner * cols), rows, inner, cols, form };
  return epilogue ? { ...factors, epilogue } : factors;
}

function activationProblem(rows: number, cols: number, epilogue: Epilogue): ActivationProblem {
  return { x: uniform(rows * cols), rows, cols, epilogue };
}

function activationGradientProblem(
  rows: number,
  cols: number,
  epilogue: Epilogue,
): ActivationGradientProblem {
  return { y: uniform(rows * cols), gradient: uniform(rows * cols), rows, cols, epilogue };
}

function columnSumProblem(rows: number, cols: number): ColumnSumProblem {
  return { x: uniform(rows * cols), rows, cols };
}

function addProblem(rows: number, cols: number): AddProblem {
  return { x: uniform(rows * cols), y: uniform(rows * cols), rows, cols, alpha: 0.75, beta: -1.5 };
}

/** Scores up to 100, whose exponentials overflow; every fourth row has no weight. */
function crossEntropyProblem(rows: number, classes: number, kind: "labels" | "targets"): CrossEntropyProblem {
  const logits = uniform(rows * classes).map((score, i) => i % 11 === 0 ? 100 * score : 4 * score);
  const weights = uniform(rows).map((weight, row) => row % 4 === 3 ? 0 : Math.abs(weight));
  const truth = kind === "labels"
    ? { labels: below(classes, rows) }
    : { targets: Float32Array.from(below(2, rows * classes)) };
  return { logits, rows, classes, truth, weights };
}

function gatherRowsProblem(rows: number, cols: number): GatherRowsProblem {
  return { x: uniform(97 * cols), sourceRows: 97, cols, index: below(97, rows) };
}

/** Distinct places, far from ascending. */
function scatterRowsProblem(rows: number, cols: number): ScatterRowsProblem {
  const index = Uint32Array.from({ length: rows }, (_, i) => 41 * i % 101);
  return { x: uniform(rows * cols), targetRows: 101, cols, index };
}

/** Every other staged row stands in for one further up. */
function assembleRowsProblem(rows: number, cols: number): AssembleRowsProblem {
  const stagedRows = Math.floor(rows / 3), firstStaged = rows - stagedRows;
  const place = Uint32Array.from({ length: rows }, (_, row) => 7 * row % 97);
  for (let i = 0; i < stagedRows; i++) place[i % 2 === 0 ? firstStaged + i : i] = 97 + i;
  const sources = {
    cache: uniform(40 * cols),
    cacheRows: 40,
    previous: uniform(57 * cols),
    previousRows: 57,
  };
  return { ...sources, staged: uniform(stagedRows * cols), stagedRows, cols, place };
}

function gatherEntriesProblem(
  entries: number,
  { indexed = false, drops = false } = {},
): GatherEntriesProblem {
  return {
    x: uniform(entries),
    ...(indexed ? { index: below(entries, entries + 30) } : {}),
    ...(drops ? { dropout } : {}),
  };
}

/** A gate is the same without the gradient. Scores up to 100, whose exponentials vanish. */
function gateProblem(rows: number, cols: number): TanhGateGradientProblem {
  const entries = rows * cols;
  const scores = uniform(rows).map((score, row) => row % 11 === 0 ? 100 * score : 2 * score);
  return { x: uniform(entries), scores, gradient: uniform(entries), rows, cols };
}

/** The same for a maximum. Segments of one row and of many, every fifth empty. */
function segmentMaxProblem(segments: number, cols: number): SegmentMaxGradientProblem {
  const offsets = new Uint32Array(segments + 1);
  for (let s = 0; s < segments; s++) offsets[s + 1] = offsets[s] + (s % 5 === 4 ? 0 : 1 + s * s % 37);
  const rows = offsets[segments];
  return { x: uniform(rows * cols), rows, cols, offsets, gradient: uniform(segments * cols) };
}

/** A block-diagonal matrix and its gradient are of one size. */
function blockDiagonalProblem(
  heads: number,
  headWidth: number,
): BlockDiagonalProblem & BlockDiagonalGradientProblem {
  const width = heads * headWidth;
  return { vectors: uniform(2 * width), gradient: uniform(2 * width * heads), heads, headWidth };
}

/**
 * A softmax is the same without the gradient. Some scores are so large that exponentials of them overflow.
 */
function edgeSoftmaxProblem(heads: number): EdgeSoftmaxGradientProblem {
  const pattern = matrix(false), entries = pattern.colIdx.length * heads;
  const scores = uniform(2 * pattern.cols * heads).map((score, i) => i % 11 === 0 ? 100 * score : 4 * score);
  const attention = uniform(entries), gradient = uniform(entries);
  return { matrix: pattern, scores, heads, negativeSlope: 0.2, attention, gradient };
}

/** Weighted sums by rows, or in the order of another matrix. */
function headSpmmProblem(heads: number, headWidth: number, { ordered = false } = {}): HeadSpmmProblem {
  const pattern = matrix(false), entries = pattern.colIdx.length;
  return {
    matrix: pattern,
    heads,
    headWidth,
    attention: uniform(entries * heads),
    ...(ordered ? { order: Uint32Array.from({ length: entries }, (_, e) => entries - 1 - e) } : {}),
    x: uniform(pattern.cols * heads * headWidth),
  };
}

function headSddmmProblem(heads: number, headWidth: number): HeadSddmmProblem {
  const pattern = matrix(false), width = heads * headWidth;
  return {
    matrix: pattern,
    heads,
    headWidth,
    a: uniform(pattern.rows * width),
    b: uniform(pattern.cols * width),
  };
}

function entrySumsProblem(heads: number): EntrySumsProblem {
  const pattern = matrix(false), entries = pattern.colIdx.length;
  // The values of the transpose say where its entries come from.
  const { values, ...transposed } = transpose({
    ...pattern,
    values: Float32Array.from({ length: entries }, (_, e) => e),
  });
  return {
    matrix: pattern,
    transposed,
    order: Uint32Array.from(values!),
    heads,
    entries: uniform(entries * heads),
  };
}

function adamProblem(rows: number, cols: number, step: number): AdamProblem {
  const entries = rows * cols;
  return {
    parameter: uniform(entries),
    gradient: uniform(entries),
    rows,
    cols,
    step,
    firstMoment: uniform(entries),
    secondMoment: uniform(entries).map(Math.abs),
    learningRate: 0.01,
    beta1: 0.9,
    beta2: 0.999,
    epsilon: 1e-8,
    weightDecay: 5e-4,
  };
}

/** By operation; an operation without problems cannot be checked, and the check says so. */
export const smallProblems: Readonly<Record<string, readonly unknown[]>> = {
  spmm: [spmmProblem(7, { weighted: true }), spmmProblem(68, { weighted: false })],
  "path-spmm": [pathSpmmProblem(7, { weighted: true }), pathSpmmProblem(68, { weighted: false })],
  gemm: [
    gemmProblem("nn", [70, 37, 9]),
    gemmProblem("nn", [65, 100, 70], leaky(70)),
    gemmProblem("nt", [65, 70, 37]),
    gemmProblem("nt", [33, 9, 70], rectified),
    // So many terms that a kernel splits them.
    gemmProblem("tn", [37, 2100, 9]),
    gemmProblem("tn", [70, 65, 33], leaky(33)),
    gemmProblem("tn", [9, 2100, 33], dropped),
  ],
  activation: [
    activationProblem(203, 7, leaky(7)),
    activationProblem(65, 70, rectified),
    activationProblem(9, 33, { negativeSlope: 1, bias: uniform(33) }),
  ],
  "activation-gradient": [
    activationGradientProblem(203, 7, leaky(7)),
    activationGradientProblem(65, 70, rectified),
    activationGradientProblem(9, 33, dropped),
  ],
  "column-sum": [columnSumProblem(203, 7), columnSumProblem(700, 70)],
  add: [addProblem(203, 7), addProblem(65, 70)],
  "cross-entropy": [crossEntropyProblem(203, 7, "labels"), crossEntropyProblem(65, 41, "targets")],
  "cross-entropy-gradient": [crossEntropyProblem(203, 7, "labels"), crossEntropyProblem(65, 41, "targets")],
  "gather-rows": [gatherRowsProblem(203, 7), gatherRowsProblem(20, 70)],
  "assemble-rows": [assembleRowsProblem(203, 7), assembleRowsProblem(20, 70)],
  "scatter-rows": [scatterRowsProblem(57, 7), scatterRowsProblem(20, 70)],
  "gather-entries": [
    gatherEntriesProblem(203),
    gatherEntriesProblem(1001, { drops: true }),
    gatherEntriesProblem(203, { indexed: true }),
    gatherEntriesProblem(1001, { indexed: true, drops: true }),
  ],
  "tanh-gate": [gateProblem(203, 7), gateProblem(65, 70)],
  "tanh-gate-gradient": [gateProblem(203, 7), gateProblem(65, 70)],
  "segment-max": [segmentMaxProblem(23, 7), segmentMaxProblem(9, 70)],
  "segment-max-gradient": [segmentMaxProblem(23, 7), segmentMaxProblem(9, 70)],
  "block-diagonal": [blockDiagonalProblem(1, 7), blockDiagonalProblem(8, 9)],
  "block-diagonal-gradient": [blockDiagonalProblem(1, 7), blockDiagonalProblem(8, 9)],
  "edge-softmax": [edgeSoftmaxProblem(1), edgeSoftmaxProblem(6)],
  "edge-softmax-gradient": [edgeSoftmaxProblem(1), edgeSoftmaxProblem(6)],
  "head-spmm": [headSpmmProblem(8, 8), headSpmmProblem(3, 7, { ordered: true })],
  "head-sddmm": [headSddmmProblem(8, 8), headSddmmProblem(3, 7)],
  "entry-sums": [entrySumsProblem(1), entrySumsProblem(6)],
  adam: [adamProblem(203, 7, 1), adamProblem(65, 70, 500)],
};
