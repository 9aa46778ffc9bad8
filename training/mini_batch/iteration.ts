/**
 * Records of one iteration of mini-batch training, and the three phases into which papers break it down.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import { onceTimer } from "../../hardware/measuring/time_once.ts";
import type { PhaseTime } from "../executors/phase_times.ts";
import type { LoadCounts } from "../feature_loading/feature_loader.ts";
import type { SamplingTimes } from "./batch_sampler.ts";

/** Milliseconds of one iteration, without the loading of features, which has its own times. */
export interface IterationTimes extends SamplingTimes {
  /** Milliseconds of reordering the window whose first batch this is; 0 for the others. */
  readonly reorderMs: number;
  /** Milliseconds on the host for matrices, normalisation and transposes of the sampled blocks. */
  readonly topologyMs: number;
  /** Whether the topology was computed while the device computed the previous batch. */
  readonly prefetched: boolean;
  /**
   * Milliseconds of emitting the program, planning and allocating its memory, preparing its kernels, copying
   * the topology to the device.
   */
  readonly prepareMs: number;
  /**
   * Part of `prepareMs` for the kernels of aggregation: copying the block to the device, and the kernel's
   * preprocessing of it. A kernel that groups neighbours (GNNAdvisor) repeats that for every batch.
   */
  readonly aggregationPrepareMs: number;
  /** Milliseconds of forward, backward and update. */
  readonly computeMs: number;
  /** Compute times by layer, phase and pass, where requested; each operation is then timed by itself. */
  readonly phases?: readonly PhaseTime[];
}

/** Record of one iteration. */
export interface IterationRecord {
  /** Number of the iteration and training step, from 1, through all epochs. */
  readonly iteration: number;
  /** Epoch, from 1. */
  readonly epoch: number;
  /** Place in the epoch's order, from 0. */
  readonly position: number;
  /** Number of the batch within the run; without reordering, its place. */
  readonly batch: number;
  /** Number of seeds. */
  readonly seeds: number;
  /** Number of vertices whose features were loaded: the sources of the first block. */
  readonly vertices: number;
  /** Stored entries of all sampled blocks. */
  readonly edges: number;
  /** Mean loss over the seeds with the parameters at the iteration's beginning, where it was read. */
  readonly loss?: number;
  /** Times of the iteration. */
  readonly times: IterationTimes;
  /** Sources of the features, and their times. */
  readonly loading: LoadCounts;
  /** Times that the host waited for the device, callbacks included. */
  readonly waits: number;
  /** Greatest number of bytes allocated on the device during the iteration, including other owners'. */
  readonly peakBytes: number;
}

/** Milliseconds of the phases of an iteration (fastgl, Section 2.1), and of this harness's overhead. */
export interface IterationPhases {
  /** Sample phase: draw, ID map, reordering. */
  readonly sampleMs: number;
  /** Memory IO phase: loading of features. */
  readonly memoryIoMs: number;
  /** Compute phase: forward, backward, update. */
  readonly computeMs: number;
  /**
   * Overhead: sorting rows, reading blocks back, topology, preparing a program; smaller in systems with
   * kernels for any shape and order.
   */
  readonly preparationMs: number;
}

/** Sums an iteration's times by phase. */
export function iterationPhases({ times, loading }: IterationRecord): IterationPhases {
  const { drawMs, idMapMs, sortMs, readMs, reorderMs, topologyMs, prepareMs, computeMs } = times;
  const { matchMs, gatherMs, copyMs, assembleMs } = loading;
  return {
    sampleMs: drawMs + idMapMs + reorderMs,
    memoryIoMs: matchMs + gatherMs + copyMs + assembleMs,
    computeMs,
    preparationMs: sortMs + readMs + topologyMs + prepareMs,
  };
}

/**
 * Waits for the device in the three phases of an iteration: none where the device's own clock times them, at
 * most those of the whole iteration where the wall clock does.
 */
export function waitsInPhases(device: Pick<Device, "timer">, { waits }: IterationRecord): number {
  return onceTimer(device) === device.timer ? 0 : waits;
}
