/**
 * Device of machine code whose code runs on an emulated PC with AVX-512, whatever the computer of the test.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { MachineCode } from "../../../../../hardware/cpu/x86/assembler/assembler.ts";
import type { MachineCall, X86Device } from "../../../../../hardware/cpu/x86/device.ts";
import type { WasmBuffer } from "../../../../../hardware/cpu/wasm_device.ts";
import type { DeviceData, DeviceLimits } from "../../../../../hardware/device.ts";
import { secondCacheBytes } from "../../../../../hardware/cpu/cpu_facts.ts";
import { sumOf } from "../../../../../platform/lists/sum_of.ts";
import type { ParallelCall } from "../../../../../platform/wasm/worker_pool.ts";
import { IS_REPEATED } from "../../threads.ts";
import { type EmulatedCall, EmulatedPc, MEMORY_BASE, missingPrograms } from "./emulated_pc.ts";
import { NOTHING_PINNED } from "../nothing_pinned.ts";

/** Most bytes of code and buffers. */
const MEMORY_BYTES = 2 ** 25;
/** Alignment of code and buffers, as in the arena. */
const ALIGNMENT = 128;
/** Bytes behind each buffer that no call may change. */
const GAP_BYTES = 2 ** 10;
/** Content of memory that nobody has written: numbers that are not finite, and indices out of all ranges. */
const UNWRITTEN = 0x7fc0_0000;

/** A buffer that begins and ends where calls may write. */
interface EmulatedBuffer extends WasmBuffer {
  readonly place: number;
}

/** One thread with AVX-512. Calls wait until their results are read. */
export class EmulatedDevice implements X86Device {
  readonly backend = "x86";
  readonly pinned = NOTHING_PINNED;
  readonly secondCacheBytes = secondCacheBytes();
  readonly shared: X86Device["shared"] = new WeakMap();
  readonly adapterKind = "none";
  readonly name = "emulated";
  readonly threads = 1;
  readonly isa = "avx512";
  readonly emitted: X86Device["emitted"] = new WeakMap();
  readonly webgpu = "";
  readonly timer = "wall";
  readonly limits: DeviceLimits = {
    memoryBytes: MEMORY_BYTES,
    bindingBytes: MEMORY_BYTES,
    storageBindings: Number.MAX_SAFE_INTEGER,
    workgroupBytes: 0,
    workgroupInvocations: 1,
    workgroupsPerAxis: 2 ** 30,
  };
  readonly #pc = new EmulatedPc();
  readonly #memory = new Uint8Array(new Uint32Array(MEMORY_BYTES / 4).fill(UNWRITTEN).buffer);
  readonly #live = new Set<EmulatedBuffer>();
  #calls: EmulatedCall[] = [];
  /** Bytes that were in use before the last call that waits. */
  #settled = 0;
  /** Bytes of memory in use: code and buffers lie behind one another, and none is used again. */
  #used = 0;

  readonly waits = 0;
  readonly waitMs = 0;

