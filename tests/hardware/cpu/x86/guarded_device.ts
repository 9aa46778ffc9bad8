/**
 * Device of one thread whose buffers lie between inaccessible pages: a plan whose machine code reads or
 * writes outside them ends the process, or is found when the buffer is freed.
 *
 * @module
 */
import assert from "node:assert/strict";
import { ExecutableMemory } from "../../../../hardware/cpu/x86/executable_memory.ts";
import type { MachineCode } from "../../../../hardware/cpu/x86/assembler/assembler.ts";
import type { MachineCall, X86Device } from "../../../../hardware/cpu/x86/device.ts";
import { GuardedRegion, type GuardedSide } from "../../../../hardware/cpu/x86/guarded_region.ts";
import { instructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import { openLibc } from "../../../../hardware/cpu/x86/libc.ts";
import { openMachineCaller } from "../../../../hardware/cpu/x86/machine_call.ts";
import type { WasmBuffer } from "../../../../hardware/cpu/wasm_device.ts";
import type { DeviceData, DeviceLimits } from "../../../../hardware/device.ts";

/** Buffer of its own region; its address is one of the process, and aligned only as its size is. */
interface GuardedBuffer extends WasmBuffer {
  readonly region: GuardedRegion;
}

const MEMORY_BYTES = 2 ** 32;
/** Bits of a NaN. */
const NAN_BITS = 0x7fc0_0000;

/** Bytes of a view, as the C library takes them. */
function bytesOf({ buffer, byteOffset, byteLength }: DeviceData): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

/** Device of machine code for tests. It runs no WebAssembly. */
export class GuardedDevice implements X86Device {
  readonly backend = "x86";
  readonly adapterKind = "none";
  readonly name = "guarded";
  readonly threads = 1;
  readonly isa: X86Device["isa"];
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
  readonly #buffers = new Set<GuardedBuffer>();

  /** A device whose buffers have an inaccessible page right at their end, or right before their start. */
  constructor(side: GuardedSide) {
    const { isa } = instructionSet();
    assert.ok(isa !== "none");
    this.isa = isa;
    this.#side = side;
  }

  get ledger() {
    const live = [...this.#buffers].reduce((sum, { bytes }) => sum + bytes, 0);
    return { live, peak: live };
  }

  allocate(label: string, bytes: number): GuardedBuffer {
    const wanted = Math.max(4, Math.ceil(bytes / 4) * 4);
    const region = new GuardedRegion(wanted, this.#side);
    // A plan that relies on zeros in memory that it did not write gets NaN, or indices out of all ranges.
    region.write(new Uint32Array(wanted / 4).fill(NAN_BITS));
    const buffer = { label, bytes: wanted, address: Number(region.address), region };
    this.#buffers.add(buffer);
    return buffer;
  }

  write({ address, bytes }: WasmBuffer, data: DeviceData, byteOffset = 0): void {
    assert.ok(byteOffset + data.byteLength <= bytes);
    openLibc().copyTo(BigInt(address + byteOffset), bytesOf(data), BigInt(data.byteLength));
  }

  read(buffer: WasmBuffer, bytes: number = buffer.bytes): Promise<ArrayBuffer> {
    return Promise.resolve((buffer as GuardedBuffer).region.read(new Uint8Array(bytes)).buffer);
  }

  free(buffer: WasmBuffer): void {
    const { region, label } = buffer as GuardedBuffer;
    assert.ok(this.#buffers.delete(buffer as GuardedBuffer), `"${label}" freed twice`);
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
    return Promise.reject(new Error("Cannot run WebAssembly between inaccessible pages"));
  }

  parallel(): void {
    throw new Error("Cannot run WebAssembly between inaccessible pages");
  }

  install(code: MachineCode): bigint {
    const memory = new ExecutableMemory(code.bytes);
    this.#codes.push(memory);
    return memory.address;
  }

  pointer(address: number): bigint {
    return BigInt(address);
  }

  /** Calls the code block by block, the last block first: no call may rely on an earlier one. */
  execute({ code, block, items, itemsPerBlock }: MachineCall): void {
    const blocks = Math.ceil(items / itemsPerBlock);
    for (let i = blocks - 1; i >= 0; i--) {
      const begin = i * itemsPerBlock;
      this.#call(code, BigInt(block.address), begin, Math.min(items, begin + itemsPerBlock));
    }
  }

  close(): void {
    for (const buffer of [...this.#buffers]) this.free(buffer);
    for (const memory of this.#codes.splice(0)) memory[Symbol.dispose]();
  }
}
