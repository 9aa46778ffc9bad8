/**
 * Formulas over the lanes of vectors, written with operators. A formula is data; `evaluation.ts` turns it
 * into instructions, chooses registers, and computes a part that occurs twice once.
 *
 * Operations round once each, in the order in which they are written: results have the bits of the same
 * formula in WebAssembly.
 *
 * @module
 */
import { type Comparison, comparison } from "../assembler/comparison.ts";
import type { Mnemonic } from "../assembler/instructions/mod.ts";
import {
  broadcast,
  masked,
  type MaskRegister,
  type Memory,
  type Operand,
  type Vec,
} from "../assembler/operand.ts";
import type { ColumnVector } from "./column_vectors.ts";
import type { KernelBuilder } from "./kernel_builder.ts";
import type { TailMask } from "./tail_mask.ts";

/** Emits the value of a part into a register. */
type Write = (kernel: KernelBuilder, to: Vec | MaskRegister, from: readonly Operand[]) => void;

/** Place where the value of a part is at hand, so that it may need no register of its own. */
interface Place {
  /** Register that a kernel holds while it uses the formula. */
  readonly register?: Vec;
  /** Constant in memory. */
  readonly constant?: (kernel: KernelBuilder) => Memory;
  /** Whole vector in memory; absent for a part of one, which has to be loaded. */
  readonly memory?: (kernel: KernelBuilder) => Memory | undefined;
}

/** Properties of parts that are not computed by a single instruction. */
interface PartTraits {
  readonly place?: Place;
  readonly apart?: boolean;
}

/** Part of a formula: numbers in lanes, or a condition on them. */
export abstract class Part {
  /** Parts that this one is computed from; the last one of several may be read from memory. */
  readonly of: readonly Part[];
  /** Emits the value. */
  readonly write: Write;
  /** Place of a value that is not computed. */
  readonly place: Place;
  /** Whether `write` needs a register that no operand is in: it writes that before it has read them all. */
  readonly apart: boolean;

  /** A part that `write` emits. */
  constructor(of: readonly Part[], write: Write, { place = {}, apart = false }: PartTraits = {}) {
    this.of = of;
    this.write = write;
    this.place = place;
    this.apart = apart;
  }
}

/** Numbers, one a lane; a plain number stands for itself in every lane. */
export type Term = Formula | number;

/** Comparison of each lane: all bits of a lane, or a mask register with AVX-512. */
export class LaneCondition extends Part {
  /** Numbers of `then` where the condition holds, those of `otherwise` elsewhere. */
  choose(then: Term, otherwise: Term): Formula {
    const of = [this, termOf(otherwise), termOf(then)];
    return new Formula(of, ({ a, isa }, to, [condition, left, right]) => {
      if (isa === "avx512") {
        a.emit("vblendmps", masked(to as Vec, condition as MaskRegister), left, right);
      } else a.emit("vblendvps", to, left, right, condition);
    });
  }

  /** Numbers of `then` where the condition holds, 0 elsewhere. */
  keep(then: Formula): Formula {
    return new Formula([then, this], ({ a, isa }, to, [value, condition]) => {
      if (isa === "avx512") {
        a.emit("vmovups", masked(to as Vec, condition as MaskRegister, { zeroing: true }), value);
      } else a.emit("vandps", to, value, condition);
    });
  }
}

/** Numbers or bits, one float or one word a lane. */
export class Formula extends Part {
  /** Sum. */
  plus(other: Term): Formula {
    return symmetric("vaddps", this, termOf(other));
  }

  /** Difference. */
  minus(other: Term): Formula {
    return binary("vsubps", this, termOf(other));
  }

  /** Product. */
  times(other: Term): Formula {
    return symmetric("vmulps", this, termOf(other));
  }

  /** Quotient. */
  over(other: Term): Formula {
    return binary("vdivps", this, termOf(other));
  }

  /** The larger number; where one of them is NaN, `other`. */
  max(other: Term): Formula {
    return binary("vmaxps", this, termOf(other));
  }

  /** Square root. */
  root(): Formula {
    return unary("vsqrtps", this);
  }

  /** Nearest whole number, of two the even one. */
  rounded(): Formula {
    return new Formula([this], ({ a, isa }, to, [x]) => {
      a.emit(isa === "avx512" ? "vrndscaleps" : "vroundps", to, x, 0);
    });
  }

  /** Whole number as a word, towards 0. */
  toWord(): Formula {
    return unary("vcvttps2dq", this);
  }

  /** Word, signed, as a number. */
  toFloat(): Formula {
    return unary("vcvtdq2ps", this);
  }

  /** Absolute value. */
  magnitude(): Formula {
    return this.and(words(0x7fff_ffff));
  }

