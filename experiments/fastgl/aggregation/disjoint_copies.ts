/**
 * A larger graph made of copies of a small one, to draw mini-batches from that are larger by as much.
 *
 * @module
 */
import type { BatchOfSeeds, DrawnLayer, NeighborDraw } from "../../../graph/sampling/mod.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";

/**
 * Draws from copies of a graph that no edge joins: vertex v of copy c is `c V + v`. Every copy draws for
 * itself. Degrees and communities are the graph's own, and what a batch of seeds in every copy samples is as
 * many times as much.
 *
 * @param copies From 1; all vertices together below 2^32.
 */
export function disjointCopies(draw: NeighborDraw, copies: number): NeighborDraw {
  const { vertices, layers } = draw;
  return {
    vertices: copies * vertices,
    layers,
    draw: (destinations, { batch, layer }) => {
      const own = Array.from({ length: copies }, (): number[] => []);
      for (const id of destinations) own[Math.floor(id / vertices)].push(id % vertices);
      const drawn = own.map((ids, copy) =>
        draw.draw(Uint32Array.from(ids), { batch: batch * copies + copy, layer })
      );
      return interleaved(drawn, destinations, vertices);
    },
  };
}

/** The rows of all copies in the order of the destinations. */
function interleaved(drawn: readonly DrawnLayer[], destinations: Uint32Array, vertices: number): DrawnLayer {
  const rowPtr = new Uint32Array(destinations.length + 1);
  const neighbors = new Uint32Array(sumOf(drawn, (each) => each.neighbors.length));
  const taken = new Uint32Array(drawn.length);
  let at = 0;
  for (let row = 0; row < destinations.length; row++) {
    const copy = Math.floor(destinations[row] / vertices), from = drawn[copy], first = taken[copy]++;
    const end = from.rowPtr[first + 1];
    for (let e = from.rowPtr[first]; e < end; e++) neighbors[at++] = copy * vertices + from.neighbors[e];
    rowPtr[row + 1] = at;
  }
  return { rowPtr, neighbors };
}

/** A mini-batch of every copy as one: the copies take turns, seed by seed. */
export function seedsOfCopies(batches: readonly BatchOfSeeds[], vertices: number): BatchOfSeeds {
  const longest = batches.reduce((most, { seeds }) => Math.max(most, seeds.length), 0);
  const seeds: number[] = [];
  for (let i = 0; i < longest; i++) {
    batches.forEach((batch, copy) => {
      if (i < batch.seeds.length) seeds.push(copy * vertices + batch.seeds[i]);
    });
  }
  return { seeds: Uint32Array.from(seeds), batch: 0 };
}
