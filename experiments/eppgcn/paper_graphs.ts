/**
 * The eight graphs of eppgcn's evaluation as its suites use them, with widths and sizes by profile.
 *
 * @module
 */
import { parseDatasetName } from "../../datasets/generators/stand_in.ts";
import type { Workload } from "../cell.ts";
import type { Profile } from "../profiles.ts";

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
