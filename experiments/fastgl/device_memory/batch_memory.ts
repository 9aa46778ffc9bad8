/**
 * Bytes on the card while a mini-batch is trained on, under two systems' ways to store things: a ledger of
 * shapes, nothing is allocated.
 *
 * @module
 */
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { graphConvolution } from "../../../training/layers/graph_convolution.ts";
import type { Layer } from "../../../training/layers/layer.ts";
import { batchProgram, blockNeeds, type BlockShape } from "../../../training/mini_batch/mod.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import {
  programLedger,
  type SparseCopy,
  sparseCopyBytes,
  type StoragePolicy,
} from "../../../training/program/memory_ledger.ts";
import type { Program } from "../../../training/program/program.ts";
import type { SparseOperand } from "../../../training/program/tensor.ts";
import { type Metric, modelled, type ModelledValue } from "../../metrics.ts";
import type { SampledGraph } from "../sampling_graphs.ts";

/** A system whose memory is modelled. */
export type StoredSystem = "dgl" | "fastgl";

/** Mini-batch and model that are trained. */
export interface StoredBatch {
  /** Blocks, the one next to the input first. */
  readonly blocks: readonly BlockShape[];
  /** Columns of features and logits. */
  readonly graph: Pick<SampledGraph, "featureWidth" | "classes">;
  /** Columns of the hidden layers. */
  readonly hidden: number;
}

/** Bytes at the moment of the most. */
export interface BatchMemory {
  /** Total. */
  readonly bytes: number;
  /** Features of two mini-batches. */
  readonly featureBytes: number;
  /** Blocks of the mini-batch in all their copies, those of the next one, and ids. */
  readonly topologyBytes: number;
  /** Activations, gradients, copies of inputs, parameters and their moments. */
  readonly otherBytes: number;
}

const INT64 = 8, FLOAT32 = 4;

/** Output of DGL's sampler: 64-bit ids. */
const COO: SparseCopy = { format: "coo", indexBytes: INT64, entryBytes: 0 };
/** Operand of DGL's products, a block or its transpose: 64-bit ids, and an edge id an entry. */
const COMPRESSED: SparseCopy = { format: "csr", indexBytes: INT64, entryBytes: INT64 };

/** Autograd keeps what the forward pass writes; activation and dropout are operations of their own. */
const PYTORCH: StoragePolicy = { keepActivations: true, separateEpilogues: true };

/**
 * The most bytes while a mini-batch is trained on.
 *
 * @param system System whose way to store things is taken, as {@link MEMORY_NOTES} have it.
 */
export function batchMemory(system: StoredSystem, batch: StoredBatch): BatchMemory {
  const { blocks, graph: { featureWidth, classes } } = batch;
  const layers = gcnLayers(batch);
  const model = {
    layers,
    aggregation: system === "dgl" ? "sum" : "gcn",
    optimizer: adam(),
    seed: 1,
    featureWidth,
    classes,
    labels: "single",
  } as const;
  const { program, adjacencies, features } = batchProgram(model, blocks, blockNeeds(model, blocks));
  const forward = new Set<SparseOperand>(adjacencies.map(({ matrix }) => matrix));
  // The transpose is there for a block that gradients pass through.
  const copies = (operand: SparseOperand) => forward.has(operand) ? [COO, COMPRESSED] : [COMPRESSED];
  const policy = system === "dgl" ? { ...PYTORCH, sparseCopies: copies } : PYTORCH;
  const { liveBytes, sparseBytes } = programLedger(program, policy);

  const scaled = system === "dgl" ? normalisedInputBytes(program) : new Float64Array(liveBytes.length);
  const live = liveBytes.reduce((most, bytes, at) => Math.max(most, bytes + scaled[at]), 0);
  const featureBytes = FLOAT32 * features.rows * features.cols;
  const sampledBytes = system === "dgl"
    ? sumOf(forward, (operand) => sparseCopyBytes(operand, COO))
    : sparseBytes;
  const topologyBytes = sparseBytes + sampledBytes + 2 * idBytes(system, blocks);
  const otherBytes = live - featureBytes - sparseBytes;
  return {
    bytes: 2 * featureBytes + topologyBytes + otherBytes,
    featureBytes: 2 * featureBytes,
    topologyBytes,
    otherBytes,
  };
}

/**
 * Three layers with dropout behind each but the last; the narrower side is aggregated, as in DGL's GraphConv.
 */
function gcnLayers({ blocks, graph: { featureWidth, classes }, hidden }: StoredBatch): readonly Layer[] {
  const widths = blocks.map((_, i) => i + 1 < blocks.length ? hidden : classes);
  return widths.map((width, i) =>
    graphConvolution({
      label: `layer ${i + 1}`,
      width,
      order: (i === 0 ? featureWidth : widths[i - 1]) > width ? "transform-first" : "aggregate-first",
      ...(i + 1 < blocks.length ? { negativeSlope: 0, dropout: 0.5 } : {}),
    })
  );
}

