/**
 * Contract of a device. A device owns memory, runs the work that a plan encodes and times it; the WebAssembly
 * arena and a WebGPU adapter have the same interface.
 *
 * @module
 */
import type { Tuning } from "./tuning.ts";

/**
 * Backend of timed kernels: WebAssembly, machine code of the CPU (whose device runs WebAssembly, too), or
 * WebGPU. The `oracle` is plain TypeScript and not a device.
 */
export type DeviceBackend = "wasm" | "webgpu" | "x86";

/** Kind of a WebGPU adapter: a GPU or an emulation of one; `none` for the CPU backend. */
export type AdapterKind = "hardware" | "software" | "none";

/** Typed arrays that are copied to and from a device. */
export type DeviceData = Float32Array | Uint32Array | Int32Array | Uint8Array;

/** A region of a device's memory. Belongs to the device that allocated it. */
export interface DeviceBuffer {
  /** Name in error messages and the memory ledger. */
  readonly label: string;
  /** Size in bytes, a multiple of 4. */
  readonly bytes: number;
}

/** Buffer that several plans read: the copy of a host array, or of data derived from it. */
export interface SharedBuffer {
  /** Memory of the copy. */
  readonly buffer: DeviceBuffer;
  /** Number of plans that hold the buffer; the last one frees it. */
  plans: number;
}

/** Limits of a device. */
export interface DeviceLimits {
  /** Bytes that all buffers together may take. */
  readonly memoryBytes: number;
  /** Bytes that one kernel binding may span. */
  readonly bindingBytes: number;
  /** Storage bindings of one kernel. */
  readonly storageBindings: number;
  /** Bytes of workgroup memory (0 on the CPU). */
  readonly workgroupBytes: number;
  /** Invocations of one workgroup (1 on the CPU). */
  readonly workgroupInvocations: number;
  /** Workgroups along one axis of a dispatch. */
  readonly workgroupsPerAxis: number;
  /** Sizes of subgroups; absent where kernels cannot use any. */
  readonly subgroups?: SubgroupSizes;
}

/** Sizes that subgroups of a device can have, powers of two: a kernel knows its own only as it runs. */
export interface SubgroupSizes {
  /** Lanes of the smallest. */
  readonly least: number;
  /** Lanes of the largest. */
  readonly most: number;
}

/** Device memory in use, and its peak since {@link Device.resetPeak}. */
export interface MemoryLedger {
  /** Bytes of all buffers that are not freed. */
  readonly live: number;
  /** Largest `live`, in bytes. */
  readonly peak: number;
}

/** Clock of {@link Device.time}: GPU timestamps, a wall-clock slope, or the wall time of blocking calls. */
export type TimerKind = "gpu-timestamp" | "wall-slope" | "wall";

/**
 * A device. Work is encoded by calling a plan's `run()`; on the CPU it has happened when `run()` returns, on
 * `webgpu` it is queued until {@link Device.finish} or {@link Device.time}.
 */
export interface Device<Buffer extends DeviceBuffer = DeviceBuffer> {
  /** Backend of the kernels that the device runs. */
  readonly backend: DeviceBackend;
  /** Kind of the adapter; a `software` adapter is for checks, not for times. */
  readonly adapterKind: AdapterKind;
  /** Name for people: `NVIDIA H200`, `AMD EPYC (2 threads)`. */
  readonly name: string;
  /** CPU threads that run kernels; 0 on `webgpu`. */
  readonly threads: number;
  /** Instruction set of the kernels: `simd128` is WebAssembly's; empty on `webgpu`. */
  readonly isa: string;
  /** Tuned numbers that kernels take, set as the device is opened; absent where all keep their defaults. */
  tuning?: Tuning;
  /** Implementation of WebGPU: `native` (the runtime's own), `dawn` or `browser`; empty on the CPU. */
  readonly webgpu: string;
  /** Facts for the environment of a session that only this kind of device has, by name. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Why the device can do no more work; absent while it can. */
  readonly lost?: string | undefined;
  /** Bytes of the last-level cache before the device's memory; absent where nothing tells them. */
  readonly cacheBytes?: number;
  /** Buffers that several plans read, by the host array behind them, then by their label and form. */
  readonly shared: WeakMap<object, Map<string, SharedBuffer>>;
  /** Limits, which a kernel's needs are compared with before anything is allocated. */
  readonly limits: DeviceLimits;
  /** Clock behind {@link Device.time}. */
  readonly timer: TimerKind;
  /** Shortest sample in milliseconds that the clock resolves, where the device knows it. */
  readonly shortestSampleMs?: number | undefined;
  /** Memory in use at the moment of reading. */
  readonly ledger: MemoryLedger;
  /**
   * Times that the host has waited for the device, by {@link Device.finish}, a read or the reading of a
   * clock; always 0 on the CPU, whose calls block. In Deno each takes 10 to 12 ms on `webgpu`.
   */
  readonly waits: number;
  /**
   * Times that the host has left the device without work for more than 20 ms, between two waits for it;
   * absent on the CPU.
   */
  readonly pauses?: number;
  /** Milliseconds that the wait in progress has lasted; absent while there is none. */
  readonly waitingMs?: number | undefined;
  /** Milliseconds of one wait without work, as the device was calibrated; 0 on the CPU. */
  readonly waitMs: number;

  /** Reserves memory with undefined content. Throws {@link OutOfMemoryError}. */
  allocate(label: string, bytes: number): Buffer;
  /**
   * Reserves memory that WebAssembly reaches, as samplers of CPU devices need it; machine code reaches more.
   * Absent on a GPU. Throws {@link OutOfMemoryError}.
   */
  allocateNear?(label: string, bytes: number): Buffer;
  /**
   * Copies host data into a buffer (host-to-device, a real copy on every backend), from `byteOffset`, a
   * multiple of 4. Throws {@link DeviceError} where the buffer is too small.
   */
  write(buffer: Buffer, data: DeviceData, byteOffset?: number): void;
  /**
   * Copies a buffer back, after all queued work: its first `bytes`, or all of it. Throws {@link DeviceError}
   * where the buffer has fewer.
   */
  read(buffer: Buffer, bytes?: number): Promise<ArrayBuffer>;
  /**
   * Looks at the first `bytes` of a buffer without a copy; absent where the host does not see the device's
   * memory. The bytes change with the buffer, so they are used before anything else runs or is written.
   * Throws {@link DeviceError} where the buffer has fewer.
   */
  view?(buffer: Buffer, bytes: number): Uint8Array<ArrayBufferLike>;
  /** Frees a buffer; reading or binding it afterwards is an error. */
  free(buffer: Buffer): void;
  /** Sets every byte of the buffer to 0, as queued work. */
  clear(buffer: Buffer): void;
  /** Waits for all queued work; throws {@link DeviceError} where some of it failed. */
  finish(): Promise<void>;
  /**
   * Measures the milliseconds that `calls` executions of `run` take on the device, back to back. Throws
   * {@link ClockError} where its clock was set anew meanwhile.
   */
  time(run: () => void, calls: number): Promise<number>;
  /**
   * Runs `work` and throws, as typed errors, whatever the device reports about it (validation, memory, a
   * failed compile).
   */
  guard<T>(action: string, work: () => T | Promise<T>): Promise<T>;
  /** Starts a new peak of {@link Device.ledger}. */
  resetPeak(): void;
  /** Frees everything; the device cannot be used afterwards. */
  close(): void;
}
