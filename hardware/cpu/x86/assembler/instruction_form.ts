/**
 * Notation of instruction forms: the rows of Intel's manual (SDM volume 2) as text, from which both the
 * types of the assembler's methods and the encodings follow. A form has three parts:
 *
 * 1. Operands, in Intel's order: `"v{kz}, v, v/mv/b32"`. The alternatives of an operand are separated by `/`:
 *    - `r32`, `r64`: a general register;
 *    - `x`, `y`, `z`: a vector register of 128, 256, 512 bits; `v`: of any length, the same for all `v` of
 *      the instruction; `h`: of half of it, but at least 128 bits;
 *    - `k`: a mask register;
 *    - `m`: memory of no size; `m8` to `m512`: of so many bits; `mv`, `mh`: as long as `v`, its half; `b32`:
 *      one element that is repeated in all lanes; `vm32`: elements of 32 bits at addresses by a vector `v` of
 *      indices;
 *    - `imm8`: a byte, 0 to 255; `simm8`, `imm32`: a byte or 32 bits that are sign-extended; `uimm32`: 32
 *      bits, signed or not; `imm64`;
 *    - `rel8`, `rel32`: a label within reach of a signed byte, or anywhere.
 *
 *    `{k}` behind an alternative allows a mask that keeps lanes, `{kz}` also one that clears them.
 * 2. Place of each operand in the encoding (`Op/En` of the manual): `R` ModRM.reg, `M` ModRM.rm, `V`
 *    VEX.vvvv, `I` immediate, `O` low bits of the opcode, `D` distance; a second `R` lies in the immediate
 *    (`/is4`).
 * 3. Opcode: `"REX.W 83 /0 ib"`, or `"VEX+EVEX.66.0F38.W0 B8 /r"` where both prefixes exist. `L0` or `L1`
 *    behind `VEX` fixes the length bit that vectors decide elsewhere.
 *
 * @module
 */
import type { Gpr, MaskRegister, Memory, Vec } from "./operand.ts";
import type { Label } from "./label.ts";

/** One way to encode an instruction: operands, their places, opcode. */
export type InstructionForm = readonly [operands: string, places: string, opcode: string];

/** All ways to encode an instruction; the first that fits is taken. */
export type InstructionForms = readonly InstructionForm[];

/** Types that the alternatives of an operand stand for. */
interface AlternativeTypes {
  r32: Gpr;
  r64: Gpr;
  x: Vec;
  y: Vec;
  z: Vec;
  v: Vec;
  h: Vec;
  k: MaskRegister;
  m: Memory;
  m8: Memory;
  m16: Memory;
  m32: Memory;
  m64: Memory;
  m128: Memory;
  m256: Memory;
  m512: Memory;
  mv: Memory;
  mh: Memory;
  b32: Memory;
  vm32: Memory;
  imm8: number;
  simm8: number;
  imm32: number;
  uimm32: number;
  imm64: number | bigint;
  rel8: Label;
  rel32: Label;
}

/** Name of an alternative without its mask. */
export type Alternative = keyof AlternativeTypes;

type Unmasked<Text extends string> = Text extends `${infer Name}{${string}` ? Name : Text;
type TypeOf<Text extends string> = AlternativeTypes[Unmasked<Text> & Alternative];
type OperandType<Text extends string> = Text extends `${infer First}/${infer Rest}`
  ? TypeOf<First> | OperandType<Rest>
  : TypeOf<Text>;
type OperandTypes<Text extends string> = Text extends "" ? []
  : Text extends `${infer First}, ${infer Rest}` ? [OperandType<First>, ...OperandTypes<Rest>]
  : [OperandType<Text>];

/** Lists of operands that one of the forms takes, as types. */
export type OperandsOf<Forms extends InstructionForms> = Forms[number] extends infer Form
  ? Form extends readonly [infer Operands extends string, string, string] ? OperandTypes<Operands> : never
  : never;

/** An alternative of an operand. */
export interface OperandAlternative {
  /** Name without the mask. */
  readonly name: Alternative;
  /** Masks that it takes. */
  readonly masks: "none" | "keeping" | "any";
}

