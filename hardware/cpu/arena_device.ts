/**
 * Device of CPU threads around memory that they share: allocation, copies, calls, errors.
 *
 * @module
 */
import { allocationError } from "../../platform/allocation.ts";
import { DeviceError, OutOfMemoryError, ReproError } from "../../platform/errors.ts";
import { assertFree } from "../../platform/available_memory.ts";
import { formatBytes } from "../../platform/text/bytes.ts";
import type { WasmModule } from "../../platform/wasm/module.ts";
import {
  type CallWatcher,
  type OwnFunctions,
  type ParallelCall,
  WorkerPool,
} from "../../platform/wasm/worker_pool.ts";
import { assertRange } from "../buffer_range.ts";
import type { DeviceData, DeviceLimits, MemoryLedger } from "../device.ts";
import { ALIGNMENT, Arena } from "./arena.ts";
import { type BufferMemory, LARGE_BYTES, type ReservedMemory } from "./buffer_memory.ts";
import { cpuGenerationFact, cpuModel, lastLevelCacheBytes } from "./cpu_facts.ts";
import { NEAR_BYTES, NearMemory } from "./near_memory.ts";
import { PinnedRows } from "./pinned_rows.ts";
import type { CpuDeviceOptions, WasmBuffer, WasmDevice } from "./wasm_device.ts";
import { plural } from "../../platform/text/plural.ts";

/** Limit of threads, above that of any machine; each takes a worker. */
const MOST_THREADS = 1024;
/** Address behind the last near buffer: one that ended with the address space would end at 0 in 32 bits. */
const TOP = NEAR_BYTES - ALIGNMENT;
/** Bytes of near memory that large buffers leave to others where there is far memory. */
const NEAR_KEPT = NEAR_BYTES / 2;

/** Parts of a device that runs machine code. */
export interface MachineParts {
  /** Functions that every thread has beside those of modules. */
  readonly functions: OwnFunctions;
  /** Memory that machine code alone reaches. */
  readonly far: BufferMemory;
}

class ArenaBuffer implements WasmBuffer {
  /** Whether the device holds it no more. */
  freed = false;
  constructor(
    readonly label: string,
    readonly bytes: number,
    readonly memory: ReservedMemory,
    /** Whether it counts as memory of the device. */
    readonly counts: boolean,
  ) {}

  get address(): number {
    this.assertAlive();
    return this.memory.address;
  }

  /** The first `bytes`, in place. */
  view(bytes: number): Uint8Array<ArrayBufferLike> {
    this.assertAlive();
    return this.memory.view(bytes);
  }

  assertAlive(): void {
    if (!this.freed) return;
    throw new DeviceError({
      action: `use buffer "${this.label}"`,
      current: "a freed buffer",
      wanted: "one that is alive",
      next: "prepare the plan again with live operands",
    });
  }
}

/** Limit of what WebAssembly can address. */
const WASM32 = "oom (wasm32)";
/** Limit of an array: kernels count the bytes to a row with 32 bits. */
const WIDE_ARRAY = "oom (4 GiB an array)";
/** Limit of the device's memory. */
const DEVICE_MEMORY = "oom (device memory)";

/** Device whose threads share their memory. */
export class ArenaDevice<Backend extends "wasm" | "x86", Isa extends string> implements WasmDevice {
  readonly backend: Backend;
  readonly isa: Isa;
  readonly adapterKind = "none";
  readonly timer = "wall";
  readonly webgpu = "";
  readonly name: string;
  readonly threads: number;
  readonly limits: DeviceLimits;
  /** Memory that WebAssembly reaches; its base never moves. */
  protected readonly memory: WebAssembly.Memory;
  readonly pinned: PinnedRows<WasmBuffer> = new PinnedRows(this);
  readonly shared: WasmDevice["shared"] = new WeakMap();
  readonly waits = 0;
  readonly waitMs = 0;
  readonly cacheBytes = lastLevelCacheBytes();
  readonly facts: Readonly<Record<string, string>> = cpuGenerationFact();
  readonly #pool: WorkerPool;
  readonly #near: BufferMemory;
  /** Memory that machine code alone reaches; absent where near memory holds all that the device may take. */
  readonly #far: BufferMemory | undefined;
  /** Near memory behind that of the device; absent where the device may take all of it. */
  readonly #behind: BufferMemory | undefined;
  readonly #buffers = new Set<ArenaBuffer>();
  #live = 0;
  #peak = 0;

