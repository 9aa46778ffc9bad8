/**
 * Device of one thread whose buffers lie between inaccessible pages: a plan whose machine code reads or
 * writes outside them ends the process, or is found when the buffer is freed.
 *
 * @module
 */
import assert from "node:assert/strict";
import { secondCacheBytes } from "../../../../hardware/cpu/cpu_facts.ts";
import { ExecutableMemory } from "../../../../hardware/cpu/x86/executable_memory.ts";
import type { MachineCode } from "../../../../hardware/cpu/x86/assembler/assembler.ts";
import type { MachineCall, X86Device } from "../../../../hardware/cpu/x86/device.ts";
import { sumOf } from "../../../../platform/lists/sum_of.ts";
import { GuardedRegion, type GuardedSide } from "./guarded_region.ts";
import { instructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import { openLibc } from "../../../../hardware/cpu/x86/libc.ts";
import { openMachineCaller } from "../../../../hardware/cpu/x86/machine_call.ts";
import type { WasmBuffer } from "../../../../hardware/cpu/wasm_device.ts";
import type { ParallelCall } from "../../../../platform/wasm/worker_pool.ts";
import type { DeviceData, DeviceLimits } from "../../../../hardware/device.ts";
import { NO_MACHINE_CODE } from "./machine_code.ts";
import { NOTHING_PINNED } from "./nothing_pinned.ts";

/** Buffer in a region of its own, which is aligned only as the buffer's size is. */
interface GuardedBuffer extends WasmBuffer {
  readonly region: GuardedRegion;
}

/** Options of a {@linkcode GuardedDevice}. */
export interface GuardedDeviceOptions {
  /** Whether calls of WebAssembly do nothing; otherwise loading a module and calling one are errors. */
  readonly leavesOutWasm?: boolean;
}

const MEMORY_BYTES = 2 ** 32;
/** Distance of buffers in the arena that plans see: WebAssembly's calls accept addresses below 4 GiB only. */
const GAP_BYTES = 2 ** 24;
/** Addresses of the arena on either side of a buffer's start that are taken relative to it. */
const REACH_BYTES = GAP_BYTES / 2;
/** Bits of a NaN. */
const NAN_BITS = 0x7fc0_0000;

/** Bytes of a view, as the C library takes them. */
function bytesOf({ buffer, byteOffset, byteLength }: DeviceData): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

/** Device of machine code for tests. It runs no WebAssembly: a plan that calls some must say so. */
export class GuardedDevice implements X86Device {
  readonly backend = "x86";
  readonly pinned = NOTHING_PINNED;
  readonly secondCacheBytes = secondCacheBytes();
  readonly shared: X86Device["shared"] = new WeakMap();
  readonly adapterKind = "none";
  readonly name = "guarded";
  readonly threads = 1;
  readonly isa: X86Device["isa"];
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
  readonly #side: GuardedSide;
  readonly #call = openMachineCaller();
  readonly #codes: ExecutableMemory[] = [];
  readonly #leavesOutWasm: boolean;
  /** Live buffers by their places in the arena. */
  readonly #buffers: (GuardedBuffer | undefined)[] = [];

  /** A device whose buffers have an inaccessible page right at their end, or right before their start. */
  constructor(side: GuardedSide, { leavesOutWasm = false }: GuardedDeviceOptions = {}) {
    const { isa } = instructionSet();
    assert.ok(isa !== "none");
    this.isa = isa;
    this.#side = side;
    this.#leavesOutWasm = leavesOutWasm;
  }

  readonly waits = 0;
  readonly waitMs = 0;

  get ledger() {
    const live = sumOf(this.#buffers, (buffer) => buffer?.bytes ?? 0);
    return { live, peak: live };
  }

  allocateBeside(): undefined {
    return undefined;
  }

  allocate(label: string, bytes: number): GuardedBuffer {
    const wanted = Math.max(4, Math.ceil(bytes / 4) * 4);
    const free = this.#buffers.indexOf(undefined), place = free < 0 ? this.#buffers.length : free;
    const address = place * GAP_BYTES + REACH_BYTES;
    assert.ok(wanted <= REACH_BYTES && address + wanted <= MEMORY_BYTES, `no room for "${label}"`);
    const region = new GuardedRegion(wanted, this.#side);
    // A plan that relies on zeros in memory that it did not write gets NaN, or indices out of all ranges.
    region.write(new Uint32Array(wanted / 4).fill(NAN_BITS));
    return this.#buffers[place] = { label, bytes: wanted, address, region };
  }

  allocateNear(label: string, bytes: number): GuardedBuffer {
    return this.allocate(label, bytes);
  }

  write({ address, bytes }: WasmBuffer, data: DeviceData, byteOffset = 0): void {
    assert.ok(byteOffset + data.byteLength <= bytes);
    openLibc().copyTo(this.pointer(address + byteOffset), bytesOf(data), BigInt(data.byteLength));
  }

  read(buffer: WasmBuffer, bytes: number = buffer.bytes): Promise<ArrayBuffer> {
    return Promise.resolve((buffer as GuardedBuffer).region.read(new Uint8Array(bytes)).buffer);
  }

  /** Content of the live buffer with a label, which may belong to a plan. */
  floats(label: string): Float32Array {
    const buffer = this.#buffers.find((buffer) => buffer?.label === label);
    assert.ok(buffer, `no buffer "${label}"`);
    return buffer.region.read(new Float32Array(buffer.bytes / 4));
  }

  free(buffer: WasmBuffer): void {
    const { region, label } = buffer as GuardedBuffer, place = this.#buffers.indexOf(buffer as GuardedBuffer);
    assert.ok(place >= 0, `"${label}" freed twice`);
    this.#buffers[place] = undefined;
    assert.ok(region.isSlackIntact, `a write beside "${label}"`);
    region[Symbol.dispose]();
  }

  clear(buffer: WasmBuffer): void {
    this.write(buffer, new Uint8Array(buffer.bytes));
  }

  finish(): Promise<void> {
    return Promise.resolve();
  }

  time(): Promise<number> {
    return Promise.reject(new Error("Cannot time work between inaccessible pages"));
  }

  guard<T>(_action: string, work: () => T | Promise<T>): Promise<T> {
    return Promise.try(work);
  }

  resetPeak(): void {}

  load(): Promise<void> {
    return Promise.try(() => this.#leaveOut());
  }

  /** Does nothing, or refuses, by the device's options. */
  parallel(_call: ParallelCall): void {
    this.#leaveOut();
  }

  #leaveOut(): void {
    if (!this.#leavesOutWasm) throw new Error("Cannot run WebAssembly between inaccessible pages");
  }

  install(code: MachineCode): bigint {
    const memory = new ExecutableMemory(code.bytes);
    this.#codes.push(memory);
    return memory.address;
  }

  /** Address in the process, also of bytes beside a buffer; 0, which nothing may touch, if none is near. */
  pointer(address: number): bigint {
    const buffer = this.#buffers[Math.floor(address / GAP_BYTES)];
    return buffer ? buffer.region.address + BigInt(address - buffer.address) : 0n;
  }

  /** Calls the code block by block, the last block first: no call may rely on an earlier one. */
  execute({ code, block, items, itemsPerBlock }: MachineCall): void {
    const blocks = Math.ceil(items / itemsPerBlock);
    for (let i = blocks - 1; i >= 0; i--) {
      const begin = i * itemsPerBlock;
      this.#call(code, this.pointer(block.address), begin, Math.min(items, begin + itemsPerBlock));
    }
  }

  close(): void {
    for (const buffer of this.#buffers) if (buffer) this.free(buffer);
    for (const memory of this.#codes.splice(0)) memory[Symbol.dispose]();
  }
}

/**
 * Registers a test on a device whose buffers have an inaccessible page at their end, and on one where it is
 * at their start; it fails where memory stays allocated.
 */
export function testOnGuarded(
  criterion: string,
  test: (device: GuardedDevice) => Promise<void>,
  options: GuardedDeviceOptions = {},
): void {
  for (const side of ["end", "start"] as const) {
    Deno.test({
      name: `${criterion} (guarded ${side})`,
      ignore: NO_MACHINE_CODE !== undefined,
      fn: async () => {
        const device = new GuardedDevice(side, options);
        try {
          await test(device);
          assert.equal(device.ledger.live, 0, "memory that a plan or the staging kept");
        } finally {
          device.close();
        }
      },
    });
  }
}