/** Opcode bytes behind an optional mandatory prefix and REX. */
export interface LegacyOpcode {
  /** Discriminates opcodes. */
  readonly kind: "legacy";
  /** Prefix bytes before REX. */
  readonly prefixes: readonly number[];
  /** Whether the operands have 64 bits by REX.W. */
  readonly wide: boolean;
  /** Opcode after REX. */
  readonly bytes: readonly number[];
  /** Digit in ModRM.reg, if no operand lies there. */
  readonly digit: number | undefined;
}

/** An opcode behind a VEX or EVEX prefix. */
export interface VectorOpcode {
  /** Discriminates opcodes. */
  readonly kind: "vector";
  /** Whether there is a VEX encoding. */
  readonly vex: boolean;
  /** Whether there is an EVEX encoding. */
  readonly evex: boolean;
  /** Length bit, where it is no vector's. */
  readonly length: 0 | 1 | undefined;
  /** Code of the implied prefix: 0 none, 1 `66`, 2 `F3`, 3 `F2`. */
  readonly prefix: number;
  /** Code of the opcode map: 1 `0F`, 2 `0F38`, 3 `0F3A`. */
  readonly map: number;
  /** Bit W. */
  readonly wide: boolean;
  /** Opcode. */
  readonly byte: number;
  /** Digit in ModRM.reg, if no operand lies there. */
  readonly digit: number | undefined;
}

/** A form that has been read. */
export interface ParsedForm {
  /** Alternatives of each operand. */
  readonly operands: readonly (readonly OperandAlternative[])[];
  /** Place of each operand: a letter each. */
  readonly places: string;
  /** Opcode. */
  readonly opcode: LegacyOpcode | VectorOpcode;
}

const MASKS = { "": "none", "{k}": "keeping", "{kz}": "any" } as const;

function parseAlternative(text: string): OperandAlternative {
  const [, name, mask] = text.match(/^(\w+)((?:\{kz?\})?)$/)!;
  return { name: name as Alternative, masks: MASKS[mask as keyof typeof MASKS] };
}

const digitOf = (text: string) => /\/[0-7]/.test(text) ? Number(text.match(/\/([0-7])/)![1]) : undefined;

function parseVectorOpcode(text: string): VectorOpcode {
  const found = text.match(
    /^(VEX\+EVEX|VEX|EVEX)(?:\.L([01]))?\.(NP|66|F3|F2)\.(0F38|0F3A|0F)\.(W0|W1) ([0-9A-F]{2})(.*)$/,
  );
  if (found === null) throw new SyntaxError(`Cannot read opcode "${text}"`);
  const [, prefixes, length, prefix, map, w, byte, rest] = found;
  return {
    kind: "vector",
    vex: prefixes !== "EVEX",
    evex: prefixes !== "VEX",
    length: length === undefined ? undefined : length === "1" ? 1 : 0,
    prefix: ["NP", "66", "F3", "F2"].indexOf(prefix),
    map: ["", "0F", "0F38", "0F3A"].indexOf(map),
    wide: w === "W1",
    byte: parseInt(byte, 16),
    digit: digitOf(rest),
  };
}

function parseLegacyOpcode(text: string): LegacyOpcode {
  const bytes = text.split(" ").filter((word) => /^[0-9A-F]{2}(\+r)?$/.test(word)).map((w) =>
    parseInt(w, 16)
  );
  const firstOpcode = bytes.findIndex((byte) => ![0x66, 0xf0, 0xf2, 0xf3].includes(byte));
  return {
    kind: "legacy",
    prefixes: bytes.slice(0, firstOpcode),
    wide: text.includes("REX.W"),
    bytes: bytes.slice(firstOpcode),
    digit: digitOf(text),
  };
}

/** Reads a form. */
export function parseForm([operands, places, opcode]: InstructionForm): ParsedForm {
  return {
    operands: operands === ""
      ? []
      : operands.split(", ").map((text) => text.split("/").map(parseAlternative)),
    places,
    opcode: opcode.includes("EX.") && !opcode.includes("REX.")
      ? parseVectorOpcode(opcode)
      : parseLegacyOpcode(opcode),
  };
}