/**
 * Bytes of the degree-normalised copy of each layer's input at each step: where it is transformed first to
 * the end, since the gradient of the weights needs it, else only while it is aggregated.
 */
function normalisedInputBytes({ train, parameters }: Program): Float64Array {
  const bytes = new Float64Array(train.length);
  const add = (
    { rows, cols }: { readonly rows: number; readonly cols: number },
    first: number,
    last: number,
  ) => {
    for (let at = first; at <= last; at++) bytes[at] += FLOAT32 * rows * cols;
  };
  for (const { tensor } of parameters) {
    const product = train.findIndex((step) => step.op === "gemm" && step.b === tensor);
    const gemm = train[product];
    if (gemm?.op !== "gemm") continue;
    const aggregated = train.findIndex((step) => step.op === "spmm" && step.out === gemm.a);
    const spmm = train[aggregated];
    if (spmm?.op === "spmm") add(spmm.x, aggregated, aggregated);
    else add(gemm.a, product, train.length - 1);
  }
  return bytes;
}

/** Bytes of the ids by which a sampled mini-batch is tied to its graph. */
function idBytes(system: StoredSystem, blocks: readonly BlockShape[]): number {
  if (system === "fastgl") return INT64 * blocks[0].cols;
  // An id a source, and an id an edge, of each block.
  return sumOf(blocks, ({ cols, nnz }) => INT64 * (cols + nnz));
}

/** Bytes of the units in which memories are printed. */
export const MB = 1e6, GB = 1e9;

/** Memory of the paper's card in bytes, as printed; decimal, as all printed numbers are taken. */
export const CARD_BYTES = 24e9;

/** Parts of a memory, in the order in which they are stacked. */
const MEMORY_PARTS = {
  features_memory: "features of two mini-batches",
  topology_memory: "blocks and ids",
  other_memory: "activations, gradients, copies of inputs",
} as const;

/** Metric of a part of a memory. */
export type MemoryPart = keyof typeof MEMORY_PARTS;

/** Metrics of the parts, in the order of stacks. */
export const MEMORY_STACK: readonly string[] = Object.keys(MEMORY_PARTS);

/** Metrics of the parts in a unit of bytes. */
export function memoryMetrics<U extends "MB" | "GB">(
  unit: U,
): Readonly<Record<MemoryPart, Metric & { readonly unit: U }>> {
  const metric = (part: MemoryPart) => ({ label: MEMORY_PARTS[part], unit, better: "lower" } as const);
  return {
    features_memory: metric("features_memory"),
    topology_memory: metric("topology_memory"),
    other_memory: metric("other_memory"),
  };
}

/** Parts of a memory in a unit of so many bytes. */
export function memoryParts(
  { featureBytes, topologyBytes, otherBytes }: BatchMemory,
  unitBytes: number,
): Readonly<Record<MemoryPart, ModelledValue>> {
  const part = (bytes: number): ModelledValue => modelled(bytes / unitBytes);
  return {
    features_memory: part(featureBytes),
    topology_memory: part(topologyBytes),
    other_memory: part(otherBytes),
  };
}

/** Notes of suites that model memory. */
export const MEMORY_NOTES: readonly string[] = [
  "A ledger of shapes, from the first write of every array to its last use, at the most of an iteration; nothing is allocated. " +
  "What a driver, a context, a sampler and a caching allocator take comes on top, in every system; so does the graph itself where " +
  "it lies on the card, which the paper does not say.",
  "Shapes: mini-batches of the stand-in, which keeps batch/V, degrees and the size of communities, times 8000 over their seeds.",
  "Both policies, as written in PyTorch: activations are kept to the end of the iteration, ReLU and dropout are operations of " +
  "their own, the narrower side of a layer is aggregated; features of two mini-batches are on the card (DGL prefetches the next " +
  "one, Table 5; FastGL keeps the last one for Match, Section 4.1), and the topology of the next one (Section 6.5).",
  'Policy of DGL, GraphConv(norm="both"): a COO of 64-bit ids, a CSC for the forward and a CSR for the backward pass with an ' +
  "edge id an entry, ids of vertices and edges in the graph; a degree-normalised copy of every layer's input, kept where the " +
  "gradient of the weights needs it.",
  "Policy of FastGL: a CSR of 32-bit ids with a weight an entry for either pass, an id a vertex; weights take the place of " +
  "normalised copies.",
  "The policies were written down from what the paper and these systems document, before any number was computed.",
];