  get ledger() {
    const live = sumOf(this.#live, ({ bytes }) => bytes);
    return { live, peak: live };
  }

  #reserve(bytes: number): number {
    const place = Math.ceil((this.#used + GAP_BYTES) / ALIGNMENT) * ALIGNMENT;
    this.#used = place + bytes;
    assert.ok(this.#used + GAP_BYTES <= MEMORY_BYTES, "no room in the emulated PC");
    return place;
  }

  /** Makes the calls that wait. */
  #settle(): void {
    const calls = this.#calls;
    if (calls.length === 0) return;
    this.#calls = [];
    this.#settled = 0;
    this.#memory.set(this.#pc.call(calls, this.#memory.subarray(0, this.#used + GAP_BYTES)));
  }

  allocateBeside(): undefined {
    return undefined;
  }

  allocate(label: string, bytes: number): EmulatedBuffer {
    const wanted = Math.max(4, Math.ceil(bytes / 4) * 4), place = this.#reserve(wanted);
    const buffer = { label, bytes: wanted, place, address: MEMORY_BASE + place };
    this.#live.add(buffer);
    return buffer;
  }

  allocateNear(label: string, bytes: number): EmulatedBuffer {
    return this.allocate(label, bytes);
  }

  write(buffer: WasmBuffer, { buffer: data, byteOffset, byteLength }: DeviceData, offset = 0): void {
    const { place, bytes } = buffer as EmulatedBuffer;
    // Calls that wait know nothing of buffers that are younger than they are.
    if (place < this.#settled) this.#settle();
    assert.ok(offset + byteLength <= bytes);
    this.#memory.set(new Uint8Array(data, byteOffset, byteLength), place + offset);
  }

  read(buffer: WasmBuffer, bytes: number = buffer.bytes): Promise<ArrayBuffer> {
    return Promise.try(() => {
      this.#settle();
      const { place } = buffer as EmulatedBuffer;
      return this.#memory.slice(place, place + bytes).buffer;
    });
  }

  free(buffer: WasmBuffer): void {
    this.#settle();
    const own = buffer as EmulatedBuffer, end = own.place + own.bytes;
    assert.ok(this.#live.delete(own), `"${own.label}" freed twice`);
    for (const [from, to] of [[own.place - GAP_BYTES, own.place], [end, end + GAP_BYTES]]) {
      // Code and buffers begin at multiples of the alignment, and what lies between is a gap.
      const words = new Uint32Array(this.#memory.slice(from, to).buffer);
      assert.ok(words.subarray(0, 8).every((word) => word === UNWRITTEN), `a write beside "${own.label}"`);
    }
  }

  clear(buffer: WasmBuffer): void {
    this.write(buffer, new Uint8Array(buffer.bytes));
  }

  finish(): Promise<void> {
    return Promise.try(() => this.#settle());
  }

  time(): Promise<number> {
    return Promise.reject(new Error("Cannot time an emulated PC"));
  }

  guard<T>(_action: string, work: () => T | Promise<T>): Promise<T> {
    return Promise.try(work);
  }

  resetPeak(): void {}

  /** A plan may load WebAssembly and have nothing for it to do. */
  load(): Promise<void> {
    return Promise.resolve();
  }

  /** Counts no row as too coarse for fixed point: of the problems here none is. */
  parallel({ fn }: ParallelCall): void {
    if (fn !== "neighbor_group_misfits") throw new Error(`Cannot run "${fn}" on an emulated PC`);
  }

  install({ bytes }: MachineCode): bigint {
    const place = this.#reserve(bytes.length);
    this.#memory.set(bytes, place);
    return BigInt(MEMORY_BASE + place);
  }

  pointer(address: number): bigint {
    return BigInt(address);
  }

  /** Makes the calls block by block, the last block first: none may rely on an earlier one. */
  execute({ code, block, items, itemsPerBlock }: MachineCall): void {
    this.#settled = this.#used;
    for (
      let begin = (Math.ceil(items / itemsPerBlock) - 1) * itemsPerBlock;
      begin >= 0;
      begin -= itemsPerBlock
    ) {
      const end = Math.min(items, begin + itemsPerBlock);
      this.#calls.push({ code: Number(code), block: block.address, begin, end });
    }
  }

  close(): void {
    this.#pc[Symbol.dispose]();
  }
}

/** Why no PC can be emulated here, or `undefined`. */
const NO_PC = missingPrograms();

if (NO_PC !== undefined) console.log(`tests on an emulated PC are skipped: ${NO_PC}`);

/**
 * Registers a test on an emulated PC; skipped where none can be emulated. A pass over tests on another
 * adapter does not register it.
 */
export function testOnEmulated(criterion: string, test: (device: EmulatedDevice) => Promise<void>): void {
  if (IS_REPEATED) return;
  Deno.test({
    name: `${criterion} (avx512, emulated)`,
    ignore: NO_PC !== undefined,
    fn: async () => {
      const device = new EmulatedDevice();
      try {
        await test(device);
        assert.equal(device.ledger.live, 0, "memory that a plan or the staging kept");
      } finally {
        device.close();
      }
    },
  });
}
