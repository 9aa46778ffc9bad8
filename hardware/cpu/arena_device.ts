/**
 * Device of CPU threads around one bounded arena in a WebAssembly memory: allocation, copies, calls, errors.
 *
 * @module
 */
import { allocationError } from "../../platform/allocation.ts";
import { DeviceError, OutOfMemoryError, ReproError } from "../../platform/errors.ts";
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
import { cpuGenerationFact, cpuModel, lastLevelCacheBytes } from "./cpu_facts.ts";
import { PinnedRows } from "./pinned_rows.ts";
import type { CpuDeviceOptions, WasmBuffer, WasmDevice } from "./wasm_device.ts";
import { plural } from "../../platform/text/number.ts";

const PAGE = 65_536;
/** Limit of threads, above that of any machine; each takes a worker. */
const MOST_THREADS = 1024;
/** Size of wasm32's whole address space. */
const ADDRESS_SPACE = 65_536 * PAGE;
/** Address behind the last buffer: a buffer that ended with the address space would end at 0 in 32 bits. */
const TOP = ADDRESS_SPACE - ALIGNMENT;

class ArenaBuffer implements WasmBuffer {
  #freed = false;
  constructor(
    readonly label: string,
    readonly bytes: number,
    readonly place: number,
    /** Range that it was reserved in, and whether it counts as memory of the device. */
    readonly owner: { readonly arena: Arena; readonly counts: boolean },
  ) {}

  get address(): number {
    if (this.#freed) {
      throw new DeviceError({
        action: `use buffer "${this.label}"`,
        current: "a freed buffer",
        wanted: "one that is alive",
        next: "prepare the plan again with live operands",
      });
    }
    return this.place;
  }

  retire(): void {
    this.#freed = true;
  }
}

/** Device whose threads share one arena. */
export class ArenaDevice<Backend extends "wasm" | "x86", Isa extends string> implements WasmDevice {
  readonly backend: Backend;
  readonly isa: Isa;
  readonly adapterKind = "none";
  readonly timer = "wall";
  readonly webgpu = "";
  readonly name: string;
  readonly threads: number;
  readonly limits: DeviceLimits;
  /** Memory of the arena; its base never moves. */
  protected readonly memory: WebAssembly.Memory;
  readonly pinned: PinnedRows<WasmBuffer> = new PinnedRows(this);
  readonly shared: WasmDevice["shared"] = new WeakMap();
  readonly waits = 0;
  readonly waitMs = 0;
  readonly cacheBytes = lastLevelCacheBytes();
  readonly facts: Readonly<Record<string, string>> = cpuGenerationFact();
  readonly #pool: WorkerPool;
  readonly #arena: Arena;
  /** Addresses behind those of the arena; the arena itself where it takes all that there are. */
  readonly #beside: Arena;
  readonly #buffers = new Set<ArenaBuffer>();
  #live = 0;
  #peak = 0;

  /**
   * Reserves addresses and starts the threads, which have the functions of `own` beside those of modules.
   *
   * @throws {DeviceError} for invalid numbers of threads or bytes, or where the addresses cannot be reserved.
   */
  constructor(backend: Backend, isa: Isa, options: CpuDeviceOptions, own?: OwnFunctions) {
    const threads = options.threads ?? navigator.hardwareConcurrency;
    const memoryBytes = Math.min(options.memoryBytes ?? ADDRESS_SPACE, ADDRESS_SPACE);
    if (!(Number.isInteger(threads) && threads >= 1 && threads <= MOST_THREADS && memoryBytes >= 0)) {
      throw new DeviceError({
        action: `open device ${backend}`,
        current: `${plural(threads, "thread")}, ${plural(memoryBytes, "byte")}`,
        wanted: `1 to ${MOST_THREADS} threads, and no negative size`,
        next: "leave both out for all cores and 4 GiB",
      });
    }
    this.backend = backend;
    this.isa = isa;
    this.threads = threads;
    this.name = `${cpuModel()} (${threads} ${threads === 1 ? "thread" : "threads"})`;
    this.limits = {
      memoryBytes,
      bindingBytes: memoryBytes,
      storageBindings: Number.MAX_SAFE_INTEGER,
      workgroupBytes: 0,
      workgroupInvocations: 1,
      workgroupsPerAxis: 2 ** 30,
    };
    // Address 0 stays unused: kernels read it as "no such operand".
    const room = Math.min(Arena.rounded(memoryBytes), TOP - ALIGNMENT);
    const end = ALIGNMENT + room;
    this.#arena = new Arena(ALIGNMENT, room);
    this.#beside = end < TOP ? new Arena(end, TOP - end) : this.#arena;
    this.memory = reserveMemory(ADDRESS_SPACE / PAGE);
    this.#pool = new WorkerPool(threads, this.memory, own);
  }

