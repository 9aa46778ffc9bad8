/**
 * Work of the verb `tune`.
 *
 * @module
 */
import type { X86Device } from "../../hardware/cpu/x86/device.ts";
import { instructionSet } from "../../hardware/cpu/x86/instruction_set.ts";
import { refuseEmulated } from "../../hardware/emulated.ts";
import { openDevice, type WebGpuChoice } from "../../hardware/open_device.ts";
import type { WebGpuDevice } from "../../hardware/webgpu/device.ts";
import { DeviceError, MissingError } from "../../platform/errors.ts";
import { choiceSummary } from "../../results/store/tuned_choice.ts";
import { numbersOn, tune, TUNED_WIDTHS, type TuneOptions } from "./tune.ts";
import type { TunableDevice } from "./value_plans.ts";
import { conditionsOfDevice, processorText } from "./tuning_conditions.ts";
import { keepChoices, prepareTuningFolder, tuningPath } from "./tuning_file.ts";

/** Processor and widths to tune for. */
export interface TuningRequest {
  /** Backend whose kernels are tuned: machine code or an adapter's. */
  readonly device: "x86" | "webgpu";
  /** CPU threads. */
  readonly threads: number;
  /** Widths of features; {@linkcode TUNED_WIDTHS} when absent. */
  readonly widths?: readonly number[];
  /** Number among the adapters; 0 when absent. */
  readonly adapter?: number;
  /** Implementation of WebGPU; `auto` when absent. */
  readonly webgpu?: WebGpuChoice;
  /** Also tune on an adapter that emulates a GPU. */
  readonly allowSoftware?: boolean;
  /**
   * Seconds after which no further number is begun; when absent {@linkcode ADAPTER_SECONDS} on an adapter, no
   * limit on a CPU.
   */
  readonly budget?: number;
}

/** Request that is measured. */
export interface TuningRun extends TuningRequest {
  /** Seed of matrices and of turns. */
  readonly seed: number;
  /** Ends after the round in progress. */
  readonly signal: AbortSignal;
  /** Takes a line of progress. */
  readonly say: (line: string) => void;
}

/** Seconds that an adapter is tuned for at most, unless told. An NVIDIA H200 takes 13 for a width. */
const ADAPTER_SECONDS = 70;

/**
 * Opens the device to tune.
 *
 * @throws {MissingError} where the machine runs no machine code, or has no adapter, or one that emulates a
 * GPU.
 * @throws {UsageError} for a choice among GPUs beside the CPU.
 */
async function openTunable(request: TuningRequest): Promise<TunableDevice> {
  const { device: backend, threads, adapter, webgpu, allowSoftware = false } = request;
  if (backend === "x86") {
    const { isa, reason = "none" } = instructionSet();
    if (isa === "none") {
      throw new MissingError({
        action: "tune machine code",
        current: reason,
        wanted: "Linux on an x86-64 CPU with AVX2, and permission to run emitted code",
        next: "nothing: WebAssembly has no numbers to tune",
      });
    }
  }
  const device = await openDevice({
    device: backend,
    threads,
    ...(adapter !== undefined && { adapter }),
    ...(webgpu !== undefined && { webgpu }),
  });
  if (backend === "x86") return device as X86Device;
  try {
    refuseEmulated({ device, allowSoftware }, "tune kernels on an adapter");
  } catch (error) {
    device.close();
    throw error;
  }
  return device as WebGpuDevice;
}

/** Says what would be tuned, and where it would be kept. */
export async function planTuning(request: TuningRequest): Promise<string> {
  const device = await openTunable(request);
  try {
    const here = conditionsOfDevice(device)!,
      numbers = numbersOn(device, request.widths ?? TUNED_WIDTHS[device.backend]);
    const lines = numbers.map(({ name, parameter, values: [standard, ...others] }) =>
      `  ${name}: ${parameter} ${standard}, the default, or ${others.join(", ")}`
    );
    const seconds = device.backend === "x86"
      ? `some ${SECONDS * lines.length} seconds`
      : `at most some ${request.budget ?? ADAPTER_SECONDS} seconds, and those of opening the adapter`;
    return [
      `On ${processorText(here)}:`,
      ...lines.length > 0 ? lines : ["  nothing: code for these widths has one number only"],
      `${seconds}; kept in ${tuningPath(here)}`,
    ].join("\n");
  } finally {
    device.close();
  }
}

/** Seconds that a number of machine code takes on two cores. */
const SECONDS = 4;

/** Tuning on a device that is open. */
export interface OpenTuning extends Pick<TuneOptions, "widths" | "seed" | "rounds" | "sizes" | "budget"> {
  /** Ends after the round in progress. */
  readonly signal: AbortSignal;
  /** Takes a line of progress. */
  readonly say: (line: string) => void;
  /** Folder of the files; that of the user's cache when absent. */
  readonly folder?: string;
}

/**
 * Opens the device, and tunes as {@linkcode tuneOpen} does.
 *
 * @throws {MissingError} where the machine lacks the device, or it emulates a GPU.
 * @throws what {@linkcode tuneOpen} throws.
 */
export async function tuneHere(
  { widths, seed, signal, say, budget, ...request }: TuningRun,
): Promise<string | undefined> {
  const device = await openTunable(request);
  try {
    return await tuneOpen(device, {
      seed,
      signal,
      say,
      budget: budget ?? (device.backend === "webgpu" ? ADAPTER_SECONDS : Infinity),
      ...(widths && { widths }),
    });
  } finally {
    device.close();
  }
}

/**
 * Tunes, says each choice with its evidence, and keeps all of them beside earlier ones of other works, where
 * those hold; returns the path of the file, or nothing where no number was tuned.
 *
 * @throws {DeviceError} where the device is lost; what was chosen before is kept.
 * @throws {Interrupted} after a signal; the file is as it was.
 * @throws an error of the operating system before anything is measured, where the folder takes no file.
 */
export async function tuneOpen(
  device: TunableDevice,
  { widths = TUNED_WIDTHS[device.backend], say, folder, ...options }: OpenTuning,
): Promise<string | undefined> {
  const here = conditionsOfDevice(device)!, possible = numbersOn(device, widths, options.sizes).length;
  await prepareTuningFolder(folder);
  say(processorText(here));
  let leftOut = 0;
  const choices = await tune(device, {
    ...options,
    widths,
    onChoice: (choice) => choiceSummary(choice).forEach(say),
    onLeftOut: (name, reason) => {
      leftOut++;
      say(`${name}: left out, ${reason}`);
    },
  });
  options.signal.throwIfAborted();
  const path = choices.length === 0
    ? undefined
    : await keepChoices(here, choices, { remark: say, ...(folder !== undefined && { folder }) });
  const unreached = possible - choices.length - leftOut;
  if (device.lost !== undefined) {
    throw new DeviceError({
      action: "tune kernels",
      current: `${device.lost}, with ${unreached} of ${possible} numbers to go`,
      wanted: "a device that stays",
      next: path === undefined
        ? "run tune again; nothing is kept"
        : `run tune again; what was chosen before is kept in ${path}`,
    });
  }
  if (unreached > 0) say(`${unreached} of ${possible} numbers keep their defaults: the budget was spent`);
  return path;
}
