/**
 * Graphs of the suites of whole trainings, at the sizes that profiles take.
 *
 * @module
 */
import type { Profile } from "../../profiles.ts";
import { graphInProfile, type GraphWorkload, timedGraphs } from "../paper_graphs.ts";

/** Graphs with the most vertices: their dense features and not their edges make an epoch long. */
const THIRTY_SECONDTHS: ReadonlySet<string> = new Set(["web-google", "com-youtube"]);

/**
 * Dataset of a suite of trainings in a profile: smaller than that of products where epochs would last too
 * long.
 */
function trainedGraphInProfile(id: string, profile: Profile): string {
  return profile.id === "standard" && THIRTY_SECONDTHS.has(id) ? `${id}@1/32` : graphInProfile(id, profile);
}

/** A GCN on each of the paper's graphs that a profile times. */
export function trainedWorkloads(profile: Profile): GraphWorkload[] {
  return timedGraphs(profile).map((graph) => {
    const { id } = graph;
    return { id, graph, dataset: trainedGraphInProfile(id, profile), model: "GCN", factors: {} };
  });
}