  get ledger(): MemoryLedger {
    return { live: this.#live, peak: this.#peak };
  }

  allocate(label: string, bytes: number): WasmBuffer {
    const wanted = Math.max(4, Math.ceil(bytes / 4) * 4);
    const address = this.#live + wanted <= this.limits.memoryBytes ? this.#arena.reserve(wanted) : undefined;
    if (address === undefined) throw this.#outOfMemory(label, wanted);
    const buffer = this.#hold(new ArenaBuffer(label, wanted, address, { arena: this.#arena, counts: true }));
    this.#live += wanted;
    this.#peak = Math.max(this.#peak, this.#live);
    return buffer;
  }

  allocateBeside(label: string, bytes: number): WasmBuffer | undefined {
    const wanted = Math.max(4, Math.ceil(bytes / 4) * 4), arena = this.#beside;
    // Where both share the addresses, the device keeps half of those that are free.
    const room = arena === this.#arena ? arena.largestFree / 2 : arena.largestFree;
    const address = wanted <= room ? arena.reserve(wanted) : undefined;
    if (address === undefined) return undefined;
    try {
      return this.#hold(new ArenaBuffer(label, wanted, address, { arena, counts: false }));
    } catch (error) {
      if (error instanceof OutOfMemoryError) return undefined;
      throw error;
    }
  }

  /** Grows the memory over a buffer; where the host has no more, frees its range again. */
  #hold(buffer: ArenaBuffer): ArenaBuffer {
    const { label, bytes, place, owner } = buffer;
    const missing = place + bytes - this.memory.buffer.byteLength;
    try {
      if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    } catch (cause) {
      owner.arena.release(place);
      throw new OutOfMemoryError({
        action: `allocate "${label}"`,
        current: cause instanceof Error ? cause.message : String(cause),
        wanted: `${formatBytes(missing)} more memory from the system`,
        next: "close other programs, or take a smaller graph or narrower layers",
      }, { cause });
    }
    this.#buffers.add(buffer);
    return buffer;
  }

  #outOfMemory(label: string, bytes: number): OutOfMemoryError {
    const { memoryBytes } = this.limits;
    const kind = this.#live + bytes > TOP - ALIGNMENT ? "oom (wasm32)" : "oom (device memory)";
    return new OutOfMemoryError({
      action: `allocate ${formatBytes(bytes)} for "${label}"`,
      current:
        `${kind}: ${formatBytes(this.#live)} of ${
          formatBytes(memoryBytes)
        } are taken, the largest free range ` +
        `has ${formatBytes(Math.min(this.#arena.largestFree, memoryBytes - this.#live))}`,
      wanted: "room in the arena",
      next: memoryBytes < ADDRESS_SPACE
        ? "raise --device-memory, or take a smaller graph or narrower layers"
        : "take a smaller graph or narrower layers",
    });
  }

  write(buffer: WasmBuffer, data: DeviceData, byteOffset = 0): void {
    assertRange("write", buffer, { begin: byteOffset, end: byteOffset + data.byteLength });
    const source = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    new Uint8Array(this.memory.buffer, buffer.address + byteOffset, data.byteLength).set(source);
  }

  read(buffer: WasmBuffer, bytes = buffer.bytes): Promise<ArrayBuffer> {
    return Promise.try(() => {
      const seen = this.view(buffer, bytes);
      const copy = new Uint8Array(bytes);
      copy.set(seen);
      return copy.buffer;
    });
  }

  view(buffer: WasmBuffer, bytes: number): Uint8Array<ArrayBufferLike> {
    assertRange("read", buffer, { begin: 0, end: bytes });
    return new Uint8Array(this.memory.buffer, buffer.address, bytes);
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
    own.owner.arena.release(own.place);
    if (own.owner.counts) this.#live -= own.bytes;
    own.retire();
  }

  clear(buffer: WasmBuffer): void {
    new Uint8Array(this.memory.buffer, buffer.address, buffer.bytes).fill(0);
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

function reserveMemory(maximum: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: 1, maximum, shared: true });
  } catch (cause) {
    throw new DeviceError({
      action: `reserve ${formatBytes(maximum * PAGE)} of addresses`,
      current: cause instanceof Error ? cause.message : String(cause),
      wanted: "address space for the arena",
      next: "lower --device-memory or close other devices",
    }, { cause });
  }
}
