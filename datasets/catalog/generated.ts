/**
 * Graphs that nobody publishes: any size of a generator, by name.
 *
 * @module
 */
import type { DatasetRecord } from "../dataset.ts";

/** R-MAT graph of a thousand million edges; `rmat@1/100` has ten million. */
export const rmat: DatasetRecord = {
  id: "rmat",
  title: "R-MAT with the probabilities of Graph500",
  publisher: "drawn by this harness",
  licence: "MIT",
  citation: "Chakrabarti, Zhan, Faloutsos: R-MAT: A recursive model for graph mining, SDM 2004",
  printed: [],
  sources: [],
  counts: { vertices: 62_500_000, storedEdges: 2_000_000_000, undirectedEdges: 1_000_000_000 },
  countsFrom: "published",
  featureWidth: 128,
  classes: 172,
  standIn: false,
  note: "Sixteen edges a vertex, as in Graph500; width and classes are those of Papers100M.",
};
