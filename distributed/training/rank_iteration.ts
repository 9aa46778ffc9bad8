/**
 * Records of one rank's iteration, and the components into which distgnn-mb breaks an epoch down.
 *
 * @module
 */
import { sumOf } from "../../platform/lists/sum_of.ts";

/** Exchange of a rank for a layer's input in an iteration, with times on the rank's own clock. */
export interface LayerTraffic {
  /** Vertices that the Map found, over all receivers: the size of a push without a limit. */
  readonly mapped: number;
  /** Look-ups of the Map: of each vertex for each remote rank, or of each vertex once. */
  readonly lookUps: number;
  /** Vertices pushed, over all receivers. */
  readonly pushed: number;
  /** Greatest number of vertices pushed to one receiver. */
  readonly largestPush: number;
  /** Vertices requested from other ranks and waited for. */
  readonly requested: number;
  /** Bytes sent to other ranks. */
  readonly sentBytes: number;
  /** Bytes received from other ranks. */
  readonly receivedBytes: number;
  /** Whether a push was begun, empty ones included. */
  readonly started: boolean;
  /** Iteration in which the awaited push was begun; absent where no push was awaited. */
  readonly receivedFrom?: number;
  /** Milliseconds of gathering features of the rank's own vertices, for the first layer's input. */
  readonly gatherMs: number;
  /** Milliseconds of choosing vertices to push: the Map, and the sample above the limit. */
  readonly mapMs: number;
  /** Milliseconds of writing messages and starting their exchange. */
  readonly packMs: number;
  /** Milliseconds of waiting for messages. */
  readonly waitMs: number;
  /** Milliseconds of storing received embeddings in the cache. */
  readonly storeMs: number;
  /** Milliseconds of searching the cache, copying hits and dropping misses. */
  readonly loadMs: number;
}

/** {@linkcode LayerTraffic} whose counters can be increased. */
export type TrafficTally = { -readonly [Key in keyof LayerTraffic]: LayerTraffic[Key] };

/** Creates a tally of zeros. */
export function noTraffic(): TrafficTally {
  return {
    mapped: 0,
    lookUps: 0,
    pushed: 0,
    largestPush: 0,
    requested: 0,
    sentBytes: 0,
    receivedBytes: 0,
    started: false,
    gatherMs: 0,
    mapMs: 0,
    packMs: 0,
    waitMs: 0,
    storeMs: 0,
    loadMs: 0,
  };
}

/** Requests and replies of sampling across ranks in an iteration; all 0 where a rank samples its own part. */
export interface SamplingTraffic {
  /** Vertices whose neighbours were asked of other ranks. */
  readonly requested: number;
  /** Bytes sent to other ranks. */
  readonly sentBytes: number;
  /** Bytes received from other ranks. */
  readonly receivedBytes: number;
  /** Milliseconds of waiting for requests and replies. */
  readonly waitMs: number;
}

/** {@linkcode SamplingTraffic} whose counters can be increased. */
export type SamplingTally = { -readonly [Key in keyof SamplingTraffic]: SamplingTraffic[Key] };

/** Creates a tally of zeros. */
export function noSampling(): SamplingTally {
  return { requested: 0, sentBytes: 0, receivedBytes: 0, waitMs: 0 };
}

/** Record of one aggregating layer in one iteration of one rank. */
export interface LayerRecord {
  /** Rows of the layer's input that the rank had or computed itself. */
  readonly solid: number;
  /** Halo vertices that the layer's block needs. */
  readonly halo: number;
  /** Halo vertices whose rows were available. */
  readonly hits: number;
  /** Entries of the computed block, before the aggregation adds any. */
  readonly edges: number;
  /** Entries dropped with the missed halo vertices. */
  readonly droppedEdges: number;
  /** Destinations that another rank owns: neighbour lists that distributed sampling fetches. */
  readonly remoteDestinations: number;
  /** Exchange for the layer's input. */
  readonly traffic: LayerTraffic;
  /** Milliseconds on the host: matrix, normalisation, transpose. */
  readonly topologyMs: number;
  /**
   * Milliseconds of emitting the program, preparing kernels, copying topology and input to the device:
   * overhead of this harness.
   */
  readonly prepareMs: number;
  /** Milliseconds of the forward kernels. */
  readonly computeMs: number;
  /** Milliseconds of copying the result to the host, where it is exchanged. */
  readonly readMs: number;
  /** Milliseconds of the backward kernels, including copies of the gradient to and from the host. */
  readonly backwardMs: number;
}

