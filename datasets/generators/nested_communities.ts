/**
 * Nested communities: a community falls into halves, these into halves again, down to groups of a few
 * vertices, and the probability of an edge falls with the size of the smallest part that holds both ends
 * (Kleinberg: Small-world phenomena and the dynamics of information, NIPS 2001; Leskovec, Kleinberg,
 * Faloutsos: Graphs over time, KDD 2005, "community guided attachment"). Vertices have degrees of their own,
 * as in the degree-corrected block model (Karrer, Newman: Phys. Rev. E 83, 2011). Edges are drawn without
 * repetition.
 *
 * The tiles of such a graph, in the order of its communities, are full near the diagonal and emptier with the
 * distance from it, as those of real graphs are; in a flat block model all tiles of a community are filled
 * alike.
 *
 * @module
 */
import { csrFromEdges } from "../../graph/edges.ts";
import { randomPermutation, RandomStream } from "../../platform/random.ts";
import type { DrawnGraph } from "./drawn_graph.ts";
import { drawIds, type IdOrder } from "./id_order.ts";
import { NestedDrawing } from "./nested_drawing.ts";
import { type BoundedPowerLaw, partitionByLaw, powerLawQuantile } from "./power_law.ts";
import { MAX_GRAPH_FILL } from "./stand_in.ts";

/** Parameters of nested communities. */
export interface NestedCommunityParameters {
  /** Number of vertices. */
  readonly vertices: number;
  /** Wanted number of entries in the symmetric adjacency. */
  readonly storedEdges: number;
  /** Number of communities; at most half as many as vertices are made. */
  readonly communities: number;
  /** Law of the community sizes. */
  readonly communitySizes: BoundedPowerLaw;
  /** Expected degrees within one community. */
  readonly degrees: BoundedPowerLaw;
  /** Share of the edges that join two communities; greater where vertices have no room for their edges. */
  readonly mixing: number;
  /**
   * Growth of a vertex's expected degree with the size of its community: 0 for none (social graphs), 1 for
   * proportional, so that all communities are equally dense (similarity graphs).
   */
  readonly degreeBySize: 0 | 1;
  /**
   * Exponent of the fall of edge probability with the size of the smallest part that holds both ends, within
   * a community: 0 fills a community evenly, 1 gives as many edges to parts of every size.
   */
  readonly locality: number;
  /** Order of the ids. */
  readonly ids: IdOrder;
}

/** Starts of the communities: sizes by the law, in random order. */
function drawCommunities(
  { vertices, communities, communitySizes }: NestedCommunityParameters,
  seed: number,
): Uint32Array {
  const count = Math.max(1, Math.min(communities, Math.floor(vertices / 2)));
  const sorted = partitionByLaw(vertices, count, communitySizes);
  const order = randomPermutation(count, new RandomStream(seed, "order of communities"));
  const starts = new Uint32Array(count + 1);
  order.forEach((c, i) => starts[i + 1] = starts[i] + sorted[c + 1] - sorted[c]);
  return starts;
}

/** Expected degree of each vertex, `total` together. */
function drawDegrees(
  { vertices, degrees, degreeBySize }: NestedCommunityParameters,
  starts: Uint32Array,
  total: number,
  seed: number,
): Float64Array {
  const stream = new RandomStream(seed, "stand-in degrees");
  const expected = new Float64Array(vertices);
  let sum = 0;
  for (let c = 0; c + 1 < starts.length; c++) {
    const factor = (starts[c + 1] - starts[c]) ** degreeBySize;
    for (let v = starts[c]; v < starts[c + 1]; v++) {
      expected[v] = factor * powerLawQuantile(stream.uniform(), degrees);
      sum += expected[v];
    }
  }
  return expected.map((degree) => degree * total / sum);
}

/**
 * Draws the graph. The same parameters and seed give the same graph everywhere, and graphs that differ in the
 * order of ids alone are the same graph with other ids.
 *
 * Edges for which a part has no room are drawn in the next larger part; edges for which the graph has no room
 * are dropped and counted. Memory: 16 bytes an edge and 40 a vertex, besides what `csrFromEdges` needs.
 */
export function nestedCommunities(parameters: NestedCommunityParameters, seed: number): DrawnGraph {
  const { vertices, storedEdges, locality, ids } = parameters;
  const starts = drawCommunities(parameters, seed);
  const communities = starts.length - 1;
  const wanted = Math.round(storedEdges / 2);
  const edges = Math.min(wanted, Math.floor(MAX_GRAPH_FILL * vertices * (vertices - 1) / 2));
  const expected = drawDegrees(parameters, starts, 2 * edges, seed);
  const mixing = communities === 1 ? 0 : parameters.mixing;
  const drawing = new NestedDrawing(expected, { edges, mixing, seed });
  const owed = new Float64Array(communities);
  for (let c = 0; c < communities; c++) owed[c] = drawing.community(starts[c], starts[c + 1], locality);
  drawing.between(starts, owed);

  const { source, target, count } = drawing.edges;
  const newId = drawIds(expected, ids, new RandomStream(seed, "stand-in ids"));
  const community = new Uint32Array(vertices), places = new Uint32Array(vertices);
  for (let c = 0; c < communities; c++) {
    for (let place = starts[c]; place < starts[c + 1]; place++) {
      community[newId[place]] = c;
      places[newId[place]] = place;
    }
  }
  for (let e = 0; e < count; e++) {
    source[e] = newId[source[e]];
    target[e] = newId[target[e]];
  }
  return {
    graph: csrFromEdges({ vertices, source, target, count, symmetrise: true }),
    community,
    places,
    droppedEdges: 2 * (wanted - count),
  };
}
