/**
 * Contract of a device of the CPU that runs WebAssembly.
 *
 * @module
 */
import type { WasmModule } from "../../platform/wasm/module.ts";
import type { CallWatcher, ParallelCall } from "../../platform/wasm/worker_pool.ts";
import type { Device, DeviceBuffer } from "../device.ts";
import type { PinnedRows } from "./pinned_rows.ts";

/** A range of the memory of a CPU device. */
export interface WasmBuffer extends DeviceBuffer {
  /**
   * Address on the device of its first byte, a multiple of 128. Below 4 GiB it is an address of WebAssembly;
   * beyond, machine code alone reaches it.
   *
   * @throws {DeviceError} once the buffer is freed.
   */
  readonly address: number;
}

/** CPU threads around memory that they share. */
export interface WasmDevice extends Device<WasmBuffer> {
  /** Backend of the device: WebAssembly, also beside machine code. */
  readonly backend: "wasm" | "x86";
  /** Rows of host matrices that kernels of this device read, as a GPU reads pinned memory. */
  readonly pinned: PinnedRows<WasmBuffer>;
  /**
   * Reserves memory like {@linkcode Device.allocate}, below 4 GiB: WebAssembly reaches no other.
   *
   * @throws {OutOfMemoryError} where none is free there.
   */
  allocateNear(label: string, bytes: number): WasmBuffer;
  /**
   * Reserves memory of the host that kernels of this device read and write; it belongs to no memory budget
   * and is in no ledger. `undefined` where addresses or memory do not suffice.
   */
  allocateBeside(label: string, bytes: number): WasmBuffer | undefined;
  /** Instantiates a module in every thread, once; a kernel's `prepare` awaits it. */
  load(module: WasmModule): Promise<void>;
  /** Runs an export of a loaded module over all items; everything is done when it returns. */
  parallel(call: ParallelCall): void;
  /**
   * Sets the observer of every thread's part of a call, for traces; `undefined` takes it away. Absent where
   * the threads cannot be observed.
   */
  watchThreads?(watch: CallWatcher | undefined): void;
}

/** Options of a device of the CPU. */
export interface CpuDeviceOptions {
  /** Number of computing threads; by default the machine's cores. */
  readonly threads?: number;
  /**
   * Greatest number of bytes of all buffers together. By default 4 GiB, all that wasm32 can address; for
   * machine code half the memory of the machine, where that is more. One buffer has 4 GiB at most.
   */
  readonly memoryBytes?: number;
}
