/**
 * State of a GPU: memory, clocks, temperature, power, and whether the driver holds the clocks down. WebGPU
 * tells none of these; the driver's tool does.
 *
 * @module
 */
import { formatBytes } from "../platform/text/bytes.ts";

/** State of a GPU at one moment; a fact that the driver does not tell is absent. */
export interface GpuState {
  /** Name as the driver gives it: `NVIDIA H200`. */
  readonly name: string;
  /** Version of the driver. */
  readonly driver: string;
  /** Cards of this name, of which it is the first: WebGPU does not tell which it runs on; absent for one. */
  readonly alike?: number;
  /** Bytes of memory, in use or not. */
  readonly memoryBytes?: number;
  /** Clock of the multiprocessors in MHz. */
  readonly clockMHz?: number;
  /** Clock of the memory in MHz. */
  readonly memoryClockMHz?: number;
  /** Temperature in degrees Celsius. */
  readonly celsius?: number;
  /** Power in watts. */
  readonly watts?: number;
  /** Reasons for which the driver holds the clocks down, as NVML's bits. */
  readonly throttleReasons?: number;
}

/** A state in one line: `1980 MHz, memory 3201 MHz, 54 C, 412.3 W`, and of which card it is. */
export function gpuStateText({ clockMHz, memoryClockMHz, celsius, watts, alike }: GpuState): string {
  return [
    clockMHz !== undefined && `${clockMHz} MHz`,
    memoryClockMHz !== undefined && `memory ${memoryClockMHz} MHz`,
    celsius !== undefined && `${celsius} C`,
    watts !== undefined && `${watts} W`,
    alike !== undefined && `of the first of ${alike} alike, another of which may be meant`,
  ].filter((part) => part !== false).join(", ");
}

/**
 * Driver, memory and state of a card in one line; of a card of NVIDIA's whose driver tells nothing, what is
 * missed; empty for any other.
 */
export function cardText(name: string, state: GpuState | undefined): string {
  if (state === undefined) {
    return /nvidia/i.test(name) ? "nvidia-smi tells neither its memory nor whether it is throttled" : "";
  }
  const { driver, memoryBytes } = state;
  return [`driver ${driver}`, memoryBytes !== undefined && formatBytes(memoryBytes), gpuStateText(state)]
    .filter(Boolean).join(", ");
}