  /**
   * Reserves addresses and starts the threads. Without `machine` there is near memory alone, 4 GiB at most.
   *
   * @throws {DeviceError} for invalid numbers of threads or bytes, or where the addresses cannot be reserved.
   */
  constructor(backend: Backend, isa: Isa, options: CpuDeviceOptions, machine?: MachineParts) {
    const threads = options.threads ?? navigator.hardwareConcurrency;
    const memoryBytes = Math.min(options.memoryBytes ?? NEAR_BYTES, machine ? Infinity : NEAR_BYTES);
    if (!(Number.isInteger(threads) && threads >= 1 && threads <= MOST_THREADS && memoryBytes >= 0)) {
      throw new DeviceError({
        action: `open device ${backend}`,
        current: `${plural(threads, "thread")}, ${plural(memoryBytes, "byte")}`,
        wanted: `1 to ${MOST_THREADS} threads, and no negative size`,
        next: "leave both out for all cores and the usual memory",
      });
    }
    this.backend = backend;
    this.isa = isa;
    this.threads = threads;
    this.name = `${cpuModel()} (${threads} ${threads === 1 ? "thread" : "threads"})`;
    this.limits = {
      memoryBytes,
      bindingBytes: Math.min(memoryBytes, NEAR_BYTES),
      storageBindings: Number.MAX_SAFE_INTEGER,
      workgroupBytes: 0,
      workgroupInvocations: 1,
      workgroupsPerAxis: 2 ** 30,
    };
    // Address 0 stays unused: kernels read it as "no such operand".
    const own = Math.min(Arena.rounded(memoryBytes), TOP - ALIGNMENT), end = ALIGNMENT + own;
    this.#far = memoryBytes > NEAR_BYTES ? machine?.far : undefined;
    const near = new NearMemory({ touches: this.#far !== undefined });
    this.memory = near.memory;
    this.#near = near.part(ALIGNMENT, own);
    if (end < TOP) this.#behind = near.part(end, TOP - end);
    this.#pool = new WorkerPool(threads, near.memory, machine?.functions);
  }

  get ledger(): MemoryLedger {
    return { live: this.#live, peak: this.#peak };
  }

  allocate(label: string, bytes: number): WasmBuffer {
    const near = this.#near, far = this.#far;
    if (far === undefined) return this.#allocate(label, bytes, [near]);
    const crowds = bytes >= LARGE_BYTES && near.largestFree - bytes < NEAR_KEPT;
    return this.#allocate(label, bytes, crowds ? [far] : [near, far]);
  }

  allocateNear(label: string, bytes: number): WasmBuffer {
    return this.#allocate(label, bytes, [this.#near]);
  }

  /** Reserves memory of the device in the first of some memories that has addresses. */
  #allocate(label: string, bytes: number, memories: readonly BufferMemory[]): WasmBuffer {
    const wanted = wholeWords(bytes);
    const fits = wanted <= this.limits.bindingBytes && this.#live + wanted <= this.limits.memoryBytes;
    const buffer = fits ? this.#reserve(label, wanted, { memories, counts: true }) : undefined;
    if (buffer === undefined) throw this.#outOfMemory(label, wanted, memories);
    this.#live += wanted;
    this.#peak = Math.max(this.#peak, this.#live);
    return buffer;
  }

  allocateBeside(label: string, bytes: number): WasmBuffer | undefined {
    const wanted = wholeWords(bytes), near = this.#near, far = this.#far;
    if (wanted > NEAR_BYTES) return undefined;
    // Where the device may take all addresses that there are, it keeps half of those that are free.
    const leavesHalf = wanted <= near.largestFree / 2 ? [near] : [];
    const memories = this.#behind ? [this.#behind] : [...leavesHalf, ...far ? [far] : []];
    try {
      return this.#reserve(label, wanted, { memories, counts: false });
    } catch (error) {
      if (error instanceof OutOfMemoryError) return undefined;
      throw error;
    }
  }

  /** Reserves a buffer in the first of some memories that has addresses. */
  #reserve(
    label: string,
    bytes: number,
    { memories, counts }: { readonly memories: readonly BufferMemory[]; readonly counts: boolean },
  ): ArenaBuffer | undefined {
    for (const memory of memories) {
      const reserved = memory.reserve(label, bytes);
      if (reserved === undefined) continue;
      const buffer = new ArenaBuffer(label, bytes, reserved, counts);
      this.#buffers.add(buffer);
      return buffer;
    }
    return undefined;
  }

  #outOfMemory(label: string, bytes: number, memories: readonly BufferMemory[]): OutOfMemoryError {
    const { memoryBytes, bindingBytes } = this.limits, left = memoryBytes - this.#live;
    const largest = Math.max(...memories.map(({ largestFree }) => largestFree));
    const limit = this.#limitText(bytes, memories);
    return new OutOfMemoryError({
      action: `allocate ${formatBytes(bytes)} for "${label}"`,
      current: limit === WIDE_ARRAY
        ? `${limit}: it takes ${formatBytes(bytes)}`
        : `${limit}: ${formatBytes(this.#live)} of ${
          formatBytes(memoryBytes)
        } are taken, the largest free range has ${formatBytes(Math.min(largest, left, bindingBytes))}`,
      wanted: "room in the device's memory",
      next: limit === DEVICE_MEMORY
        ? "raise --device-memory, or take a smaller graph or narrower layers"
        : "take a smaller graph or narrower layers",
    });
  }

