/**
 * Features of a part in slices, whatever they come from: dense rows, sparse rows with their zeros written
 * out, or random rows that nobody has drawn before.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { graphHash } from "../../graph/graph_hash.ts";
import { sha256 } from "../../platform/files/digest.ts";
import { drawnRows, type FeatureSource } from "../../training/vertex_features.ts";

/** Numbers of a slice. */
const SLICE_NUMBERS = 2 ** 20;

/** Number of feature columns. */
export function featureWidth(source: FeatureSource): number {
  return source.kind === "sparse" ? source.matrix.cols : source.width;
}

/** Identity of features, for the key of a partition. */
export function featureIdentity(source: FeatureSource): Readonly<Record<string, string | number>> {
  const width = featureWidth(source);
  switch (source.kind) {
    case "sparse":
      return { width, sha256: graphHash(source.matrix) };
    case "dense": {
      const { values: { buffer, byteOffset, byteLength } } = source;
      return { width, sha256: sha256(new Uint8Array(buffer, byteOffset, byteLength)) };
    }
    case "drawn":
      return { width, seed: source.seed };
  }
}

/** Writer of one vertex's row into memory of zeros. */
function rowWriter(source: FeatureSource): (vertex: number, row: Float32Array) => void {
  switch (source.kind) {
    case "sparse":
      return sparseRows(source.matrix);
    case "dense": {
      const { width, values } = source;
      return (vertex, row) => row.set(values.subarray(vertex * width, (vertex + 1) * width));
    }
    case "drawn":
      return drawnRows(source);
  }
}

function sparseRows({ rowPtr, colIdx, values }: CsrMatrix): (vertex: number, row: Float32Array) => void {
  return (vertex, row) => {
    for (let e = rowPtr[vertex]; e < rowPtr[vertex + 1]; e++) row[colIdx[e]] = values ? values[e] : 1;
  };
}

/**
 * Yields the rows of some vertices, row-major, in slices of a few mebibytes; a slice is valid until the next.
 *
 * @param vertices VID_o, in the order of the rows.
 */
export function* featureSlices(source: FeatureSource, vertices: Uint32Array): Generator<Float32Array> {
  const width = featureWidth(source), write = rowWriter(source);
  const rows = Math.max(1, Math.floor(SLICE_NUMBERS / Math.max(1, width)));
  const slice = new Float32Array(Math.min(rows, vertices.length) * width);
  for (let from = 0; from < vertices.length; from += rows) {
    const count = Math.min(rows, vertices.length - from);
    slice.fill(0);
    for (let i = 0; i < count; i++) write(vertices[from + i], slice.subarray(i * width, (i + 1) * width));
    yield slice.subarray(0, count * width);
  }
}
