/**
 * Drawn features that say something of a vertex's class, but not enough without its neighbours.
 *
 * @module
 */
import { RandomStream } from "../../platform/random.ts";
import type { VertexData } from "../../training/vertex_data.ts";

/**
 * Noise of variance 1, and the mark of one of K classes, of length sqrt(2 ln K): about that of the greatest
 * of K draws of the noise, so that the best guess from a vertex alone is right for 7 to 8 vertices in 10.
 *
 * @returns `vertices x width` numbers, row-major.
 */
export function markedFeatures(
  { truth, classes, adjacency: { rows } }: VertexData,
  { width, seed }: { readonly width: number; readonly seed: number },
): Float32Array {
  const stream = new RandomStream(seed, "marked features");
  const scale = Math.sqrt(2 * Math.log(classes) / width);
  const marks = Float32Array.from({ length: classes * width }, () => scale * stream.normal());
  return Float32Array.from({ length: rows * width }, (_, i) => {
    const label = truth.labels![Math.floor(i / width)];
    return stream.normal() + marks[label * width + i % width];
  });
}
