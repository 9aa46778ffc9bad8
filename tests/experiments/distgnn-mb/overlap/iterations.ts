/**
 * Records of iterations whose times can be read off.
 *
 * @module
 */
import type { LayerRecord, LayerTraffic, RankIteration } from "../../../../distributed/training/mod.ts";
import { emptyLayer, noSampling, noTraffic } from "../../../../distributed/training/rank_iteration.ts";
import type { Link } from "../../../../hardware/models/interconnect.ts";

/** 1 ms a message, 1000 bytes a millisecond. */
export const LINK: Link = { name: "slow", latencySeconds: 1e-3, bytesPerSecond: 1e6, source: "this test" };

/** A layer that computes for so long and pushes so many bytes, which are awaited. */
export function layer(
  computeMs: number,
  sentBytes: number,
  traffic: Partial<LayerTraffic> = {},
): LayerRecord {
  return {
    ...emptyLayer({ ...noTraffic(), started: true, receivedFrom: 1, sentBytes, ...traffic }),
    computeMs,
  };
}

/** Iteration of 2 ms of sampling, so much computation a layer, and gradients of 400 bytes. */
export function iteration(layers: readonly LayerRecord[]): RankIteration {
  return {
    iteration: 1,
    epoch: 1,
    position: 1,
    active: true,
    activeRanks: 2,
    seeds: 4,
    meanLoss: 1,
    layers,
    sampleMs: 2,
    sampling: noSampling(),
    gradientMs: 0,
    allReduceMs: 0.5,
    allReduceBytes: 400,
    updateMs: 1,
  };
}
