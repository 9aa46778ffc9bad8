/**
 * Device of a rank: of the session's kind, with threads of the rank's own.
 *
 * @module
 */
import { instructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import type { Device } from "../../../hardware/device.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import type { Lab } from "../../lab.ts";
import type { RanOn } from "../../measurement.ts";

/** Description of a device by which a rank opens one of its kind. It survives a structured clone. */
export type RankDevice = Pick<Device, "backend" | "adapterKind" | "name" | "threads" | "webgpu">;

/** Device that a rank has really opened. */
export type RankDeviceReport = Pick<Device, "backend" | "adapterKind" | "isa" | "threads">;

/**
 * Describes the session's device for ranks; CPU backends get so many threads. Local ranks beside a GPU
 * compute on the CPU, and their rows say so: a worker that has opened a GPU takes the process with it when it
 * ends.
 */
export function rankDevice({ device, ranks }: Pick<Lab, "device" | "ranks">, threads: number): RankDevice {
  const { backend, adapterKind, name, webgpu } = device;
  if (backend !== "webgpu" || ranks.engine === "mpi") return { backend, adapterKind, name, threads, webgpu };
  const cpu = instructionSet().isa === "none" ? "wasm" : "x86";
  return { backend: cpu, adapterKind: "none", name: "", threads, webgpu: "" };
}

/** Reports the device that a rank has opened. */
export function deviceReport({ backend, adapterKind, isa, threads }: Device): RankDeviceReport {
  return { backend, adapterKind, isa, threads };
}

/**
 * Columns of rows that ranks measured.
 *
 * @param wanted Device that every rank was asked to open.
 * @throws {WrongResultError} where a rank ran on another backend, or on other instructions than rank 0.
 */
export function ranOn(wanted: Pick<RankDevice, "backend">, ranks: readonly RankDeviceReport[]): RanOn {
  const [{ adapterKind, threads, isa }] = ranks, { backend } = wanted;
  const text = (of: Pick<Device, "backend" | "isa">) => `${of.backend} (${of.isa || "no"} code)`;
  const other = ranks.findIndex((rank) => rank.backend !== backend || rank.isa !== isa);
  if (other >= 0) {
    throw new WrongResultError({
      action: "time ranks",
      current: `${text(ranks[other])} on rank ${other}`,
      wanted: text({ backend, isa }),
      next: "start all ranks on machines of one kind, or pass --device wasm",
    });
  }
  return { threads, adapterKind, timer: "wall", device: { backend, isa } };
}
