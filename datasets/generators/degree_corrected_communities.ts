/**
 * Planted communities with degrees of their own, after the degree-corrected block model (Karrer, Newman:
 * Stochastic blockmodels and community structure in networks, Phys. Rev. E 83, 2011), with a fixed number of
 * edges, drawn without repetition.
 *
 * @module
 */
import { csrFromEdges } from "../../graph/edges.ts";
import { RandomStream } from "../../platform/random.ts";
import type { DrawnGraph } from "./drawn_graph.ts";
import { drawIds, type IdOrder } from "./id_order.ts";
import { PairSet } from "./pair_set.ts";
import { type BoundedPowerLaw, partitionByLaw, quantile } from "./power_law.ts";
import { WeightedDraw } from "./weighted_draw.ts";

/** Parameters of planted communities. */
export interface CommunityGraphParameters {
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
  /** Share of the edges that join two communities. */
  readonly mixing: number;
  /**
   * Growth of a vertex's expected degree with the size of its community: 0 for none (social graphs), 1 for
   * proportional, so that all communities are equally dense (similarity graphs).
   */
  readonly degreeBySize: 0 | 1;
  /** Order of the ids. */
  readonly ids: IdOrder;
}

/** Greatest shares of their pairs to which communities and the whole graph are filled. */
export const MAX_COMMUNITY_FILL = 0.7, MAX_GRAPH_FILL = 0.25;
/** Mean number of draws for an edge before a part counts as full. */
const MAX_TRIES = 16;

/**
 * Draws the graph. The same parameters and seed give the same graph everywhere.
 *
 * Edges within a community come first; what a community has no room for is drawn between communities, and
 * what the graph has no room for is dropped and counted.
 */
export function degreeCorrectedCommunities(
  parameters: CommunityGraphParameters,
  seed: number,
): DrawnGraph {
  const { vertices, mixing, degreeBySize } = parameters;
  const communities = Math.max(1, Math.min(parameters.communities, Math.floor(vertices / 2)));
  const starts = partitionByLaw(vertices, communities, parameters.communitySizes);
  const communityOf = new Uint32Array(vertices);
  const weights = new Float64Array(vertices);
  const totals = new Float64Array(communities);
  const degreeStream = new RandomStream(seed, "stand-in degrees");
  let total = 0;
  for (let c = 0; c < communities; c++) {
    const factor = (starts[c + 1] - starts[c]) ** degreeBySize;
    for (let v = starts[c]; v < starts[c + 1]; v++) {
      communityOf[v] = c;
      weights[v] = factor * quantile(degreeStream.uniform(), parameters.degrees);
      totals[c] += weights[v];
    }
    total += totals[c];
  }

  const pairs = vertices * (vertices - 1) / 2;
  const wanted = Math.round(parameters.storedEdges / 2);
  const edges = Math.min(wanted, Math.floor(MAX_GRAPH_FILL * pairs));
  const newId = drawIds(weights, parameters.ids, new RandomStream(seed, "stand-in ids"));
  const source = new Uint32Array(edges), target = new Uint32Array(edges);
  const stream = new RandomStream(seed, "stand-in edges");
  const set = new PairSet();
  let count = 0;

  const within = communities === 1 ? edges : (1 - mixing) * edges;
  for (let c = 0; c < communities; c++) {
    const begin = starts[c], size = starts[c + 1] - begin;
    const room = Math.floor((communities === 1 ? 1 : MAX_COMMUNITY_FILL) * size * (size - 1) / 2);
    const share = Math.min(room, Math.round(within * totals[c] / total), edges - count);
    if (share <= 0) continue;
    set.reset(share);
    const draw = new WeightedDraw(weights, begin, starts[c + 1]);
    const end = count + share;
    for (let tries = MAX_TRIES * share; count < end && tries > 0; tries--) {
      const a = draw.pick(stream.uint32()), b = draw.pick(stream.uint32());
      if (a === b || !set.add(a < b ? a : b, a < b ? b : a)) continue;
      source[count] = newId[begin + a];
      target[count++] = newId[begin + b];
    }
  }

  if (communities > 1) {
    const share = edges - count;
    set.reset(share);
    const draw = new WeightedDraw(weights, 0, vertices);
    for (let tries = MAX_TRIES * share; count < edges && tries > 0; tries--) {
      const a = draw.pick(stream.uint32()), b = draw.pick(stream.uint32());
      if (communityOf[a] === communityOf[b] || !set.add(a < b ? a : b, a < b ? b : a)) continue;
      source[count] = newId[a];
      target[count++] = newId[b];
    }
  }

  const community = new Uint32Array(vertices);
  for (let v = 0; v < vertices; v++) community[newId[v]] = communityOf[v];
  return {
    graph: csrFromEdges({ vertices, source, target, count, symmetrise: true }),
    community,
    droppedEdges: 2 * (wanted - count),
  };
}
