/**
 * The eight graphs of eppgcn's evaluation as its suites use them: sizes by profile, widths, training sets,
 * execution paths.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { parseDatasetName } from "../../datasets/generators/stand_in.ts";
import { datasetRecord } from "../../datasets/registry.ts";
import type { CsrMatrix } from "../../graph/csr.ts";
import { type ExecutionPath, executionPaths } from "../../graph/execution_paths.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import { RandomStream } from "../../platform/random.ts";
import type { Workload } from "../cell.ts";
import type { ExactLab } from "../lab.ts";
import type { Profile } from "../profiles.ts";
import { indices } from "../../platform/indices.ts";

/** A graph of the paper. Widths are those of its public scripts: the paper prints none. */
export interface PaperGraph {
  /** Id in the registry. */
  readonly id: string;
  /** Name in the paper: `Amazon`. */
  readonly name: string;
  /** Columns of the features. */
  readonly features: number;
  /** Classes. */
  readonly classes: number;
}

/** Graphs of the evaluation, in the order of Table III. */
export const PAPER_GRAPHS: readonly PaperGraph[] = [
  { id: "cora", name: "Cora", features: 1433, classes: 7 },
  { id: "citeseer", name: "Citeseer", features: 3703, classes: 6 },
  { id: "pubmed", name: "Pubmed", features: 500, classes: 3 },
  { id: "twitter", name: "Twitter", features: 64, classes: 32 },
  { id: "blog", name: "Blog", features: 64, classes: 32 },
  { id: "amazon0505", name: "Amazon", features: 96, classes: 22 },
  { id: "web-google", name: "Google", features: 64, classes: 32 },
  { id: "com-youtube", name: "Youtube", features: 64, classes: 47 },
];

/** A GCN on a graph of the paper. */
export interface GraphWorkload extends Workload {
  /** Graph as the paper has it. */
  readonly graph: PaperGraph;
}

const SMOKE_GRAPHS: ReadonlySet<string> = new Set(["cora", "twitter", "com-youtube"]);

/**
 * Graphs that a timed suite runs on: all of them, or three at smoke sizes, which decide nothing about time.
 */
export function timedGraphs(profile: Profile): readonly PaperGraph[] {
  return profile.id === "smoke" ? PAPER_GRAPHS.filter(({ id }) => SMOKE_GRAPHS.has(id)) : PAPER_GRAPHS;
}

/** dim_0 of Table I: columns between the two layers. */
export const HIDDEN = 16;
/** Share of the vertices that train, in percent (Section 6.1). */
export const TRAINING_PERCENT = 10;

/** Graph of the paper by its registry id, which may be the full name of a stand-in. */
export function paperGraph(dataset: string): PaperGraph {
  const { id } = parseDatasetName(dataset);
  return PAPER_GRAPHS.find((graph) => graph.id === id)!;
}

/** Graphs that no file is shipped for; an eighth of each gives the same answers in a fraction of the time. */
const EIGHTHS: ReadonlySet<string> = new Set(["blog", "amazon0505", "web-google", "com-youtube"]);

/** Dataset that a suite asks for in a profile: in `standard` the stand-ins of the larger graphs at 1/8. */
export function graphInProfile(id: string, profile: Profile): string {
  return profile.id === "standard" && EIGHTHS.has(id) ? `${id}@1/8` : id;
}

/** Graphs above the standard profile's maximum, but below the 10 M edges that two cores multiply in time. */
const ABOVE_STANDARD: ReadonlySet<string> = new Set(["web-google"]);

/** Dataset of a suite that needs the printed sizes: every graph at 1/1 in `standard` and `paper`. */
export function wholeGraphInProfile(id: string, profile: Profile): string {
  return profile.id === "standard" && ABOVE_STANDARD.has(id) ? `${id}@1/1` : id;
}

/** A GCN on each graph of the paper, at the size that a profile takes. */
export function graphWorkloads(profile: Profile): GraphWorkload[] {
  return PAPER_GRAPHS.map((graph) => {
    const { id } = graph;
    return { id, graph, dataset: graphInProfile(id, profile), model: "GCN", factors: {} };
  });
}

/** Size of the graph that a dataset stands for, over that of the dataset: 1 for the graph itself. */
export function originalScale({ id, kind, counts }: LoadedDataset): number {
  if (kind === "real") return 1;
  return Math.max(1, datasetRecord(parseDatasetName(id).id).counts.storedEdges / counts.storedEdges);
}

/**
 * Slots of a card for a graph that may be a part of its original: as many fewer as it has fewer edges, so
 * that a slot gets as much to do as it would get from the whole graph.
 */
export function scaledSlots(dataset: LoadedDataset, slots: number): number {
  return Math.max(1, Math.round(slots / originalScale(dataset)));
}

/** Number of training vertices; at least one of a graph that has any. */
export function trainingSetSize(vertices: number, percent: number): number {
  return Math.min(vertices, Math.max(1, Math.round(vertices * percent / 100)));
}

/** Vertices drawn uniformly, ascending. */
export function drawTrainingSet(vertices: number, percent: number, seed: number): Uint32Array {
  const size = trainingSetSize(vertices, percent);
  return new RandomStream(seed, "training set").shuffle(indices(vertices)).slice(0, size).sort();
}

function normalised(_lab: ExactLab, { graph }: LoadedDataset): CsrMatrix {
  return gcnNormalise(graph);
}

/** Aggregation matrix: GCN weights, self-loops added. Computed once for each dataset. */
export function aggregationMatrix(lab: Pick<ExactLab, "once">, dataset: LoadedDataset): Promise<CsrMatrix> {
  return lab.once(normalised, dataset, {});
}

/** Execution paths of a model of this depth for a drawn training set; layer L - 1 first. */
export async function pathsOf(
  lab: Pick<ExactLab, "once" | "seed">,
  dataset: LoadedDataset,
  { percent = TRAINING_PERCENT, layers = 2 }: { readonly percent?: number; readonly layers?: number } = {},
): Promise<ExecutionPath[]> {
  const matrix = await aggregationMatrix(lab, dataset);
  const training = drawTrainingSet(matrix.rows, percent, lab.seed);
  // Undirected with symmetric weights: the matrix is its own transpose.
  return executionPaths(matrix, training, { layers, transpose: matrix });
}
