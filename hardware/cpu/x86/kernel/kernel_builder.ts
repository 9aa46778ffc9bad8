/**
 * Frame of a kernel: registers that are saved, the range of items, arguments by name.
 *
 * @module
 */
import { Assembler, type MachineCode } from "../assembler/assembler.ts";
import {
  type Gpr,
  k,
  low,
  type MaskRegister,
  mem,
  type Memory,
  r10,
  r11,
  r12,
  r13,
  r14,
  r15,
  r8,
  r9,
  rax,
  rbp,
  rbx,
  rcx,
  rdi,
  rdx,
  rsi,
  type Vec,
  vec,
} from "../assembler/operand.ts";
import { registerName } from "../assembler/listing.ts";
import type { InstructionSet } from "../instruction_set.ts";
import type { ArgumentLayout, ArgumentTypes } from "./argument_layout.ts";
import { RegisterFile } from "./register_file.ts";

/** Registers that a function gives back as it found them (System V ABI). */
const SAVED = [rbx, rbp, r12, r13, r14, r15];
/** Registers for kernels; `rsi` keeps the argument block. */
const GENERAL = [rax, rcx, rdx, rdi, r8, r9, r10, r11, ...SAVED];

/** Names of arguments of one type. */
export type ArgumentNames<Types extends ArgumentTypes, Type> = {
  [Name in keyof Types]: Types[Name] extends Type ? Name & string : never;
}[keyof Types];

/** A kernel that is being written. */
export class KernelBuilder<Types extends ArgumentTypes = ArgumentTypes> {
  /** Assembler that the kernel's instructions go to. */
  readonly a: Assembler = new Assembler();
  /** Instructions that the kernel may use. */
  readonly isa: InstructionSet;
  /** Bits of its vectors. */
  readonly bits: 256 | 512;
  /** Floats of a vector. */
  readonly lanes: 8 | 16;
  /** First item of the call, as 64 bits. */
  readonly begin: Gpr;
  /** Item behind the last one, as 64 bits. */
  readonly end: Gpr;
  readonly #layout: ArgumentLayout<Types>;
  readonly #general = new RegisterFile<Gpr>("general", GENERAL);
  readonly #vectors: RegisterFile<Vec>;
  readonly #masks = new RegisterFile<MaskRegister>("mask", [1, 2, 3, 4, 5, 6, 7].map(k));

  /** Begins a kernel: saves registers and loads its range. */
  constructor(isa: InstructionSet, layout: ArgumentLayout<Types>) {
    this.isa = isa;
    this.#layout = layout;
    this.bits = isa === "avx512" ? 512 : 256;
    this.lanes = isa === "avx512" ? 16 : 8;
    const numbers = Array.from({ length: isa === "avx512" ? 32 : 16 }, (_, n) => n);
    this.#vectors = new RegisterFile("vector", numbers.map((n) => vec(this.bits, n)));
    for (const register of SAVED) this.a.push(register);
    this.begin = this.general("begin");
    this.end = this.general("end");
    this.a.mov(low(this.begin), mem(rdi));
    this.a.mov(low(this.end), mem(rdi, 4));
  }

  /**
   * Takes a general register.
   *
   * @throws {RangeError} if none is free, as with all registers.
   */
  general(name: string): Gpr {
    const register = this.#general.take(name);
    this.a.remark(`${name}: ${registerName(register)}`);
    return register;
  }

  /** Takes a vector register. */
  vector(name: string): Vec {
    return this.#vectors.take(name);
  }

  /** Takes a mask register (AVX-512). */
  mask(name: string): MaskRegister {
    return this.#masks.take(name);
  }

  /** Gives registers back. */
  release(...registers: readonly (Gpr | Vec | MaskRegister)[]): void {
    for (const register of registers) {
      if (register.kind === "gpr") this.#general.release(register);
      else if (register.kind === "vec") this.#vectors.release(register);
      else this.#masks.release(register);
    }
  }

  /** Keeps registers on the stack while `write` emits code that uses them otherwise. */
  onStack(registers: readonly Gpr[], write: () => void): void {
    for (const register of registers) {
      this.a.push(register);
      this.#general.release(register);
    }
    write();
    for (const register of registers.toReversed()) {
      this.#general.reclaim(register, "value from the stack");
      this.a.pop(register);
    }
  }

  /** Memory that holds an argument. */
  slot(name: keyof Types & string): Memory {
    return mem(rsi, this.#layout.offsetOf(name));
  }

  /** Loads an address or a count into a register of its own. */
  argument(name: ArgumentNames<Types, "u64">): Gpr {
    const register = this.general(name);
    this.a.mov(register, this.slot(name));
    return register;
  }

  /** Loads a float into all lanes of a register of its own. */
  scalar(name: ArgumentNames<Types, "f32">): Vec {
    const register = this.vector(name);
    this.a.vbroadcastss(register, this.slot(name));
    return register;
  }

  /** Moves an address from item 0 to item `begin`; an item has `bytes`. */
  moveToBegin(address: Gpr, bytes: number): void {
    const offset = this.general("offset of begin");
    this.a.mov(offset, this.begin);
    this.multiply(offset, bytes);
    this.a.add(address, offset);
    this.release(offset);
  }

  /** Multiplies a register by a constant. */
  multiply(register: Gpr, factor: number): void {
    const power = Math.log2(factor);
    if (!Number.isInteger(power)) this.a.imul(register, register, factor);
    else if (power > 0) this.a.shl(register, power);
  }

  /** Ends the kernel: restores registers and returns. */
  finish(): MachineCode {
    this.a.vzeroupper();
    for (const register of SAVED.toReversed()) this.a.pop(register);
    this.a.ret();
    return this.a.finish();
  }
}

/**
 * Emits a kernel, as `machine_call.ts` calls it.
 *
 * @param write Writes what it does for items `begin` to `end`.
 *
 * @example `x[i] *= factor` on vectors of eight floats.
 * ```ts
 * import { mem } from "../assembler/operand.ts";
 * import { ArgumentLayout } from "./argument_layout.ts";
 * import { loop } from "./loop.ts";
 * const layout = new ArgumentLayout({ x: "u64", factor: "f32" });
 * const { listing } = emitKernel("avx2", layout, (kernel) => {
 *   const { a, begin, end } = kernel;
 *   const x = kernel.argument("x"), factor = kernel.scalar("factor"), floats = kernel.vector("floats");
 *   kernel.moveToBegin(x, 32);
 *   loop(kernel, { name: "vector", at: begin, end, step: 1, along: [[x, 32]] }, () => {
 *     a.vmulps(floats, factor, mem(x));
 *     a.vmovups(mem(x), floats);
 *   });
 * });
 * const text = listing.map((line) => line.text);
 * if (!text.includes("vmulps ymm1,ymm0,YMMWORD PTR [rdx]")) throw new Error(text.join("\n"));
 * ```
 */
export function emitKernel<Types extends ArgumentTypes>(
  isa: InstructionSet,
  layout: ArgumentLayout<Types>,
  write: (kernel: KernelBuilder<Types>) => void,
): MachineCode {
  const kernel = new KernelBuilder(isa, layout);
  write(kernel);
  return kernel.finish();
}
