/**
 * The CPU as a device that runs machine code of its own instruction set, on the memory and the threads that
 * WebAssembly uses, and on memory of its own behind that.
 *
 * @module
 */
import { MissingError } from "../../../platform/errors.ts";
import { ArenaDevice } from "../arena_device.ts";
import { cpuGenerationFact, secondCacheBytes } from "../cpu_facts.ts";
import { NEAR_BYTES } from "../near_memory.ts";
import type { Tuning } from "../../tuning.ts";
import type { CpuDeviceOptions, WasmBuffer, WasmDevice } from "../wasm_device.ts";
import type { MachineCode } from "./assembler/assembler.ts";
import { ExecutableMemory } from "./executable_memory.ts";
import { FarMemory, usualMemoryBytes } from "./far_memory.ts";
import { adviseHugePages } from "./huge_pages.ts";
import { type InstructionSet, instructionSet } from "./instruction_set.ts";
import { addressOf } from "./libc.ts";
import { openMachineRange } from "./machine_call.ts";

/** A call of machine code over items by all threads. */
export interface MachineCall {
  /** Address of the code, as {@linkcode X86Device.install} returns it. */
  readonly code: bigint;
  /** Argument block, in the device's memory. */
  readonly block: WasmBuffer;
  /** Number of items, at most 2^30. */
  readonly items: number;
  /** Number of items that a thread takes at once. */
  readonly itemsPerBlock: number;
}

/** CPU threads that run machine code and WebAssembly. */
export interface X86Device extends WasmDevice {
  /** Backend of the device: machine code. */
  readonly backend: "x86";
  /** Instruction set that code may use. */
  readonly isa: InstructionSet;
  /** Bytes of a core's second cache, or of its only one. */
  readonly secondCacheBytes: number;
  /** Code that kernels have emitted for the device, by the function that emits it and the shape's JSON. */
  readonly emitted: WeakMap<object, Map<string, MachineCode>>;
  /** Makes code callable and returns its address; the same bytes are installed once. */
  install(code: MachineCode): bigint;
  /** Address in the process of an address on the device. */
  pointer(address: number): bigint;
  /** Runs installed code over all items; everything is done when it returns. */
  execute(call: MachineCall): void;
}

/** Options of {@linkcode openX86Device}. */
export interface X86DeviceOptions extends CpuDeviceOptions {
  /** Tuned numbers for kernels; their defaults when absent. */
  readonly tuning?: Tuning;
}

/** Decoder that gives each byte a character of its own. */
const LATIN1 = new TextDecoder("latin1");

const MODULE = { name: "machine code", digest: "machine code" };

class MachineDevice extends ArenaDevice<"x86", InstructionSet> implements X86Device {
  override readonly facts = { "instruction set": this.isa, ...cpuGenerationFact() };
  readonly secondCacheBytes = secondCacheBytes();
  readonly emitted: X86Device["emitted"] = new WeakMap();
  tuning?: Tuning;
  readonly #base: bigint;
  readonly #far: FarMemory;
  /** Installed code, by its bytes. */
  readonly #installed = new Map<string, ExecutableMemory>();
  /** Addresses of code that was installed before: plans of mini-batches ask for the same by the thousand. */
  readonly #addresses = new WeakMap<MachineCode, bigint>();

  constructor(isa: InstructionSet, { tuning, ...options }: X86DeviceOptions) {
    const { memoryBytes = usualMemoryBytes() } = options;
    const far = new FarMemory();
    const functions = {
      worker: new URL("./worker.ts", import.meta.url),
      module: MODULE,
      functions: new Map([["call", openMachineRange()]]),
    };
    super("x86", isa, { ...options, memoryBytes }, { functions, far });
    if (tuning) this.tuning = tuning;
    this.#far = far;
    this.#base = addressOf(new Uint8Array(this.memory.buffer));
    adviseHugePages(this.#base, Math.min(memoryBytes, NEAR_BYTES));
  }

  install(code: MachineCode): bigint {
    return this.#addresses.getOrInsertComputed(code, () => {
      const key = LATIN1.decode(code.bytes);
      return this.#installed.getOrInsertComputed(key, () => new ExecutableMemory(code.bytes)).address;
    });
  }

  pointer(address: number): bigint {
    return address < NEAR_BYTES ? this.#base + BigInt(address) : this.#far.pointer(address);
  }

  execute({ code, block, items, itemsPerBlock }: MachineCall): void {
    const args = [Number(code), Number(this.pointer(block.address))];
    this.parallel({ module: MODULE, fn: "call", items, block: itemsPerBlock, args });
  }

  override close(): void {
    super.close();
    for (const memory of this.#installed.values()) memory[Symbol.dispose]();
    this.#installed.clear();
  }
}

/**
 * Opens the CPU as a device that runs machine code.
 *
 * @throws {MissingError} where this machine runs none: another kind of CPU or system, a CPU without AVX2, no
 * permission to open the C library.
 * @throws {DeviceError} where a memory of that size cannot be reserved, and for invalid numbers of threads or
 * bytes.
 */
export function openX86Device(options: X86DeviceOptions = {}): X86Device {
  const { isa, reason } = instructionSet();
  if (isa !== "none") return new MachineDevice(isa, options);
  throw new MissingError({
    action: "open an x86 device",
    current: reason,
    wanted: "Linux on an x86-64 CPU with AVX2, and permission to run emitted code",
    next: "use --device wasm",
  });
}
