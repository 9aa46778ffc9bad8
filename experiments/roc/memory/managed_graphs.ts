/**
 * The models of roc's memory manager at the published sizes: programs, operation graphs, and how CommNet is
 * taken apart.
 *
 * @module
 */
import { datasetRecord } from "../../../datasets/registry.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { gcnNormalise, rowMean } from "../../../graph/normalization.ts";
import type { Layer } from "../../../training/layers/layer.ts";
import { type OperationGraph, operationGraph, operationsOf } from "../../../training/memory_manager/mod.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { gin } from "../../../training/models/gin.ts";
import { graphSage } from "../../../training/models/graph_sage.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import type { Program } from "../../../training/program/program.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";

/** The models of Figure 4 and Section 5. */
export const MANAGED_MODELS = ["GCN", "GIN", "CommNet"] as const;

/** A model that is managed. */
export type ManagedModel = typeof MANAGED_MODELS[number];

/** Dropout of the authors' sample run. */
export const DROPOUT = 0.5;

/** Memory of a P100 in GB; the paper names the card and not its memory. */
export const CARD_GB = 16;

/** Size of a model. */
export interface ModelSize {
  /** Columns of the last layer. */
  readonly classes: number;
  /** Columns of the hidden layers. */
  readonly hidden: number;
  /** Layers; 2 when absent. */
  readonly layers?: number;
  /** Dropout of the input of every layer; {@linkcode DROPOUT} when absent. */
  readonly dropout?: number;
}

/**
 * The layers of a model. CommNet is two linear maps a layer, of the vertex and of its neighbours' mean, ReLU
 * in place of tanh.
 */
export function managedLayers(
  model: ManagedModel,
  { layers = 2, dropout = DROPOUT, ...size }: ModelSize,
): readonly Layer[] {
  const options = { ...size, layers, dropout };
  switch (model) {
    case "GCN":
      return gcn(options);
    case "GIN":
      return gin(options);
    case "CommNet":
      return graphSage({ ...options, bias: false });
    default:
      throw model satisfies never;
  }
}

/** Normalisation of the matrix that a model aggregates with. */
export function managedAdjacency(model: ManagedModel): (graph: CsrMatrix) => CsrMatrix {
  switch (model) {
    case "GCN":
      return gcnNormalise;
    case "GIN":
      return (graph) => {
        const { rows, cols, rowPtr, colIdx } = gcnNormalise(graph);
        return { rows, cols, rowPtr, colIdx };
      };
    case "CommNet":
      return rowMean;
    default:
      throw model satisfies never;
  }
}

/** A graph as roc's Table 4 prints it. */
export interface PrintedGraph {
  /** Vertices. */
  readonly vertices: number;
  /** Stored entries, self-loops included. */
  readonly edges: number;
  /** Columns of the features. */
  readonly features: number;
  /** Classes. */
  readonly classes: number;
}

/** The printed sizes of a graph, by its id in the registry. */
export function printedGraph(id: string): PrintedGraph {
  const { vertices, edges, features, classes } = datasetRecord(id).printed.find(({ paper }) =>
    paper === "roc"
  )!;
  return { vertices, edges, features: features!, classes: classes! };
}

/** A training at the published size. */
export interface PublishedTraining extends Omit<ModelSize, "classes"> {
  /** Model that is trained. */
  readonly model: ManagedModel;
  /** Id in the registry. */
  readonly graph: string;
}

/**
 * A training step at the published size; nothing is allocated for it. Entries have no values: degrees scale
 * them.
 */
export function publishedProgram({ model, graph, ...size }: PublishedTraining): Program {
  const { vertices, edges: entries, features: width, classes } = printedGraph(graph);
  return vertexClassification(
    { graph: { vertices, entries, weighted: false }, features: { kind: "dense", width }, classes },
    { layers: managedLayers(model, { ...size, classes }), optimizer: adam(), seed: 1 },
  ).program;
}

/** Operations of a training at the published size, as the memory manager plans them. */
export function publishedOperations(training: PublishedTraining): OperationGraph {
  return operationsOf(publishedProgram(training)).graph;
}

/**
 * CommNet with one linear map a layer, of the vertex and its neighbours' mean side by side: the other way
 * to take `h' = ReLU(H h + C c)` into operations, which leaves a chain.
 */
export function oneMapCommNet(
  graph: string,
  { hidden, layers = 2 }: Omit<ModelSize, "classes">,
): OperationGraph {
  const { vertices, edges, features, classes } = printedGraph(graph);
  const widths = [features, ...new Array<number>(layers - 1).fill(hidden), classes];
  const bytes: Record<string, number> = { g: 4 * (vertices + 1 + edges) };
  const rows = (name: string, width: number) => {
    bytes[name] = 4 * vertices * width;
    return name;
  };
  const at = Array.from({ length: layers }, (_, l) => {
    bytes[`w${l + 1}`] = 4 * 2 * widths[l] * widths[l + 1];
    return { h: rows(`h${l}`, widths[l]), c: rows(`c${l}`, widths[l]), w: `w${l + 1}`, l };
  });
  rows(`h${layers}`, widths[layers]);
  const forward = at.flatMap(({ h, c, w, l }) => [
    { name: `mean of layer ${l + 1}`, reads: ["g", h], writes: [c] },
    { name: `map of layer ${l + 1}`, reads: [h, c, w], writes: [`h${l + 1}`] },
  ]);
  const loss = { name: "loss", reads: [`h${layers}`], writes: [rows(`ds${layers}`, widths[layers])] };
  const backward = at.toReversed().flatMap(({ h, c, w, l }) => {
    const gradient = l + 1 === layers ? [`ds${layers}`] : [`ds${l + 1}`, `dn${l + 1}`, `h${l + 1}`];
    const reads = [...gradient, h, c, w], name = `map of layer ${l + 1} backward`;
    // Nothing learns from the gradient of the features.
    if (l === 0) return [{ name, reads: [...gradient, h, c], writes: [] }];
    const [own, mean, neighbours] = ["ds", "dc", "dn"].map((part) => rows(`${part}${l}`, widths[l]));
    return [
      { name, reads, writes: [own, mean] },
      { name: `mean of layer ${l + 1} backward`, reads: ["g", mean], writes: [neighbours] },
    ];
  });
  return operationGraph(bytes, [...forward, loss, ...backward]);
}
