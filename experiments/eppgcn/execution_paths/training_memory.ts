/**
 * Bytes of a full-graph training (model M7): those of GNNAdvisor, and those that execution paths add.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import type { ExecutionPath } from "../../../graph/execution_paths.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { pathShapeBytes } from "../../../training/path_memory.ts";
import { programLedger, type StoragePolicy } from "../../../training/program/memory_ledger.ts";
import type { Step } from "../../../training/program/program.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";
import { HIDDEN, type PaperGraph } from "../paper_graphs.ts";
import { trainingSetSize } from "../drawn_paths.ts";

/**
 * GNNAdvisor on PyTorch: one CSR without weights, which come from degrees; what autograd saves lives through
 * the step.
 */
const GNNADVISOR: StoragePolicy = { keepActivations: true, separateEpilogues: true };

/**
 * Bytes that GNNAdvisor needs at the moment when it needs most. Its public code combines before it
 * aggregates, in every layer. From the loss to its gradient it has two matrices of the training vertices
 * alone, their scores and the gradient of these (Section 6.2).
 */
export function gnnAdvisorBytes(
  matrix: CsrMatrix,
  { features: width, classes }: PaperGraph,
  { layers, percent }: { readonly layers: number; readonly percent: number },
): number {
  const { program } = vertexClassification({
    graph: { vertices: matrix.rows, entries: nnz(matrix), weighted: false },
    features: { kind: "dense", width },
    classes,
  }, {
    layers: gcn({ classes, hidden: HIDDEN, layers, order: "transform-first" }),
    optimizer: adam(),
    seed: 1,
  });
  const { liveBytes } = programLedger(program, GNNADVISOR), { train } = program;
  const [first, last] = [train.findIndex(isLoss), train.findLastIndex(isLoss)];
  const scored = 2 * FLOAT32 * trainingSetSize(matrix.rows, percent) * classes;
  const most = liveBytes.reduce(
    (peak, bytes, at) => Math.max(peak, bytes + (first <= at && at <= last ? scored : 0)),
    0,
  );
  return most + FLOAT32 * matrix.rows;
}

const FLOAT32 = 4;

const isLoss = ({ phase }: Step) => phase === "loss";

/** Bytes that paths add to a training: targets, row offsets and columns of each. */
export function pathBytes(paths: readonly ExecutionPath[]): number {
  return paths.reduce((sum, { targets, matrix }) => {
    return sum + pathShapeBytes({ targets: targets.length, entries: nnz(matrix) }, { weighted: false });
  }, 0);
}
