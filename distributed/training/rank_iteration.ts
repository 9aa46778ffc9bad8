/**
 * What is known of one rank's iteration, and the components that distgnn-mb breaks an epoch down into.
 *
 * @module
 */

/** What a rank exchanged for a layer's input in an iteration, and what that took on its own clock. */
export interface LayerTraffic {
  /** Vertices that the Map found, all receivers together: pushed without a limit. */
  readonly mapped: number;
  /** Words that the Map looked up. */
  readonly lookUps: number;
  /** Vertices pushed, all receivers together. */
  readonly pushed: number;
  /** The most vertices pushed to one receiver. */
  readonly largestPush: number;
  /** Vertices that were asked for and waited for, of other ranks. */
  readonly requested: number;
  /** Bytes sent to other ranks. */
  readonly sentBytes: number;
  /** Bytes received from them. */
  readonly receivedBytes: number;
  /** Whether a push was begun, empty ones included. */
  readonly started: boolean;
  /** The iteration in which the push was begun that was waited for; absent where none was. */
  readonly receivedFrom?: number;
  /** Milliseconds of gathering features of the rank's own vertices: for the first layer's input. */
  readonly gatherMs: number;
  /** Milliseconds of choosing what is pushed: the Map, and the sample where there is more than the limit. */
  readonly mapMs: number;
  /** Milliseconds of writing messages and handing them over. */
  readonly packMs: number;
  /** Milliseconds of waiting for messages. */
  readonly waitMs: number;
  /** Milliseconds of storing what arrived in the cache. */
  readonly storeMs: number;
  /** Milliseconds of searching the cache, copying hits and dropping misses. */
  readonly loadMs: number;
}

/** A {@linkcode LayerTraffic} that is being counted. */
export type TrafficTally = { -readonly [Key in keyof LayerTraffic]: LayerTraffic[Key] };

/** Nothing exchanged yet. */
export function noTraffic(): TrafficTally {
  return {
    ...{ mapped: 0, lookUps: 0, pushed: 0, largestPush: 0, requested: 0 },
    ...{ sentBytes: 0, receivedBytes: 0, started: false },
    ...{ gatherMs: 0, mapMs: 0, packMs: 0, waitMs: 0, storeMs: 0, loadMs: 0 },
  };
}

/** One layer that aggregates in one iteration of one rank, the one next to the input first. */
export interface LayerRecord {
  /** Rows of its input that the rank had or computed itself. */
  readonly solid: number;
  /** Halo vertices that its block wants. */
  readonly halo: number;
  /** Of these the ones whose rows there were. */
  readonly hits: number;
  /** Entries of the block that it computed with, before the aggregation adds any. */
  readonly edges: number;
  /** Entries that were dropped with the halo vertices that were missed. */
  readonly droppedEdges: number;
  /** Destinations that another rank owns: neighbour lists that distributed sampling fetches. */
  readonly remoteDestinations: number;
  /** What was exchanged. */
  readonly traffic: LayerTraffic;
  /** Milliseconds on the host: matrix, normalisation, transpose. */
  readonly topologyMs: number;
  /** Milliseconds of emitting the program, preparing kernels, bringing topology and input to the device: what this harness adds. */
  readonly prepareMs: number;
  /** Milliseconds of the forward kernels. */
  readonly computeMs: number;
  /** Milliseconds of bringing the result to the host, where it is exchanged. */
  readonly readMs: number;
  /** Milliseconds of the backward kernels, the way of the gradient to and from the host included. */
  readonly backwardMs: number;
}

/** A layer of a rank that had no mini-batch. */
export function emptyLayer(traffic: LayerTraffic): LayerRecord {
  return {
    ...{ solid: 0, halo: 0, hits: 0, edges: 0, droppedEdges: 0, remoteDestinations: 0, traffic },
    ...{ topologyMs: 0, prepareMs: 0, computeMs: 0, readMs: 0, backwardMs: 0 },
  };
}

/** One iteration of one rank. */
export interface RankIteration {
  /** From 1, through all epochs: the training step. */
  readonly iteration: number;
  /** Epoch, from 1. */
  readonly epoch: number;
  /** Place in the epoch, from 0. */
  readonly position: number;
  /** Whether the rank had a mini-batch left. */
  readonly active: boolean;
  /** Ranks that had one. */
  readonly activeRanks: number;
  /** Seeds of the rank's mini-batch. */
  readonly seeds: number;
  /** Mean loss of the rank's seeds, with the parameters that the iteration began with; absent where it had none. */
  readonly loss?: number;
  /** Mean over the ranks that had a mini-batch: the same on all ranks. */
  readonly meanLoss: number;
  /** One a layer that aggregates; where there was no mini-batch only their traffic is not 0. */
  readonly layers: readonly LayerRecord[];
  /** Milliseconds of sampling: drawing, numbering, putting halo vertices last. */
  readonly sampleMs: number;
  /** Milliseconds of bringing gradients of parameters to the host. */
  readonly gradientMs: number;
  /** Milliseconds of summing them over all ranks, waiting included. */
  readonly allReduceMs: number;
  /** Bytes of what was summed. */
  readonly allReduceBytes: number;
  /** Milliseconds of the optimizer's step. */
  readonly updateMs: number;
}

/** Milliseconds of an iteration's components, as distgnn-mb's Figures 3 and 4 have them. They add up to the iteration's time. */
export interface RankComponents {
  /** MBC: sampling, and the topology of the blocks. */
  readonly miniBatchCreationMs: number;
  /** FWD: all of the parts that follow. */
  readonly forwardMs: number;
  /** Of that the kernels, and the gathering of features. */
  readonly computeMs: number;
  /** Of that pre-processing: choosing what is pushed. */
  readonly mapMs: number;
  /** Of that pre-processing: writing and sending messages. */
  readonly packMs: number;
  /** Of that communication that nothing hides: waiting. */
  readonly waitMs: number;
  /** Of that post-processing: storing, searching, loading, dropping. */
  readonly cacheMs: number;
  /** BWD: gradients and the optimizer's step. */
  readonly backwardMs: number;
  /** ARed: summing gradients. */
  readonly allReduceMs: number;
  /** What only this harness does: a program for every block, and rows that go through the host. */
  readonly preparationMs: number;
}

/** Sums an iteration's times by component. */
export function rankComponents(record: RankIteration): RankComponents {
  const { layers } = record;
  const sum = (of: (layer: LayerRecord) => number) => layers.reduce((total, layer) => total + of(layer), 0);
  const parts = {
    computeMs: sum(({ computeMs, traffic }) => computeMs + traffic.gatherMs),
    mapMs: sum(({ traffic }) => traffic.mapMs),
    packMs: sum(({ traffic }) => traffic.packMs),
    waitMs: sum(({ traffic }) => traffic.waitMs),
    cacheMs: sum(({ traffic }) => traffic.storeMs + traffic.loadMs),
  };
  return {
    ...parts,
    miniBatchCreationMs: record.sampleMs + sum(({ topologyMs }) => topologyMs),
    forwardMs: Object.values(parts).reduce((total, ms) => total + ms, 0),
    backwardMs: record.gradientMs + record.updateMs + sum(({ backwardMs }) => backwardMs),
    allReduceMs: record.allReduceMs,
    preparationMs: sum(({ prepareMs, readMs }) => prepareMs + readMs),
  };
}
