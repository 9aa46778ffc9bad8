/**
 * Bytes of an instruction: legacy prefixes with REX, VEX or EVEX; opcode; ModRM, SIB and displacement;
 * immediate (Intel SDM volume 2, sections 2.1 to 2.3 and 2.7).
 *
 * @module
 */
import type { LegacyOpcode, VectorOpcode } from "./instruction_form.ts";
import { Label } from "./label.ts";
import type { MatchedForm } from "./match_form.ts";
import { type Gpr, type MaskRegister, type Memory, type Operand, rbp, rsp, type Vec } from "./operand.ts";

/** A distance within an instruction that is known only when a label is bound. */
export interface LabelReference {
  /** The label. */
  readonly label: Label;
  /** Byte of the instruction at which the distance lies. */
  readonly at: number;
  /** Bytes of the distance, which counts from the end of the instruction. */
  readonly bytes: 1 | 4;
  /** Bytes behind the label. */
  readonly displacement: number;
}

/** An encoded instruction. */
export interface EncodedInstruction {
  /** Bytes; a referenced distance is zeros. */
  readonly bytes: readonly number[];
  /** The distance to a label, if there is one. */
  readonly reference?: LabelReference;
}

/** Operands by their places in the encoding. */
interface Places {
  reg: number;
  rm: Gpr | Vec | MaskRegister | Memory | undefined;
  vvvv: number;
  low: number;
  immediate: readonly number[];
  target: Label | undefined;
  targetBytes: 1 | 4;
}

const IMMEDIATE_BYTES = { imm8: 1, simm8: 1, imm32: 4, uimm32: 4, imm64: 8 } as const;

function littleEndian(value: number | bigint, bytes: number): number[] {
  const all = BigInt.asUintN(8 * bytes, BigInt(value));
  return Array.from({ length: bytes }, (_, i) => Number(all >> BigInt(8 * i) & 0xffn));
}

function placesOf({ form, alternatives }: MatchedForm, operands: readonly Operand[]): Places {
  const places: Places = {
    reg: form.opcode.digit ?? 0,
    rm: undefined,
    vvvv: 0,
    low: 0,
    immediate: [],
    target: undefined,
    targetBytes: 4,
  };
  operands.forEach((operand, i) => {
    const name = alternatives[i];
    if (typeof operand === "number" || typeof operand === "bigint") {
      places.immediate = littleEndian(operand, IMMEDIATE_BYTES[name as keyof typeof IMMEDIATE_BYTES]);
    } else if (operand instanceof Label) {
      places.target = operand;
      places.targetBytes = name === "rel8" ? 1 : 4;
    } else if (form.places[i] === "M") places.rm = operand;
    else if (operand.kind === "memory") throw new Error("Only ModRM.rm holds memory");
    else if (form.places[i] === "V") places.vvvv = operand.n;
    else if (form.places[i] === "O") places.low = operand.n;
    else if (form.places.indexOf("R") < i) places.immediate = [operand.n << 4];
    else places.reg = operand.n;
  });
  return places;
}

/** Upper bits of ModRM.rm's registers: `x` and `b` extend index and base, or a vector register's number. */
function upperBits(rm: Places["rm"]): { readonly x: number; readonly b: number; readonly index: number } {
  if (rm === undefined) return { x: 0, b: 0, index: 0 };
  if (rm.kind !== "memory") return { x: rm.n >> 4 & 1, b: rm.n >> 3 & 1, index: 0 };
  const index = rm.index?.register.n ?? 0;
  return { x: index >> 3 & 1, b: rm.base instanceof Label ? 0 : rm.base.n >> 3 & 1, index };
}

/**
 * ModRM, SIB and displacement. A displacement of one byte counts in units of `unit` bytes.
 *
 * @param unit 1, or under EVEX the bytes that the instruction accesses.
 */
function addressing(reg: number, rm: NonNullable<Places["rm"]>, unit: number): number[] {
  const field = (reg & 7) << 3;
  if (rm.kind !== "memory") return [0xc0 | field | rm.n & 7];
  const { base, index, displacement } = rm;
  if (base instanceof Label) return [field | 5, 0, 0, 0, 0];
  const short = Number.isInteger(displacement / unit) && displacement / unit >= -128 &&
    displacement / unit < 128;
  const mode = displacement === 0 && (base.n & 7) !== rbp.n ? 0 : short ? 1 : 2;
  const needsSib = index !== undefined || (base.n & 7) === rsp.n;
  const bytes = [mode << 6 | field | (needsSib ? 4 : base.n & 7)];
  if (needsSib) {
    const scale = Math.log2(index?.scale ?? 1), indexNumber = index?.register.n ?? rsp.n;
    bytes.push(scale << 6 | (indexNumber & 7) << 3 | base.n & 7);
  }
  if (mode === 1) bytes.push(...littleEndian(displacement / unit, 1));
  else if (mode === 2) bytes.push(...littleEndian(displacement, 4));
  return bytes;
}

