/**
 * Device of a rank: that of the session, with threads of the rank's own.
 *
 * @module
 */
import type { Device } from "../../../hardware/device.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import type { Lab } from "../../lab.ts";
import type { RanOn } from "../../measurement.ts";

/** Description of a device by which a rank opens one of its kind. It survives a structured clone. */
export type RankDevice = Pick<Device, "backend" | "adapterKind" | "name" | "threads">;

/** Device that a rank has really opened. */
export type RankDeviceReport = Pick<Device, "backend" | "adapterKind" | "isa" | "threads">;

/** Describes the session's device for ranks; CPU backends get so many threads. */
export function rankDevice({ device }: Pick<Lab, "device">, threads: number): RankDevice {
  const { backend, adapterKind, name } = device;
  return { backend, adapterKind, name, threads };
}

/** Reports the device that a rank has opened. */
export function deviceReport({ backend, adapterKind, isa, threads }: Device): RankDeviceReport {
  return { backend, adapterKind, isa, threads };
}

/**
 * Columns of rows that ranks measured.
 *
 * @throws {WrongResultError} where a rank ran on another backend than the session's, which rows would name.
 */
export function ranOn({ device }: Pick<Lab, "device">, ranks: readonly RankDeviceReport[]): RanOn {
  const words = ({ backend, isa }: Pick<Device, "backend" | "isa">) => `${backend} (${isa || "no"} code)`;
  const other = ranks.findIndex((rank) => words(rank) !== words(device));
  if (other >= 0) {
    throw new WrongResultError({
      action: "time ranks",
      current: `${words(ranks[other])} on rank ${other}`,
      wanted: `${words(device)}, the session's`,
      next: "start all ranks on machines of one kind, or pass --device wasm",
    });
  }
  const [{ adapterKind, threads }] = ranks;
  return { threads, adapterKind, timer: "wall" };
}
