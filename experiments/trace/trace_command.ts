/**
 * Trace of a cell into a file.
 *
 * @module
 */
import { dirname, resolve } from "node:path";
import { openDevice, type WebGpuChoice } from "../../hardware/open_device.ts";
import { savedTuning } from "../../kernels/tuning/tuning_file.ts";
import { writeFileDurably } from "../../platform/files/durable_files.ts";
import { formatNumber } from "../../platform/text/number.ts";
import { labOutsideSession } from "../lab_outside_session.ts";
import { findCell } from "../named_cell.ts";
import { closePeers } from "../peers/open_peers.ts";
import { profileOf } from "../profiles.ts";
import { traceCell } from "./trace_cell.ts";

/** Conditions of a trace. */
export interface TraceOptions {
  /** Name of the profile, which limits sizes. */
  readonly profile: string;
  /** Kind of device: `auto`, `webgpu`, `x86` or `wasm`. */
  readonly device: string;
  /** Implementation of WebGPU; `auto` when absent. */
  readonly webgpu?: WebGpuChoice;
  /** CPU threads; the cores when absent. */
  readonly threads?: number;
  /** Folder that is searched first for datasets. */
  readonly dataDir?: string;
  /** Seed of every random choice. */
  readonly seed: number;
}

/**
 * Traces a cell and writes the file.
 *
 * @returns words about the sample and the file.
 * @throws what `findCell`, `openDevice` and `traceCell` throw.
 */
export async function traceToFile(cell: string, file: string, options: TraceOptions): Promise<string> {
  const { device: kind, webgpu, threads = navigator.hardwareConcurrency, dataDir, seed } = options;
  const profile = profileOf(options.profile);
  // A file that cannot be written is known before the measurement, not after it.
  await Deno.mkdir(dirname(resolve(file)), { recursive: true });
  const found = findCell(cell, profile, `trace cell ${JSON.stringify(cell)}`);
  const device = await openDevice({
    device: kind,
    threads,
    ...(webgpu !== undefined && { webgpu }),
    tuning: savedTuning,
  });
  try {
    const lab = labOutsideSession(device, { profile, seed, threads, allowSoftware: true, dataDir });
    const { trace, sampleMs, calls } = await traceCell(lab, found);
    await writeFileDurably(file, JSON.stringify(trace));
    const sample = sampleMs === undefined
      ? "measured as its suite does"
      : `${formatNumber(sampleMs)} ms of ${calls} executions by ${device.timer}`;
    return `${found.name} on ${device.name}: ${sample}\n${file}  open it in https://ui.perfetto.dev`;
  } finally {
    await closePeers();
    device.close();
  }
}
