/**
 * Plans of WebAssembly kernels: a loaded module, arrays in the arena that live as long as the plan, and
 * blocks of work items for the threads.
 *
 * @module
 */
import { type DeviceMatrix, formatOf } from "../../hardware/dense.ts";
import type { DeviceData } from "../../hardware/device.ts";
import { NUMBER_BYTES } from "../../hardware/number_format.ts";
import type { WasmBuffer, WasmDevice } from "../../hardware/cpu/device.ts";
import { DeviceError, OutOfMemoryError } from "../../platform/errors.ts";
import type { WasmModule } from "../../platform/wasm/module.ts";
import type { Plan } from "../kernel.ts";

/** Allocator of the arrays of one plan on a CPU device. */
export interface PlanArrays {
  /** Copies data to the device; returns its address. */
  upload(label: string, data: DeviceData): number;
  /** Reserves memory with undefined content. */
  reserve(label: string, bytes: number): WasmBuffer;
}

/** Function that builds a plan out of arrays that belong to it. */
export type BuildPlan = (arrays: PlanArrays) => Omit<Plan, "destroy"> | Promise<Omit<Plan, "destroy">>;

/** Reservation of memory by a label and a number of bytes. */
type Allocate = (label: string, bytes: number) => WasmBuffer;

/**
 * Builds a plan whose arrays are freed with the plan, or at once where building fails. A destroyed plan
 * refuses to run: its calls have addresses of memory that may be another plan's by then.
 *
 * @throws {OutOfMemoryError} where the device has no room for an array, with nothing left allocated.
 */
export function planInArena(device: WasmDevice, build: BuildPlan): Promise<Plan> {
  return planArrays(device, (label, bytes) => device.allocate(label, bytes), build);
}

async function planArrays(device: WasmDevice, allocate: Allocate, build: BuildPlan): Promise<Plan> {
  const buffers: WasmBuffer[] = [];
  let alive = true;
  const destroy = () => {
    alive = false;
    buffers.splice(0).forEach((buffer) => device.free(buffer));
  };
  const reserve = (label: string, bytes: number) => {
    const buffer = allocate(label, bytes);
    buffers.push(buffer);
    return buffer;
  };
  const upload = (label: string, data: DeviceData) => {
    const buffer = reserve(label, data.byteLength);
    device.write(buffer, data);
    return buffer.address;
  };
  try {
    const plan = await build({ reserve, upload });
    const run = () => {
      if (!alive) throw destroyedError();
      plan.run();
    };
    return { ...plan, run, destroy };
  } catch (error) {
    destroy();
    throw error;
  }
}

function destroyedError(): DeviceError {
  return new DeviceError({
    action: "run a plan",
    current: "a destroyed one, whose memory is freed",
    wanted: "one that is alive",
    next: "prepare the plan again",
  });
}

/**
 * Loads a module and builds a plan of its calls, whose arrays lie where WebAssembly reaches them.
 *
 * @throws {OutOfMemoryError} where there is no room for an array, with nothing left allocated.
 */
export function planOnWasm(device: WasmDevice, module: WasmModule, build: BuildPlan): Promise<Plan> {
  const near = (label: string, bytes: number) => device.allocateNear(label, bytes);
  return planArrays(device, near, async (arrays) => {
    await device.load(module);
    return await build(arrays);
  });
}

/**
 * Address of a matrix on a CPU device, and the bytes from one row to the next; 0 and 0 if it has no columns.
 *
 * @throws {OutOfMemoryError} for a matrix of several panels, which takes more than 4 GiB: kernels of the CPU
 * count the bytes to a row with 32 bits.
 */
export function wholePanel(matrix: DeviceMatrix<WasmBuffer>): {
  readonly address: number;
  readonly stride: number;
} {
  const { rows, cols, panels: [panel, second] } = matrix;
  if (second !== undefined) {
    throw new OutOfMemoryError({
      action: "run a kernel of the CPU",
      current: `oom (4 GiB an array): a matrix of ${rows} x ${cols}`,
      wanted: "at most 4 GiB in each matrix",
      next: "take a smaller graph or narrower layers",
    });
  }
  if (panel === undefined) return { address: 0, stride: 0 };
  return { address: panel.buffer.address, stride: panel.stride * NUMBER_BYTES[formatOf(matrix)] };
}

/** Multiply-adds of one block of work items: some microseconds, far more than taking a block costs. */
const BLOCK_WORK = 65_536;
const BLOCKS_A_THREAD = 8;

/**
 * Number of work items that a thread takes at once, of `items` items with `multiplyAdds` in total: enough
 * work to amortise taking them, few enough that all threads finish at about the same time.
 */
export function itemsPerBlock(items: number, multiplyAdds: number, threads: number): number {
  const worthwhile = Math.ceil(BLOCK_WORK / Math.max(1, multiplyAdds / Math.max(1, items)));
  const even = Math.ceil(items / (threads * BLOCKS_A_THREAD));
  return Math.max(1, Math.min(worthwhile, even));
}
