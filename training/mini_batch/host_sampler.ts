/**
 * Sampling on the host, as PyG does: one thread, no device.
 *
 * @module
 */
import { compactIds, type IdMap } from "../../graph/sampling/id_map.ts";
import { type NeighborDraw, sampleBatch } from "../../graph/sampling/sampler.ts";
import type { BatchSampler } from "./batch_sampler.ts";

/**
 * Creates a {@linkcode BatchSampler} from any draw: uniform, random walks, by importance. Time outside of the
 * draw and the ID map, for finding the distinct seeds and sorting rows, counts as sorting.
 *
 * @param idMap Numbering of the vertices; in the order of their first occurrence by default.
 * @example
 * ```ts
 * import { csrFromEdges } from "gnn-repro";
 * import { uniformNeighbors } from "gnn-repro/graph";
 * import { hostSampler } from "gnn-repro/training";
 * const star = csrFromEdges({
 *   vertices: 4,
 *   source: Uint32Array.of(1, 2, 3),
 *   target: Uint32Array.of(0, 0, 0),
 * });
 * const sampler = hostSampler(uniformNeighbors(star, { fanouts: [2], seed: 1 }));
 * const { sampled } = await sampler.sample({ seeds: Uint32Array.of(0), batch: 0 });
 * if (sampled.blocks[0].sources.length !== 3) throw new Error("the seed and two of its neighbours");
 * ```
 */
export function hostSampler(draw: NeighborDraw, idMap: IdMap = compactIds): BatchSampler {
  return {
    async sample(batch, progress) {
      let drawMs = 0, idMapMs = 0;
      const timedDraw: NeighborDraw = {
        vertices: draw.vertices,
        layers: draw.layers,
        draw(destinations, at) {
          const start = performance.now();
          const drawn = draw.draw(destinations, at);
          drawMs += performance.now() - start;
          progress?.();
          return drawn;
        },
      };
      const timedMap: IdMap = async (ids, kept) => {
        const start = performance.now();
        const numbered = await idMap(ids, kept);
        idMapMs += performance.now() - start;
        progress?.();
        return numbered;
      };
      const start = performance.now();
      const sampled = await sampleBatch(timedDraw, batch, timedMap);
      const sortMs = performance.now() - start - drawMs - idMapMs;
      return { sampled, times: { drawMs, idMapMs, sortMs, readMs: 0 } };
    },
    close() {},
  };
}
