/**
 * Conversion of a training program to the memory manager's operation graph.
 *
 * @module
 */
import type { MatrixRead } from "../operations/rules/operation_rules.ts";
import { inputsOf, outputsOf, rulesOf } from "../operations/step_rules.ts";
import { sparseCopyBytes } from "../program/memory_ledger.ts";
import type { Program, Step } from "../program/program.ts";
import type { Tensor } from "../program/tensor.ts";
import { fuseSteps } from "./fusion.ts";
import {
  assertOperationGraph,
  type GraphOperation,
  type GraphTensor,
  type OperationGraph,
} from "./operation_graph.ts";

/** Sparse matrix in the form that a step reads. */
export interface StoredMatrix {
  /** Key; steps with equal keys read the same bytes. */
  readonly key: string;
  /** Name of the matrix. */
  readonly name: string;
  /** Bytes of all its arrays. */
  readonly bytes: number;
}

/** Sizes of operands on a device. */
export interface OperationSizes {
  /** Bytes of a tensor. */
  readonly tensorBytes: (tensor: Tensor) => number;
  /** The matrices that a step reads. */
  readonly matricesOf: (step: Step) => readonly StoredMatrix[];
  /** Bytes that a step takes beside tensors and matrices while it runs. */
  readonly workspaceBytes: (step: Step) => number;
}

/** Operation graph with the parts of the program that its nodes stand for. */
export interface ProgramOperations {
  /** The operation graph. */
  readonly graph: OperationGraph;
  /** The steps of each operation, in order. */
  readonly steps: readonly (readonly Step[])[];
  /** Content of each tensor of the graph: a tensor of the program, or the key of a matrix. */
  readonly contents: readonly (Tensor | string)[];
}

/** Bytes of a matrix read, as compressed rows with offsets and columns of 4 bytes. */
function matrixReadBytes({ operand, part }: MatrixRead): number {
  const entryBytes = part === "values" && operand.weighted ? 4 : 0;
  return sparseCopyBytes(operand, { format: "csr", indexBytes: 4, entryBytes });
}

/** Sizes by shapes alone: float32 without padding, matrices as compressed rows, no workspaces. */
const SHAPE_SIZES: OperationSizes = {
  tensorBytes: ({ rows, cols }) => 4 * rows * cols,
  matricesOf: (step) =>
    rulesOf(step).matrices(step).map((read) => {
      const { operand: { id, label }, part } = read;
      const name = part === "values" ? label : `${label} (pattern)`;
      return { key: `${id} ${part}`, name, bytes: matrixReadBytes(read) };
    }),
  workspaceBytes: () => 0,
};

/**
 * Builds the operation graph of a program, as in roc's Table 3; {@linkcode fuseSteps} decides which steps
 * form one operation. IN are the tensors that it does not write itself and its sparse matrices, OUT all that
 * it writes. The optimizer's steps and their moments are left out: they work parameter by parameter, and
 * those are small beside tensors with a row a vertex. So are lists of indices (labels), which stay on the
 * device.
 *
 * @param sequence `train` up to the last gradient, or `evaluate`.
 * @param sizes Bytes on a certain device; those that follow from shapes by default.
 * @example
 * ```ts
 * import { adamOptimizer, countStates, gcn, operationsOf, vertexClassification } from "gnn-repro/training";
 * const { program } = vertexClassification(
 *   {
 *     graph: { vertices: 232_965, entries: 114_848_857, weighted: false },
 *     features: { kind: "dense", width: 602 },
 *     classes: 41,
 *   },
 *   { layers: gcn({ classes: 41, hidden: 256 }), optimizer: adamOptimizer(), seed: 1 },
 * );
 * if (countStates(operationsOf(program).graph).states > 16) throw new Error("more than roc reports");
 * ```
 */
export function operationsOf(
  program: Program,
  sequence: "train" | "evaluate" = "train",
  sizes: OperationSizes = SHAPE_SIZES,
): ProgramOperations {
  const steps = fuseSteps(program[sequence].filter(({ pass }) => pass !== "update"));
  const contents: (Tensor | string)[] = [], tensors: GraphTensor[] = [];
  const places = new Map<Tensor | string, number>();
  const placeOf = (content: Tensor | string, name: string, bytes: () => number) =>
    places.getOrInsertComputed(content, () => {
      contents.push(content);
      return tensors.push({ name, bytes: bytes() }) - 1;
    });
  const placeOfTensor = (tensor: Tensor) => placeOf(tensor, tensor.label, () => sizes.tensorBytes(tensor));
  const operations = steps.map((own): GraphOperation => {
    const matrices = own.flatMap((step) => sizes.matricesOf(step));
    const writes = new Set(own.flatMap((step) => outputsOf(step)));
    const reads = new Set(own.flatMap((step) => inputsOf(step))).difference(writes);
    return {
      name: own.map(({ op, layer, pass }) => `${op} of ${layer} (${pass})`).join(", "),
      reads: [
        ...new Set(matrices.map(({ key, name, bytes }) => placeOf(key, name, () => bytes))),
        ...[...reads].map(placeOfTensor),
      ],
      writes: [...writes].map(placeOfTensor),
      workspaceBytes: Math.max(...own.map((step) => sizes.workspaceBytes(step))),
    };
  });
  return { graph: assertOperationGraph({ tensors, operations }), steps, contents };
}
