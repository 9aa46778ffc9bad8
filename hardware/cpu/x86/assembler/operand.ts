/**
 * Operands of x86-64 instructions: general registers, vector registers, mask registers, memory.
 *
 * @module
 */
import { Label } from "./label.ts";

/**
 * A general register, as 64 bits (`rax`) or as its lower 32 (`eax`); writing the lower half clears the upper
 * one.
 */
export interface Gpr {
  /** Discriminates operands. */
  readonly kind: "gpr";
  /** Number in encodings, 0 to 15. */
  readonly n: number;
  /** Width. */
  readonly bits: 32 | 64;
}

/** Lengths of vector registers in bits. */
export type VectorBits = 128 | 256 | 512;

/** A restriction of an instruction to lanes that a mask register selects (EVEX only). */
interface Masked {
  /** Number of the mask register, 1 to 7; every lane is selected where it is absent. */
  readonly mask?: number;
  /** Whether lanes that are not selected become 0; else they keep their value. */
  readonly zeroing?: boolean;
}

/** A vector register; numbers 16 to 31 take AVX-512. */
export interface Vec extends Masked {
  /** Discriminates operands. */
  readonly kind: "vec";
  /** Number in encodings, 0 to 31. */
  readonly n: number;
  /** Length. */
  readonly bits: VectorBits;
}

/** A mask register of AVX-512, `k0` to `k7`; `k0` cannot select lanes. */
export interface MaskRegister extends Masked {
  /** Discriminates operands. */
  readonly kind: "mask";
  /** Number in encodings, 0 to 7. */
  readonly n: number;
}

/** Factors by which an index can be multiplied. */
export type Scale = 1 | 2 | 4 | 8;

/** `register * scale` in an address; a vector register names one address a lane (gathers). */
export interface ScaledIndex {
  /** The index, in units of `scale` bytes. */
  readonly register: Gpr | Vec;
  /** Bytes of a unit. */
  readonly scale: Scale;
}

/** Memory at `base + index * scale + displacement`, or at a label of the code itself. */
export interface Memory extends Masked {
  /** Discriminates operands. */
  readonly kind: "memory";
  /** Start of the address; a label is addressed relative to the instruction. */
  readonly base: Gpr | Label;
  /** Further part of the address; never `rsp`, and none with a label. */
  readonly index?: ScaledIndex;
  /** Constant part of the address in bytes, a signed 32-bit number. */
  readonly displacement: number;
  /** Whether one element of memory is repeated in all lanes (EVEX only). */
  readonly broadcast?: boolean;
}

/** Anything that an instruction takes; a number is an immediate, a label the target of a jump. */
export type Operand = Gpr | Vec | MaskRegister | Memory | Label | number | bigint;

const general = (bits: Gpr["bits"]) => (n: number): Gpr => ({ kind: "gpr", n, bits });
const eight = [0, 1, 2, 3, 4, 5, 6, 7];

/** General registers of 64 bits. */
export const [rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi] = eight.map(general(64));
/** General registers of 64 bits that came with x86-64. */
export const [r8, r9, r10, r11, r12, r13, r14, r15] = eight.map((n) => general(64)(8 + n));

/** Returns the lower 32 bits of a general register. */
export function low(register: Gpr): Gpr {
  return general(32)(register.n);
}

/** Returns vector register `n` with a length of `bits`. */
export function vec(bits: VectorBits, n: number): Vec {
  if (!Number.isInteger(n) || n < 0 || n > 31) throw new RangeError(`Cannot name vector register ${n} of 32`);
  return { kind: "vec", n, bits };
}

/** Returns vector register `n` of 128 bits. */
export const xmm = (n: number): Vec => vec(128, n);
/** Returns vector register `n` of 256 bits. */
export const ymm = (n: number): Vec => vec(256, n);
/** Returns vector register `n` of 512 bits. */
export const zmm = (n: number): Vec => vec(512, n);

/** Returns mask register `n`. */
export function k(n: number): MaskRegister {
  if (!Number.isInteger(n) || n < 0 || n > 7) throw new RangeError(`Cannot name mask register ${n} of 8`);
  return { kind: "mask", n };
}

/** Returns an index in units of `scale` bytes. */
export function times(register: Gpr | Vec, scale: Scale): ScaledIndex {
  return { register, scale };
}

/**
 * Memory at `base + displacement + index`; an index without {@linkcode times} counts bytes.
 *
 * @throws {RangeError} if the address has no encoding.
 *
 * @example
 * ```ts
 * import { rcx, rdi, times } from "./operand.ts";
 * const entry = mem(rdi, 8, times(rcx, 4)); // [rdi+rcx*4+0x8]
 * if (entry.displacement !== 8) throw new Error("the displacement is in bytes");
 * ```
 */
export function mem(base: Gpr | Label, displacement = 0, index?: ScaledIndex | Gpr | Vec): Memory {
  if (displacement !== (displacement | 0)) {
    throw new RangeError(
      `Cannot address at a displacement of ${displacement}: it takes a signed 32-bit number`,
    );
  }
  if (base instanceof Label ? index !== undefined : base.bits !== 64) {
    throw new RangeError("Cannot address by a label with an index, or by half a register");
  }
  const scaled = index === undefined || "scale" in index ? index : times(index, 1);
  if (scaled?.register.kind === "gpr" && (scaled.register.n === rsp.n || scaled.register.bits !== 64)) {
    throw new RangeError("Cannot use rsp or half a register as an index");
  }
  return { kind: "memory", base, displacement, ...(scaled && { index: scaled }) };
}

/**
 * Restricts the destination of an instruction to the lanes that a mask register selects; other lanes keep
 * their value, or become 0 with `zeroing`. Lanes of memory that are not selected are not accessed.
 *
 * @throws {RangeError} for `k0`, which cannot select.
 */
export function masked<T extends Vec | Memory | MaskRegister>(
  operand: T,
  mask: MaskRegister,
  { zeroing = false }: { readonly zeroing?: boolean } = {},
): T {
  if (mask.n === 0) throw new RangeError("Cannot select lanes by k0: its encoding means all lanes");
  return { ...operand, mask: mask.n, zeroing };
}

/** Repeats one element of memory in all lanes. */
export function broadcast(memory: Memory): Memory {
  return { ...memory, broadcast: true };
}
