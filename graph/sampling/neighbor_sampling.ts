/**
 * Sampling methods as data, so that a suite can name one and any device can follow it.
 *
 * @module
 */
import type { CsrMatrix } from "../csr.ts";
import { layerImportance, type LayerImportanceOptions } from "./layer_importance.ts";
import { randomWalkNeighbors, type RandomWalkOptions } from "./random_walk.ts";
import type { NeighborDraw } from "./sampler.ts";
import { uniformNeighbors, type UniformOptions } from "./uniform.ts";

/** Uniform sampling; see {@linkcode uniformNeighbors}. */
export interface UniformSampling extends UniformOptions {
  /** Kind of sampling, the default. */
  readonly kind?: "uniform";
}

/** Random-walk sampling; see {@linkcode randomWalkNeighbors}. */
export interface RandomWalkSampling extends RandomWalkOptions {
  /** Kind of sampling. */
  readonly kind: "random-walk";
}

/** Layer-wise importance sampling; see {@linkcode layerImportance}. */
export interface LayerImportanceSampling extends LayerImportanceOptions {
  /** Kind of sampling. */
  readonly kind: "layer-importance";
}

/** A sampling method with all its settings and its seed. */
export type NeighborSampling = UniformSampling | RandomWalkSampling | LayerImportanceSampling;

/**
 * Draw of a sampling method on the host.
 *
 * @throws the errors of the method's own function.
 *
 * @example
 * ```ts
 * import { csrFromEdges, neighborDraw, sampleBatch } from "gnn-repro/graph";
 * const path = csrFromEdges({ vertices: 3, source: Uint32Array.of(0, 1), target: Uint32Array.of(1, 2) });
 * const draw = neighborDraw(path, { kind: "random-walk", fanouts: [5], seed: 1, length: 2 });
 * const { blocks: [{ sources }] } = await sampleBatch(draw, { seeds: Uint32Array.of(2), batch: 0 });
 * if (sources.join() !== "2,0,1") throw new Error("two steps back from the end of the path");
 * ```
 */
export function neighborDraw(graph: CsrMatrix, sampling: NeighborSampling): NeighborDraw {
  switch (sampling.kind) {
    case undefined:
    case "uniform":
      return uniformNeighbors(graph, sampling);
    case "random-walk":
      return randomWalkNeighbors(graph, sampling);
    case "layer-importance":
      return layerImportance(graph, sampling);
    default:
      sampling satisfies never;
      throw new TypeError(`Cannot sample by ${JSON.stringify(sampling)}`);
  }
}
