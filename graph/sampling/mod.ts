/**
 * Mini-batches on the host: which neighbours are drawn, and the blocks that they make. The samplers on threads and on
 * adapters, in `kernels/sampling/`, draw the same neighbours.
 *
 * @module
 */
export { type SampledBatch, type SampledBlock, sampledEdges } from "./block.ts";
export { layerKey, type LayerOfBatch } from "./draws.ts";
export { type CompactIds, compactIds, type IdMap } from "./id_map.ts";
export { layerImportance, type LayerImportanceOptions } from "./layer_importance.ts";
export { miniBatches, type MiniBatchOptions } from "./mini_batches.ts";
export { randomWalkNeighbors, type RandomWalkOptions } from "./random_walk.ts";
export {
  type BatchOfSeeds,
  distinctSeeds,
  type DrawnLayer,
  type NeighborDraw,
  sampleBatch,
} from "./sampler.ts";
export { MAX_FANOUT, uniformNeighbors, type UniformOptions } from "./uniform.ts";
