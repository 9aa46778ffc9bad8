/**
 * Dense features as a NumPy array with a row a vertex.
 *
 * @module
 */
import type { DenseFeatures } from "../dataset.ts";
import { DataError } from "../../platform/errors.ts";
import type { ByteSource } from "./bytes/byte_source.ts";
import { readNpy, readNpyHeader } from "./numpy/npy.ts";

/** Greatest number of values, which are counted in 32 bits. */
const MAX_VALUES = 2 ** 32 - 1;

/**
 * Opens dense features: their width from the header of their array, and a function to read them, `rows` x
 * width, row-major, finite.
 *
 * @throws {DataError} if the array has another shape, or its file does not hold it. `load` throws one that
 * names row and column of a value that is NaN or infinite.
 */
export async function npyFeatures(source: ByteSource, rows: number): Promise<DenseFeatures> {
  const { shape, count, dataOffset } = await readNpyHeader(source);
  if (shape.length !== 2 || shape[0] !== rows || count > MAX_VALUES) {
    throw new DataError({ file: source.name, offset: dataOffset }, {
      current: `features of ${shape.join(" x ")}`,
      wanted: `a row for each of ${rows} vertices, at most ${MAX_VALUES} values`,
      next: "download the file again",
    });
  }
  return { width: shape[1], load: async () => (await readNpy(source, "float32", MAX_VALUES)).values };
}
