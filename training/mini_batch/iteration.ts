/**
 * What is known of one iteration of mini-batch training, and the three phases that papers break it down into.
 *
 * @module
 */
import type { PhaseTime } from "../executors/phase_times.ts";
import type { LoadCounts } from "../feature_loading/feature_loader.ts";
import type { SamplingTimes } from "./batch_sampler.ts";

/** Milliseconds of one iteration, the loading of features left out, which has its own. */
export interface IterationTimes extends SamplingTimes {
  /** Reordering the window that the batch is the first of; 0 for the others. */
  readonly reorderMs: number;
  /** On the host: matrices, normalisation and transposes from the sampled blocks. */
  readonly topologyMs: number;
  /** Whether that was done while the device computed the batch before. */
  readonly prefetched: boolean;
  /** Emitting the program, planning and allocating its memory, preparing its kernels, bringing the topology to the device. */
  readonly prepareMs: number;
  /**
   * Of that, the kernels of aggregation: the block's way to the device, and what a kernel makes of it first. A kernel that groups
   * neighbours (GNNAdvisor) does so for every batch anew.
   */
  readonly aggregationPrepareMs: number;
  /** Forward, backward and update. */
  readonly computeMs: number;
  /** The same by layer, phase and pass, where it was asked for; each operation is timed by itself then. */
  readonly phases?: readonly PhaseTime[];
}

/** One iteration as it was. */
export interface IterationRecord {
  /** From 1, through all epochs: the training step. */
  readonly iteration: number;
  /** Epoch, from 1. */
  readonly epoch: number;
  /** Place in the epoch's order, from 0. */
  readonly position: number;
  /** The batch's number within the run: with plain sampling, without reordering, its place. */
  readonly batch: number;
  /** Seeds. */
  readonly seeds: number;
  /** Vertices whose features were loaded: the sources of the first block. */
  readonly vertices: number;
  /** Stored entries of all sampled blocks. */
  readonly edges: number;
  /** Mean over the seeds with the parameters that the iteration began with, where it was read. */
  readonly loss?: number;
  /** Where the time went. */
  readonly times: IterationTimes;
  /** Where the features came from, and their times. */
  readonly loading: LoadCounts;
  /** Most bytes alive on the device during the iteration, what others keep there included. */
  readonly peakBytes: number;
}

/** Milliseconds of the phases of an iteration (fastgl, Section 2.1), and of what only this harness does. */
export interface IterationPhases {
  /** Draw, ID map, sorting, reordering. */
  readonly sampleMs: number;
  /** Loading of features. */
  readonly memoryIoMs: number;
  /** Forward, backward, update. */
  readonly computeMs: number;
  /** Reading blocks back, topology, preparing a program: what systems with kernels for any shape have less of. */
  readonly preparationMs: number;
}

/** Sums an iteration's times by phase. */
export function iterationPhases({ times, loading }: IterationRecord): IterationPhases {
  const { drawMs, idMapMs, sortMs, readMs, reorderMs, topologyMs, prepareMs, computeMs } = times;
  const { matchMs, gatherMs, copyMs, assembleMs } = loading;
  return {
    sampleMs: drawMs + idMapMs + sortMs + reorderMs,
    memoryIoMs: matchMs + gatherMs + copyMs + assembleMs,
    computeMs,
    preparationMs: readMs + topologyMs + prepareMs,
  };
}