/** Creates the record of a layer on a rank without a mini-batch. */
export function emptyLayer(traffic: LayerTraffic): LayerRecord {
  return {
    solid: 0,
    halo: 0,
    hits: 0,
    edges: 0,
    droppedEdges: 0,
    remoteDestinations: 0,
    traffic,
    topologyMs: 0,
    prepareMs: 0,
    computeMs: 0,
    readMs: 0,
    backwardMs: 0,
  };
}

/** Record of one iteration on one rank. */
export interface RankIteration {
  /** Number of the iteration and training step, from 1, through all epochs. */
  readonly iteration: number;
  /** Epoch, from 1. */
  readonly epoch: number;
  /** Position in the epoch, from 0. */
  readonly position: number;
  /** Whether the rank had a mini-batch left. */
  readonly active: boolean;
  /** Number of ranks with a mini-batch. */
  readonly activeRanks: number;
  /** Number of seeds of the rank's mini-batch. */
  readonly seeds: number;
  /**
   * Mean loss of the rank's seeds, with the parameters at the iteration's beginning; absent without a
   * mini-batch.
   */
  readonly loss?: number;
  /** Mean loss over the ranks with a mini-batch, the same on all ranks. */
  readonly meanLoss: number;
  /**
   * Records of the aggregating layers, the one next to the input first; without a mini-batch, only their
   * traffic is not 0.
   */
  readonly layers: readonly LayerRecord[];
  /**
   * Milliseconds of sampling: drawing, numbering, moving halo vertices behind the solid ones; with `distdgl`
   * requests and replies, and waiting for them.
   */
  readonly sampleMs: number;
  /** Requests and replies of sampling. */
  readonly sampling: SamplingTraffic;
  /** Milliseconds of copying gradients of parameters to the host. */
  readonly gradientMs: number;
  /** Milliseconds of summing gradients over all ranks, waiting included. */
  readonly allReduceMs: number;
  /** Bytes of the summed gradients. */
  readonly allReduceBytes: number;
  /** Milliseconds of the optimizer's step. */
  readonly updateMs: number;
}

/**
 * Milliseconds of an iteration's components, as in distgnn-mb's Figures 3 and 4. They add up to the
 * iteration's time.
 */
export interface RankComponents {
  /** MBC: sampling, and the topology of the blocks. */
  readonly miniBatchCreationMs: number;
  /** FWD: total of the forward parts that follow. */
  readonly forwardMs: number;
  /** Forward part: kernels and gathering of features. */
  readonly computeMs: number;
  /** Forward part, pre-processing: choosing vertices to push. */
  readonly mapMs: number;
  /** Forward part, pre-processing: writing and sending messages. */
  readonly packMs: number;
  /** Forward part: communication that computation does not hide, that is waiting. */
  readonly waitMs: number;
  /** Forward part, post-processing: storing, searching, loading, dropping. */
  readonly cacheMs: number;
  /** BWD: gradients and the optimizer's step. */
  readonly backwardMs: number;
  /** ARed: summing gradients. */
  readonly allReduceMs: number;
  /** Overhead of this harness: a program for every block, and copies of rows through the host. */
  readonly preparationMs: number;
}

/** Sums an iteration's times by component. */
export function rankComponents(record: RankIteration): RankComponents {
  const { layers } = record;
  const sum = (of: (layer: LayerRecord) => number) => sumOf(layers, of);
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
    forwardMs: sumOf(Object.values(parts)),
    backwardMs: record.gradientMs + record.updateMs + sum(({ backwardMs }) => backwardMs),
    allReduceMs: record.allReduceMs,
    preparationMs: sum(({ prepareMs, readMs }) => prepareMs + readMs),
  };
}
