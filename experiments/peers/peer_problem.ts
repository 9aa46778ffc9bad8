/**
 * Conversion of a program of this project to the problem that a peer trains: the same initial weights,
 * vertices and hyper-parameters.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { AdamConstants } from "../../kernels/adam/adam.ts";
import { UsageError } from "../../platform/errors.ts";
import { initialNumbers } from "../../training/executors/initialisation.ts";
import type { Program } from "../../training/program/program.ts";
import type { VertexData, VertexFeatures } from "../../training/vertex_data.ts";
import type { PeerTrainingProblem } from "./peer_training.ts";

/** Parameters of training that a program does not contain. */
export interface PeerProblemOptions {
  /** Seed of the initial weights, as for `initialise`, and of the peer's own dropout masks. */
  readonly seed: number;
  /** Dropout of the input of every layer, as for `gcn`; 0 when absent. */
  readonly dropout?: number;
}

/** Names of a layer's parameters: those of the worker, by those of a program. */
const PARAMETER_NAMES: Readonly<Record<string, string>> = {
  "weight": "W",
  "bias": "b",
  "attention vectors": "A",
};

/**
 * The problem of a program that `gcn` or `gat` has made, with its Adam. Sparse features become dense, which
 * is how the libraries' layers take them.
 *
 * @throws {UsageError} for a program that is no GCN or GAT with weight decay in its first layer alone, or for
 * vertices of several classes.
 * @example
 * ```ts
 * import { PeerTraining } from "./peer_training.ts";
 * import type { VertexData, VertexTask } from "gnn-repro";
 * function openOnDgl({ program }: VertexTask, data: VertexData): Promise<PeerTraining> {
 *   return PeerTraining.open("dgl", peerProblem(program, data, { seed: 1 }), { threads: 2 });
 * }
 * ```
 */
export function peerProblem(
  program: Program,
  data: VertexData,
  { seed, dropout = 0 }: PeerProblemOptions,
): PeerTrainingProblem {
  if (data.truth.labels === undefined) throw notAGcn("several classes a vertex");
  const widths = [data.features.kind === "dense" ? data.features.width : data.features.matrix.cols];
  const parameters: Record<string, Float32Array> = {};
  for (const parameter of program.parameters) {
    const { label, rows, cols } = parameter.tensor;
    const [, layer, role] = /^layer (\d+) (weight|bias|attention vectors)$/.exec(label) ?? [];
    const name = PARAMETER_NAMES[role];
    if (name === undefined) throw notAGcn(`parameter ${label}`);
    if (role === "weight") {
      if (Number(layer) !== widths.length || rows !== widths.at(-1)) {
        throw notAGcn(`${label}, ${rows} x ${cols}`);
      }
      widths.push(cols);
    }
    parameters[`${name}${layer}`] = initialNumbers(parameter, seed);
  }
  const heads = program.evaluate.flatMap((step) => step.op === "head-spmm" ? [step.heads] : []);
  const hops = program.evaluate.filter(({ op, phase }) => op === "spmm" && phase === "aggregation").length;
  if (Math.max(hops, heads.length) !== widths.length - 1 || hops * heads.length > 0) {
    throw notAGcn(`${hops + heads.length} aggregations in ${widths.length - 1} layers`);
  }
  return {
    matrix: data.adjacency,
    features: denseFeatures(data.features),
    widths,
    ...(heads.length > 0 && { heads }),
    parameters,
    labels: data.truth.labels,
    sets: nonEmpty({ ...data.split }),
    dropout: { input: dropout, hidden: dropout },
    adam: adamOf(program),
    seed,
  };
}

function nonEmpty({ train, ...others }: VertexData["split"]): PeerTrainingProblem["sets"] {
  return { train, ...Object.fromEntries(Object.entries(others).filter(([, { length }]) => length > 0)) };
}

/**
 * The constants of the first layer's Adam steps, which may differ from the others' in their weight decay
 * alone.
 */
function adamOf({ train }: Program): AdamConstants {
  const steps = train.filter((step) => step.op === "adam");
  const isFirst = ({ label }: { readonly label: string }) => label.startsWith("layer 1 ");
  const first = steps.find(({ parameter }) => isFirst(parameter));
  if (first === undefined) throw notAGcn("a first layer without an Adam step");
  for (const { parameter, constants } of steps) {
    const wanted = isFirst(parameter) ? first.constants : { ...first.constants, weightDecay: 0 };
    const names = Object.keys(wanted) as (keyof AdamConstants)[];
    const other = names.find((name) => constants[name] !== wanted[name]);
    if (other) throw notAGcn(`${other} ${constants[other]} of ${parameter.label}`);
  }
  return first.constants;
}

function denseFeatures(features: VertexFeatures): Float32Array {
  if (features.kind === "dense") return features.values;
  const { rows, cols, rowPtr, colIdx, values }: CsrMatrix = features.matrix;
  const dense = new Float32Array(rows * cols);
  for (let r = 0; r < rows; r++) {
    for (let e = rowPtr[r]; e < rowPtr[r + 1]; e++) dense[r * cols + colIdx[e]] = values ? values[e] : 1;
  }
  return dense;
}

function notAGcn(current: string): UsageError {
  return new UsageError({
    action: "give a program to a peer",
    current,
    wanted: "a GCN or GAT with one class a vertex, Adam, and weight decay in the first layer alone",
    next: "make the program with gcn or gat and adam, or leave the peers out",
  });
}
