/**
 * Options of a run, from the command line or a script.
 *
 * @module
 */

import type { FindTuning, WebGpuChoice } from "../../hardware/open_device.ts";
import type { RankEngine } from "../../distributed/communicator/mod.ts";
import type { SavedTuning } from "../../kernels/tuning/saved_tuning.ts";

/** Options of a run, as the command line or a script gives them. */
export interface ReproOptions {
  /** Paper or suite ids; empty for all five papers. */
  readonly papers: readonly string[];
  /** Only suites of this artifact, in any spelling: `table 3`. */
  readonly artifact?: string;
  /** `smoke`, `standard` (when absent) or `paper`. */
  readonly profile?: string;
  /** `auto` (when absent), `webgpu`, `x86` or `wasm`. */
  readonly device?: string;
  /** Implementation of WebGPU: `native`, `dawn`, or `auto` (when absent). */
  readonly webgpu?: WebGpuChoice;
  /** CPU threads of the `wasm` and `x86` devices, and of peers; the cores of the machine when absent. */
  readonly threads?: number;
  /** Most bytes that all buffers on the device together may take. */
  readonly deviceMemory?: number;
  /**
   * Tuned numbers for the device, or a function that finds them, such as {@linkcode savedTuning}; kernels
   * have their defaults when absent.
   */
  readonly tuning?: SavedTuning | FindTuning;
  /** Number among the adapters, hardware first; 0 when absent. */
  readonly adapter?: number;
  /** Ranks that exchange real messages; 4 when absent. */
  readonly ranks?: number;
  /** Transport of the ranks' messages: `local` (workers, when absent) or `mpi`. */
  readonly engine?: RankEngine;
  /** Also time on an adapter that emulates a GPU, at the profile that was asked for. */
  readonly allowSoftware?: boolean;
  /**
   * Seconds that the run may take, reports included: the suites that decide most claims per second come
   * first. No limit when absent.
   */
  readonly budget?: number;
  /** Folder that is searched first for dataset files. */
  readonly dataDir?: string;
  /** Files of kernels that are measured beside ours; see {@link registerUserKernel}. */
  readonly kernel?: readonly string[];
  /** Longest wait for an answer of these kernels, in seconds; 30 in profile smoke, else 120, when absent. */
  readonly kernelWait?: number;
  /**
   * Files of graphs that the kernel ladder runs on in place of the papers'; see {@link registerUserGraph}.
   */
  readonly graph?: readonly string[];
  /** Columns of features on these graphs; 64 and 128 when absent. */
  readonly width?: readonly number[];
  /** Stores both directions of every edge of these graphs. */
  readonly symmetrise?: boolean;
  /** Folder that session folders go into. */
  readonly out: string;
  /** Only cells that pass, in the language of {@link parseFilter}. */
  readonly filter?: string;
  /** Only cells whose names, as filters have them, also pass this function. */
  readonly select?: (names: Readonly<Record<string, string>>) => boolean;
  /** Root of every random choice; 1 when absent. */
  readonly seed?: number;
  /** Name of the session: created if absent, else resumed. */
  readonly session?: string;
  /** Also rerun finished comparisons that a change of code, data or device has invalidated. */
  readonly stale?: boolean;
  /** Also rerun comparisons in which a cell did not end well. */
  readonly failed?: boolean;
  /** Ends the run at the first real graph that is missing or too large, in place of a stand-in. */
  readonly strictData?: boolean;
  /** Prints no progress on standard error. */
  readonly quiet?: boolean;
  /** Command line as typed, for the session's record. */
  readonly command?: readonly string[];
  /** Stops the run after the round in progress; finished comparisons stay. */
  readonly signal?: AbortSignal;
}

/** CPU threads that the device or a process beside it may use. */
export function hostThreads({ threads }: Pick<ReproOptions, "threads">): number {
  return threads ?? navigator.hardwareConcurrency;
}