  /** Which limit refuses an allocation. */
  #limitText(bytes: number, memories: readonly BufferMemory[]): string {
    const wanted = this.#live + bytes, far = this.#far;
    if (this.backend === "wasm") return wanted > TOP - ALIGNMENT ? WASM32 : DEVICE_MEMORY;
    if (bytes > NEAR_BYTES) return WIDE_ARRAY;
    const isNearFull = wanted <= this.limits.memoryBytes && far !== undefined && !memories.includes(far);
    return isNearFull ? WASM32 : DEVICE_MEMORY;
  }

  write(buffer: WasmBuffer, data: DeviceData, byteOffset = 0): void {
    assertRange("write", buffer, { begin: byteOffset, end: byteOffset + data.byteLength });
    const source = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    viewOf(buffer, byteOffset + data.byteLength).subarray(byteOffset).set(source);
  }

  read(buffer: WasmBuffer, bytes = buffer.bytes): Promise<ArrayBuffer> {
    return Promise.try(() => {
      const seen = this.view(buffer, bytes);
      assertFree(`read "${buffer.label}"`, bytes, "a copy of it");
      const copy = new Uint8Array(bytes);
      copy.set(seen);
      return copy.buffer;
    });
  }

  view(buffer: WasmBuffer, bytes: number): Uint8Array<ArrayBufferLike> {
    assertRange("read", buffer, { begin: 0, end: bytes });
    return viewOf(buffer, bytes);
  }

  free(buffer: WasmBuffer): void {
    const own = buffer as ArenaBuffer;
    if (!this.#buffers.delete(own)) {
      throw new DeviceError({
        action: `free buffer "${buffer.label}"`,
        current: "a buffer that this device does not hold",
        wanted: "one that it allocated and has not freed",
        next: "free each buffer once, on its own device",
      });
    }
    own.memory.release();
    if (own.counts) this.#live -= own.bytes;
    own.freed = true;
  }

  clear(buffer: WasmBuffer): void {
    viewOf(buffer, buffer.bytes).fill(0);
  }

  finish(): Promise<void> {
    return Promise.resolve();
  }

  time(run: () => void, calls: number): Promise<number> {
    return Promise.try(() => {
      const start = performance.now();
      for (let call = 0; call < calls; call++) run();
      return performance.now() - start;
    });
  }

  async guard<T>(action: string, work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      throw typedError(action, cause);
    }
  }

  load(module: WasmModule): Promise<void> {
    return this.#pool.load(module);
  }

  parallel(call: ParallelCall): void {
    this.#pool.parallel(call);
  }

  watchThreads(watch: CallWatcher | undefined): void {
    this.#pool.watch = watch;
  }

  resetPeak(): void {
    this.#peak = this.#live;
  }

  close(): void {
    for (const buffer of [...this.#buffers]) this.free(buffer);
    this.#pool.close();
  }
}

/**
 * Converts an error of the runtime about memory or modules into one of the harness; returns any other
 * unchanged.
 */
function typedError(action: string, cause: unknown): unknown {
  if (cause instanceof ReproError || !(cause instanceof Error)) return cause;
  const wasm = [WebAssembly.RuntimeError, WebAssembly.CompileError, WebAssembly.LinkError];
  if (wasm.some((kind) => cause instanceof kind)) {
    return new DeviceError({
      action,
      current: `${cause.name}: ${cause.message}`,
      wanted: "no trap",
      next: "report this with the command line that led to it",
    }, { cause });
  }
  return allocationError(cause, action) ?? cause;
}

/** Rounds bytes up to whole words, at least one. */
function wholeWords(bytes: number): number {
  return Math.max(4, Math.ceil(bytes / 4) * 4);
}

/** First bytes of a live buffer, in place. */
function viewOf(buffer: WasmBuffer, bytes: number): Uint8Array<ArrayBufferLike> {
  return (buffer as ArenaBuffer).view(bytes);
}