  /** Number with the other sign. */
  negated(): Formula {
    return this.xor(words(0x8000_0000));
  }

  /** Comparison of numbers. */
  is(relation: Comparison, other: Term): LaneCondition {
    return new LaneCondition([this, termOf(other)], ({ a }, to, [x, y]) => {
      a.emit("vcmpps", to, x, y, comparison(relation));
    });
  }

  /** Bits that both have. */
  and(bits: Formula): Formula {
    return symmetric("vandps", this, bits);
  }

  /** Bits that one of them has. */
  or(bits: Formula): Formula {
    return symmetric("vorps", this, bits);
  }

  /** Bits that differ. */
  xor(bits: Formula): Formula {
    return symmetric("vxorps", this, bits);
  }

  /** Sum of words. */
  plusWords(other: Formula): Formula {
    return symmetric("vpaddd", this, other);
  }

  /** The smaller of unsigned words. */
  minWords(other: Formula): Formula {
    return symmetric("vpminud", this, other);
  }

  /** Comparison of signed words. */
  isAboveWords(other: Formula): LaneCondition {
    return new LaneCondition([this, other], ({ a }, to, [x, y]) => a.emit("vpcmpgtd", to, x, y));
  }

  /** Words shifted to higher bits, or to lower ones by a negative number, with zeros. */
  shifted(bits: number): Formula {
    return new Formula([this], ({ a }, to, [x]) => {
      a.emit(bits < 0 ? "vpsrld" : "vpslld", to, x, Math.abs(bits));
    });
  }

  /** Words whose highest bits come back as the lowest ones. */
  rotated(bits: number): Formula {
    return new Formula([this], (kernel, to, [x]) => {
      if (kernel.isa === "avx512") return kernel.a.emit("vprold", to, x, bits);
      const low = kernel.vector("rotated bits");
      kernel.a.emit("vpslld", to, x, bits);
      kernel.a.emit("vpsrld", low, x, 32 - bits);
      kernel.a.emit("vpor", to, to, low);
      kernel.release(low);
    }, { apart: true });
  }
}

/** Formula of one instruction. */
function unary(mnemonic: Mnemonic, x: Formula): Formula {
  return new Formula([x], ({ a }, to, [value]) => a.emit(mnemonic, to, value));
}

/** Formula of one instruction with two operands. */
export function binary(mnemonic: Mnemonic, x: Formula, y: Formula): Formula {
  return new Formula([x, y], ({ a }, to, [left, right]) => a.emit(mnemonic, to, left, right));
}

/** As {@linkcode binary}, where the operands may be swapped so that a constant is read from memory. */
function symmetric(mnemonic: Mnemonic, x: Formula, y: Formula): Formula {
  return x.place.constant ? binary(mnemonic, y, x) : binary(mnemonic, x, y);
}

function termOf(term: Term): Formula {
  return typeof term === "number" ? constant(term) : term;
}

/** Formula of a value that `load` loads where it cannot be an instruction's operand. */
function at(place: Place, load: Write): Formula {
  return new Formula([], load, { place });
}

/** A number in every lane. */
export function constant(value: number): Formula {
  return words(new Uint32Array(Float32Array.of(value).buffer)[0]);
}

/** A word in every lane. */
export function words(word: number): Formula {
  return at(
    {
      constant: ({ a, isa, lanes }) =>
        isa === "avx512" ? broadcast(a.words(word)) : a.words(...Array<number>(lanes).fill(word)),
    },
    ({ a }, to) => a.emit("vbroadcastss", to, a.words(word)),
  );
}

/** A word for each lane: `ofLane` of its number. */
export function pattern(ofLane: (lane: number) => number): Formula {
  const place = ({ a, lanes }: KernelBuilder) =>
    a.words(...Array.from({ length: lanes }, (_, lane) => ofLane(lane)));
  return at({ constant: place }, (kernel, to) => kernel.a.emit("vmovups", to, place(kernel)));
}

/** Content of a register that the kernel holds. */
export function held(register: Vec): Formula {
  return at({ register }, ({ a }, to) => a.emit("vmovaps", to, register));
}

/** A float or a word in memory, in every lane. */
export function repeated(memory: Memory): Formula {
  return at({}, ({ a }, to) => a.emit("vbroadcastss", to, memory));
}

/** Columns in memory; lanes beyond them are 0. */
export function columnsAt(memory: Memory, vector: ColumnVector, tail: TailMask): Formula {
  return at(
    { memory: ({ lanes }) => vector.columns === lanes ? memory : undefined },
    (_, to) => tail.load(to as Vec, memory, vector),
  );
}
