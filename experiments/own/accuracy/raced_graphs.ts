/**
 * Graphs on which trainings race to an accuracy, with their data in the forms that the trainings read.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { MissingError } from "../../../platform/errors.ts";
import { type VertexData, vertexData } from "../../../training/vertex_data.ts";
import type { Lab } from "../../lab.ts";
import type { Profile } from "../../profiles.ts";
import { markedFeatures } from "../../trials/marked_features.ts";

/** A graph of the race. */
export interface RacedGraph {
  /** Id in workloads. */
  readonly id: string;
  /** Dataset that it is loaded as. */
  readonly dataset: string;
  /** Origin of its labels and features: the publisher, or drawn communities with a mark of each. */
  readonly truth: "published" | "planted";
}

/** Graphs with labels of their publishers, the citation graphs first, and planted partitions. */
const GRAPHS: readonly RacedGraph[] = [
  { id: "cora", dataset: "cora", truth: "published" },
  { id: "citeseer", dataset: "citeseer", truth: "published" },
  { id: "pubmed", dataset: "pubmed", truth: "published" },
  { id: "planted", dataset: "ogbn-products@1/512", truth: "planted" },
  { id: "planted-larger", dataset: "ogbn-products@1/256", truth: "planted" },
];

/** Planted partitions of seconds. */
const TOY: RacedGraph = { id: "planted", dataset: "ogbn-products@1/8192", truth: "planted" };

/** Graphs at the size of a profile. */
export function racedGraphs({ id }: Pick<Profile, "id">): readonly RacedGraph[] {
  return id === "smoke" ? [TOY] : GRAPHS;
}

/** Share of the vertices of planted partitions that train, and columns of their features. */
export const PLANTED_SHARE = 0.1, PLANTED_WIDTH = 64;

/** Data of a graph. */
export interface RacedData {
  /** Features as published: bags of words are sparse. */
  readonly whole: VertexData;
  /** The same features with their zeros written out, as rows that can be copied and sent. */
  readonly rows: VertexData;
}

/**
 * Prepares the data of a graph. Called through `lab.once`.
 *
 * @throws {MissingError} where labels or features of a publisher are not at hand: an accuracy on others is
 * another one.
 */
export async function racedData(
  { seed }: Pick<Lab, "seed">,
  dataset: LoadedDataset,
  { truth }: Pick<RacedGraph, "truth">,
): Promise<RacedData> {
  if (truth === "planted") {
    const drawn = await vertexData(dataset, { seed, randomWidth: 1, trainingShare: PLANTED_SHARE });
    const values = markedFeatures(drawn, { width: PLANTED_WIDTH, seed });
    const marked: VertexData = { ...drawn, features: { kind: "dense", width: PLANTED_WIDTH, values } };
    return { whole: marked, rows: marked };
  }
  if (dataset.kind === "stand-in" || dataset.features === undefined) {
    throw new MissingError({
      action: `train on ${dataset.id}`,
      current: dataset.kind === "stand-in" ? "a stand-in" : "no features of the publisher",
      wanted: "labels and features of the publisher: an accuracy on others is another one",
      next: "deno task datasets fetch cora citeseer pubmed",
    });
  }
  const whole = await vertexData(dataset, { seed });
  return { whole, rows: withZeros(whole) };
}

/** Writes the zeros of sparse features out. */
function withZeros(data: VertexData): VertexData {
  if (data.features.kind === "dense") return data;
  const { rows, cols: width, rowPtr, colIdx, values: entries } = data.features.matrix;
  const values = new Float32Array(rows * width);
  for (let r = 0; r < rows; r++) {
    for (let e = rowPtr[r]; e < rowPtr[r + 1]; e++) values[r * width + colIdx[e]] = entries?.[e] ?? 1;
  }
  return { ...data, features: { kind: "dense", width, values } };
}