function legacyPrefix(opcode: LegacyOpcode, { reg, rm, low }: Places): number[] {
  const { x, b } = upperBits(rm);
  const rex = (opcode.wide ? 8 : 0) | reg >> 3 << 2 | (rm?.kind === "memory" ? x << 1 : 0) | b | low >> 3;
  const bytes = [...opcode.bytes];
  bytes[bytes.length - 1] |= low & 7;
  return [...opcode.prefixes, ...(rex ? [0x40 | rex] : []), ...bytes];
}

function vexPrefix(opcode: VectorOpcode, { reg, rm, vvvv }: Places, length: number): number[] {
  const { x, b } = upperBits(rm);
  const r = reg >> 3, last = (~vvvv & 15) << 3 | length << 2 | opcode.prefix;
  if (x === 0 && b === 0 && opcode.map === 1 && !opcode.wide) {
    return [0xc5, (r ^ 1) << 7 | last, opcode.byte];
  }
  const w = opcode.wide ? 0x80 : 0;
  return [0xc4, (r ^ 1) << 7 | (x ^ 1) << 6 | (b ^ 1) << 5 | opcode.map, w | last, opcode.byte];
}

/** Masks and broadcasts of an EVEX instruction lie in one operand each. */
function evexBits(operands: readonly Operand[]): number {
  let bits = 0;
  for (const operand of operands) {
    if (typeof operand !== "object" || operand instanceof Label || operand.kind === "gpr") continue;
    bits |= (operand.mask ?? 0) | (operand.zeroing ? 0x80 : 0);
    if (operand.kind === "memory" && operand.broadcast) bits |= 0x10;
  }
  return bits;
}

function evexPrefix(
  opcode: VectorOpcode,
  { reg, rm, vvvv }: Places,
  length: number,
  operands: readonly Operand[],
): number[] {
  const { x, b, index } = upperBits(rm);
  const fifth = vvvv >> 4 | (rm?.kind === "memory" ? index >> 4 : 0);
  return [
    0x62,
    (~reg >> 3 & 1) << 7 | (x ^ 1) << 6 | (b ^ 1) << 5 | (~reg >> 4 & 1) << 4 | opcode.map,
    (opcode.wide ? 0x80 : 0) | (~vvvv & 15) << 3 | 4 | opcode.prefix,
    evexBits(operands) | length << 5 | (fifth ^ 1) << 3,
    opcode.byte,
  ];
}

/** Bytes of memory that an alternative accesses, of an operation on vectors of `bits`. */
export function memoryBytes(alternative: string, bits: number): number {
  switch (alternative) {
    case "mv":
      return bits / 8;
    case "mh":
      return bits / 16;
    case "m":
      return 1;
    default:
      return Number(alternative.replace(/\D+/, "")) / 8;
  }
}

/** Encodes an instruction by a form that fits. */
export function encode(matched: MatchedForm, operands: readonly Operand[]): EncodedInstruction {
  const { form: { opcode }, alternatives, bits, prefix } = matched;
  const places = placesOf(matched, operands);
  const { reg, rm, immediate, target, targetBytes } = places;
  const length = opcode.kind === "vector" && opcode.length !== undefined ? opcode.length : bits >> 8;
  const bytes = opcode.kind === "legacy"
    ? legacyPrefix(opcode, places)
    : prefix === "vex"
    ? vexPrefix(opcode, places, length)
    : evexPrefix(opcode, places, length, operands);
  let reference: LabelReference | undefined;
  if (rm !== undefined) {
    const unit = rm.kind === "memory" && prefix === "evex"
      ? memoryBytes(alternatives[operands.indexOf(rm)], bits)
      : 1;
    bytes.push(...addressing(reg, rm, unit));
    if (rm.kind === "memory" && rm.base instanceof Label) {
      reference = { label: rm.base, at: bytes.length - 4, bytes: 4, displacement: rm.displacement };
    }
  }
  bytes.push(...immediate);
  if (target !== undefined) {
    reference = { label: target, at: bytes.length, bytes: targetBytes, displacement: 0 };
    bytes.push(...littleEndian(0, targetBytes));
  }
  return { bytes, ...(reference && { reference }) };
}
