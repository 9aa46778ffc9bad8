/**
 * Mini-batch sampling on the host: drawn neighbours, and the blocks made of them. The samplers on threads and
 * on adapters, in `kernels/sampling/`, draw the same neighbours.
 *
 * @module
 */
export { type SampledBatch, type SampledBlock, sampledEdges } from "./block.ts";
export { layerKey, type LayerOfBatch } from "./draws.ts";
export { degreeHotness, hottest, presampledHotness } from "./hotness.ts";
export { type CompactIds, compactIds, type IdMap } from "./id_map.ts";
export {
  type Importance,
  importanceOf,
  layerImportance,
  type LayerImportanceOptions,
} from "./layer_importance.ts";
export { greedyReorder, matchDegree, matchDegrees, traffic } from "./match.ts";
export { miniBatches, type MiniBatchOptions } from "./mini_batches.ts";
export {
  type LayerImportanceSampling,
  neighborDraw,
  type NeighborSampling,
  type RandomWalkSampling,
  type UniformSampling,
} from "./neighbor_sampling.ts";
export { randomWalkNeighbors, type RandomWalkOptions } from "./random_walk.ts";
export {
  type AwaitedDraw,
  type BatchOfSeeds,
  distinctSeeds,
  type DrawnLayer,
  type NeighborDraw,
  sampleBatch,
} from "./sampler.ts";
export { MAX_FANOUT, uniformNeighbors, type UniformOptions } from "./uniform.ts";
