/**
 * Profile of a cell into a file.
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
import { profileCell } from "./profile_cell.ts";

/** Conditions of a profile. */
export interface ProfileOptions {
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
 * Profiles a cell and writes the trace.
 *
 * @returns words about the sample and the file.
 * @throws what `findCell`, `openDevice` and `profileCell` throw.
 */
export async function profileToFile(cell: string, file: string, options: ProfileOptions): Promise<string> {
  const { device: kind, webgpu, threads = navigator.hardwareConcurrency, dataDir, seed } = options;
  const profile = profileOf(options.profile);
  // A file that cannot be written is known before the measurement, not after it.
  await Deno.mkdir(dirname(resolve(file)), { recursive: true });
  const found = findCell(cell, profile, `profile cell ${JSON.stringify(cell)}`);
  const device = await openDevice({
    device: kind,
    threads,
    ...(webgpu !== undefined && { webgpu }),
    tuning: savedTuning,
  });
  try {
    const lab = labOutsideSession(device, { profile, seed, threads, allowSoftware: true, dataDir });
    const { trace, sampleMs, calls } = await profileCell(lab, found);
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
