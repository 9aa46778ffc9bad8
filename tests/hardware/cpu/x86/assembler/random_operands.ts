/**
 * Random operands of an instruction form.
 *
 * @module
 */
import type {
  OperandAlternative,
  ParsedForm,
} from "../../../../../hardware/cpu/x86/assembler/instruction_form.ts";
import {
  broadcast,
  type Gpr,
  k,
  low,
  masked,
  mem,
  type Memory,
  type Operand,
  r15,
  rsp,
  type Scale,
  times,
  type Vec,
  vec,
  type VectorBits,
} from "../../../../../hardware/cpu/x86/assembler/operand.ts";
import type { RandomStream } from "../../../../../platform/random.ts";

/** Displacements around the ends of signed bytes, also in units of 4 to 64 bytes, and of 32 bits. */
const DISPLACEMENTS = [0, 0, 1, 4, 8, 64, 127, -128, 128, -129, 192, 508, 512, -64, -68, -512, -516]
  .concat([1016, 1024, 4064, 4096, -4096, -4128, 8128, 8192, -8192, -8256, 100_000, 2 ** 31 - 1, -(2 ** 31)]);
const IMMEDIATES = {
  simm8: [0, 1, -1, 127, -128],
  imm32: [128, -129, 4096, 2 ** 31 - 1, -(2 ** 31)],
  uimm32: [128, -129, 2 ** 31, 2 ** 32 - 1, -(2 ** 31)],
} as const;

/** Draws operands for one form. */
export class RandomOperands {
  readonly #stream: RandomStream;

  /** Draws from `stream`. */
  constructor(stream: RandomStream) {
    this.#stream = stream;
  }

  /** Draws one of a list. */
  pick<T>(list: readonly T[]): T {
    return list[this.#stream.below(list.length)];
  }

  /** Draws a general register of 64 bits. */
  gpr(): Gpr {
    return { ...r15, n: this.#stream.below(16) };
  }

  /** Draws memory; addresses by vectors where `indices` gives their length. */
  memory(indices?: VectorBits): Memory {
    const displacement = this.pick(DISPLACEMENTS), scale = this.pick<Scale>([1, 2, 4, 8]);
    if (indices !== undefined) {
      return mem(this.gpr(), displacement, times(vec(indices, this.#stream.below(32)), scale));
    }
    const index = this.gpr();
    if (this.pick([true, false]) || index.n === rsp.n) return mem(this.gpr(), displacement);
    return mem(this.gpr(), displacement, times(index, scale));
  }

  /** Draws operands of a form whose `v` are of `bits`; registers above 15 where `upper`. */
  of(form: ParsedForm, bits: VectorBits, upper: boolean): readonly Operand[] {
    return form.operands.map((alternatives) => this.#operand(this.pick(alternatives), bits, upper));
  }

  #vector(bits: VectorBits, upper: boolean): Vec {
    return vec(bits, this.#stream.below(upper ? 32 : 16));
  }

  #operand({ name, masks }: OperandAlternative, bits: VectorBits, upper: boolean): Operand {
    const maybeMasked = <T extends Vec | Memory | ReturnType<typeof k>>(operand: T): T => {
      if (masks === "none" || (name !== "vm32" && this.pick([true, false]))) return operand;
      const zeroing = masks === "any" && this.pick([true, false]);
      return masked(operand, k(1 + this.#stream.below(7)), { zeroing });
    };
    switch (name) {
      case "r32":
        return low(this.gpr());
      case "r64":
        return this.gpr();
      case "x":
        return maybeMasked(this.#vector(128, upper));
      case "y":
        return maybeMasked(this.#vector(256, upper));
      case "z":
        return maybeMasked(this.#vector(512, upper));
      case "v":
        return maybeMasked(this.#vector(bits, upper));
      case "h":
        return maybeMasked(this.#vector(Math.max(128, bits / 2) as VectorBits, upper));
      case "k":
        return maybeMasked(k(this.#stream.below(8)));
      case "b32":
        return broadcast(this.memory());
      case "vm32":
        return maybeMasked(this.memory(bits));
      case "imm8":
        return this.#stream.below(256);
      case "simm8":
      case "imm32":
      case "uimm32":
        return this.pick<number>(IMMEDIATES[name]);
      case "imm64":
        return this.pick([0n, -1n, 0x1234_5678_9abc_def0n, 2n ** 64n - 1n, 5]);
      case "rel8":
      case "rel32":
        throw new Error("jumps are drawn by themselves");
      default:
        return maybeMasked(this.memory());
    }
  }
}
