/**
 * Vertices for the parts that a partitioner has left empty.
 *
 * @module
 */
import { type KwayState, moveVertex, PartTies } from "./refine.ts";

/**
 * Gives every empty part the vertex of the heaviest part that is tied to it least; needs as many vertices as
 * parts.
 */
export function fillEmptyParts(state: KwayState): void {
  const { graph, parts, load, members, count } = state;
  const ties = new PartTies(count);
  for (let empty = 0; empty < count; empty++) {
    if (members[empty] > 0) continue;
    let donor = -1;
    for (let p = 0; p < count; p++) {
      if (members[p] > 1 && (donor < 0 || load[0][p] > load[0][donor])) donor = p;
    }
    let chosen = -1, weakest = Infinity;
    for (let v = 0; v < graph.vertices; v++) {
      if (parts[v] !== donor) continue;
      ties.gather(graph, parts, v);
      if (ties.tie[donor] < weakest) {
        weakest = ties.tie[donor];
        chosen = v;
      }
      ties.clear();
    }
    if (chosen >= 0) moveVertex(state, chosen, empty);
  }
}
