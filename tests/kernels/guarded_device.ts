/**
 * Device of machine code whose every buffer lies between inaccessible pages: a plan that reads or writes
 * outside its operands and arrays ends the process.
 *
 * @module
 */
import { ExecutableMemory } from "../../hardware/cpu/x86/executable_memory.ts";
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { MachineCall, X86Device } from "../../hardware/cpu/x86/device.ts";
import { GuardedRegion } from "../../hardware/cpu/x86/guarded_region.ts";
import type { InstructionSet } from "../../hardware/cpu/x86/instruction_set.ts";
import { openMachineCaller } from "../../hardware/cpu/x86/machine_call.ts";
import type { DeviceData } from "../../hardware/device.ts";

/** Distance of buffers in the arena, more than one holds. */
const GAP_BYTES = 2 ** 24;

/** Buffers of a guarded device, each with a region of its own. */
export class GuardedBuffers implements Disposable {
  readonly #held = new DisposableStack();
  readonly #regions = new Map<string, GuardedRegion>();
  /** Beginnings of the buffers in the arena that plans believe in, which is smaller than 4 GiB. */
  readonly #places: { readonly address: number; readonly region: GuardedRegion }[] = [];

  /** Whether nothing was written beside any buffer. */
  get isSlackIntact(): boolean {
    return [...this.#regions.values()].every(({ isSlackIntact }) => isSlackIntact);
  }

  /** Content of the buffer with a label. */
  floats(label: string): Float32Array {
    const region = this.#regions.get(label)!;
    return region.read(new Float32Array(region.bytes / 4));
  }

  /** Keeps a resource until the buffers are disposed of. */
  keep<T extends Disposable>(resource: T): T {
    return this.#held.use(resource);
  }

  /** Reserves a buffer, filled with numbers that are not finite. */
  allocate(label: string, bytes: number): WasmBuffer & { readonly region: GuardedRegion } {
    const region = this.keep(new GuardedRegion(Math.max(4, bytes)));
    region.write(new Uint32Array(Math.max(4, bytes) / 4).fill(0x7fc00000));
    const address = GAP_BYTES * (1 + this.#places.length);
    this.#regions.set(label, region);
    this.#places.push({ address, region });
    return { label, bytes, address, region };
  }

  /** Address in the process of an address of the arena, which may be that behind a buffer. */
  pointer(address: number): bigint {
    const place = this.#places[Math.floor(address / GAP_BYTES) - 1];
    return place.region.address + BigInt(address - place.address);
  }

  [Symbol.dispose](): void {
    this.#held.dispose();
  }
}

/**
 * Device on which plans of machine code can be built and run, by one thread, block after block. It runs no
 * WebAssembly: calls of that are left out.
 */
export function guardedDevice(isa: InstructionSet, buffers: GuardedBuffers): X86Device {
  const call = openMachineCaller();
  const device = {
    backend: "x86",
    isa,
    threads: 1,
    limits: { bindingBytes: 2 ** 32 },
    allocate: (label: string, bytes: number) => buffers.allocate(label, bytes),
    write({ region }: { readonly region: GuardedRegion }, data: DeviceData, offset = 0) {
      const whole = region.read(new Uint8Array(region.bytes));
      whole.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), offset);
      region.write(whole);
    },
    free: () => {},
    load: () => Promise.resolve(),
    parallel: () => {},
    pointer: (address: number) => buffers.pointer(address),
    install: ({ bytes }: { readonly bytes: Uint8Array<ArrayBuffer> }) =>
      buffers.keep(new ExecutableMemory(bytes)).address,
    guard: <T>(_action: string, work: () => T) => work(),
    execute({ code, block, items, itemsPerBlock }: MachineCall) {
      for (let begin = 0; begin < items; begin += itemsPerBlock) {
        call(code, buffers.pointer(block.address), begin, Math.min(items, begin + itemsPerBlock));
      }
    },
  };
  // The members are those that staging and plans of machine code use.
  return device as unknown as X86Device;
}
