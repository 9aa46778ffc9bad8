/**
 * Datasets of one edge list, for tests.
 *
 * @module
 */
import type { DatasetFile, DatasetRecord, DatasetSource } from "../../datasets/dataset.ts";
import { registerDataset } from "../../datasets/registry.ts";

/** Registers the triangle of three undirected edges, each listed once, as a dataset without a stand-in. */
export function registerEdgeList(
  id: string,
  files: readonly DatasetFile[],
  { obtain, countsFrom = "measured" }:
    & Pick<DatasetSource, "obtain">
    & Partial<Pick<DatasetRecord, "countsFrom">> = {},
): DatasetRecord {
  const record: DatasetRecord = {
    id,
    title: id,
    publisher: "a test",
    licence: "none",
    citation: "none",
    printed: [],
    sources: [{
      title: "edge list",
      format: "snap",
      files,
      rule: { listed: "undirected, once", symmetrise: true, selfLoops: "drop" },
      ...(obtain !== undefined && { obtain }),
    }],
    counts: { vertices: 3, storedEdges: 6, undirectedEdges: 3 },
    countsFrom,
    standIn: false,
  };
  registerDataset(record);
  return record;
}
