/**
 * Graphs of the page: stand-ins that it draws itself, the same on every machine.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { fidelityOf } from "../../../datasets/fidelity.ts";
import { standInFamily } from "../../../datasets/generators/families.ts";
import { drawStandIn } from "../../../datasets/generators/family.ts";
import { parseDatasetName } from "../../../datasets/generators/stand_in.ts";
import { countGraph } from "../../../datasets/graph_counts.ts";
import { identifyingBytes } from "../../../graph/identifying_bytes.ts";
import { UsageError } from "../../../platform/errors.ts";
import { webSha256 } from "../../../platform/files/web_digest.ts";
import type { DatasetSummary } from "../../../results/store/session_document.ts";
import type { LadderWorkload } from "../../trials/ladder.ts";

/** A graph of the page, and the workload that the ladder has of it. */
export interface PageGraph {
  /** Name of the stand-in: `archaea@1/32`. */
  readonly name: string;
  /** Workload, named as a run of the ladder names it. */
  readonly workload: LadderWorkload;
}

/** Name of a set of graphs. */
export type GraphSet = "recorded" | "small" | "smoke";

/** Columns of features: those of the recorded sessions. */
const WIDTH = 64;

function pageGraph(name: string, dataset: string): PageGraph {
  const { id } = parseDatasetName(name);
  return { name, workload: { id: `${id}:w${WIDTH}`, dataset, factors: { width: WIDTH } } };
}

/**
 * Sets of graphs: those that recorded sessions have (5 to 7 million stored edges each), small ones, and one
 * for tests. A workload asks for the dataset as a run does, so that both are one question.
 */
export const GRAPH_SETS: Readonly<Record<GraphSet, readonly PageGraph[]>> = {
  recorded: [
    pageGraph("ogbn-proteins@1/16", "ogbn-proteins@1/16"),
    pageGraph("archaea@1/32", "archaea"),
    pageGraph("reddit@1/16", "reddit"),
  ],
  small: [pageGraph("pubmed@1/1", "pubmed@1/1"), pageGraph("reddit@1/256", "reddit@1/256")],
  smoke: [pageGraph("cora@1/1", "cora@1/1")],
};

/**
 * Draws a stand-in.
 *
 * @throws {UsageError} for a name without a scale, or of a graph that has no stand-ins.
 */
export async function drawPageGraph(name: string, seed: number): Promise<LoadedDataset> {
  const { id, standIn } = parseDatasetName(name), family = standInFamily(id);
  if (standIn === undefined || family === undefined) {
    throw new UsageError({
      action: `draw ${name}`,
      current: "no stand-in of this name",
      wanted: "a stand-in such as reddit@1/16",
      next: "see deno task datasets list",
    });
  }
  const { graph, note } = drawStandIn(family, standIn, seed);
  const bytes = await new Blob([...identifyingBytes(graph)] as Uint8Array<ArrayBuffer>[]).bytes();
  return { id: name, kind: "stand-in", graph, hash: await webSha256(bytes), counts: countGraph(graph), note };
}

/** Summary of a drawn graph in a session. */
export function pageDatasetSummary(dataset: LoadedDataset): DatasetSummary {
  const { id, kind, hash, counts: { vertices, storedEdges }, note } = dataset;
  return { name: id, kind, hash, vertices, storedEdges, note, fidelity: fidelityOf(dataset) };
}
