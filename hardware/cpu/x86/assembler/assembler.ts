/**
 * Assembler of x86-64 code with AVX2, BMI and AVX-512.
 *
 * @module
 */
import { ConstantPool } from "./constant_pool.ts";
import { encode, type LabelReference } from "./encoding.ts";
import { type InstructionMethods, INSTRUCTIONS, type Mnemonic } from "./instructions/mod.ts";
import { type ParsedForm, parseForm } from "./instruction_form.ts";
import { Label } from "./label.ts";
import { instructionText, operandText } from "./listing.ts";
import { matchForm } from "./match_form.ts";
import type { Memory, Operand } from "./operand.ts";

/** A line of a listing. */
export interface ListingLine {
  /** Byte offset from the start of the code. */
  readonly at: number;
  /** Number of bytes; 0 for a label or a remark. */
  readonly bytes: number;
  /** `vmovups ymm0,YMMWORD PTR [rdi]`, `row:` for a label, `; rowPtr: r8` for a remark. */
  readonly text: string;
}

/** Finished code; it runs at any address. */
export interface MachineCode {
  /** Instructions and constants. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Text of every instruction, label and constant, in order. */
  readonly listing: readonly ListingLine[];
  /** Whether an instruction needs AVX-512. */
  readonly needsAvx512: boolean;
}

/** No-ops by length, as the manual recommends them. */
const NOPS = [
  [0x90],
  [0x66, 0x90],
  [0x0f, 0x1f, 0x00],
  [0x0f, 0x1f, 0x40, 0x00],
  [0x0f, 0x1f, 0x44, 0x00, 0x00],
  [0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00],
  [0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00],
  [0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
];

/** Forms of instructions: constants of the manual's table, parsed when an instruction is first emitted. */
const parsed = new Map<Mnemonic, readonly ParsedForm[]>();

function formsOf(mnemonic: Mnemonic): readonly ParsedForm[] {
  let forms = parsed.get(mnemonic);
  if (forms === undefined) parsed.set(mnemonic, forms = INSTRUCTIONS[mnemonic].map(parseForm));
  return forms;
}

/** One method an instruction, named by its mnemonic, operands in Intel's order: destination first. */
export interface Assembler extends InstructionMethods {}

/**
 * Collects instructions, labels and constants.
 *
 * @example Adds 1 to a word.
 * ```ts
 * import { low, mem, rax, rsi } from "./operand.ts";
 * const a = new Assembler();
 * a.mov(low(rax), mem(rsi));
 * a.add(low(rax), 1);
 * a.mov(mem(rsi), low(rax));
 * a.ret();
 * const text = a.finish().listing.map((line) => line.text).join("; ");
 * if (text !== "mov eax,DWORD PTR [rsi]; add eax,0x1; mov DWORD PTR [rsi],eax; ret") throw new Error(text);
 * ```
 */
export class Assembler {
  readonly #bytes: number[] = [];
  readonly #lines: ListingLine[] = [];
  readonly #references: {
    readonly reference: LabelReference;
    readonly start: number;
    readonly end: number;
  }[] = [];
  readonly #constants = new ConstantPool();
  readonly #names = new Map<string, number>();
  #needsAvx512 = false;

  /** Number of bytes so far. */
  get length(): number {
    return this.#bytes.length;
  }

  /**
   * Emits an instruction; the methods of its name call this.
   *
   * @throws {RangeError} if no form of the instruction takes the operands.
   */
  emit(mnemonic: Mnemonic, ...operands: readonly Operand[]): void {
    const matched = matchForm(formsOf(mnemonic), operands, this.length);
    if (matched === undefined) throw new RangeError(misfit(mnemonic, operands));
    const { bytes, reference } = encode(matched, operands);
    const start = this.length, end = start + bytes.length;
    this.#line(bytes, instructionText(mnemonic, operands, matched));
    if (reference) this.#references.push({ reference, start, end });
    this.#needsAvx512 ||= matched.prefix === "evex" || matched.alternatives.includes("k");
  }

  /** Returns a label whose name is unique in the listing. */
  label(name: string): Label {
    const count = this.#names.get(name) ?? 0;
    this.#names.set(name, count + 1);
    return new Label(count === 0 ? name : `${name}_${count + 1}`);
  }

  /**
   * Binds a label to this place and returns it.
   *
   * @throws {RangeError} if it is bound already.
   */
  bind(label: Label): Label {
    if (label.at !== undefined) throw new RangeError(`Cannot bind label ${label.name} twice`);
    label.at = this.length;
    this.#line([], `${label.name}:`);
    return label;
  }

  /** Adds a line to the listing that is no code: `; rowPtr: r8`. */
  remark(text: string): void {
    this.#line([], `; ${text}`);
  }

  /** Pads with no-ops to a multiple of `alignment`, a power of two. */
  align(alignment: number): void {
    for (let left = -this.length & (alignment - 1); left > 0;) {
      const size = Math.min(left, NOPS.length);
      this.#line(NOPS[size - 1], "nop");
      left -= size;
    }
  }

  /** Returns memory that holds 32-bit floats; equal constants share their place. */
  floats(...values: readonly number[]): Memory {
    return this.#constants.place(new Uint32Array(Float32Array.from(values).buffer), values.join(","));
  }

  /** Returns memory that holds 32-bit words; equal constants share their place. */
  words(...values: readonly number[]): Memory {
    return this.#constants.place(Uint32Array.from(values), values.join(","));
  }

  /**
   * Appends the constants and returns the code. The assembler takes no more instructions then.
   *
   * @throws {RangeError} if a label that is used was never bound.
   */
  finish(): MachineCode {
    for (const { label, bytes, text } of this.#constants.take()) {
      this.align(Math.min(64, 2 ** Math.ceil(Math.log2(bytes.length))));
      this.bind(label);
      this.#line([...bytes], `.long ${text}`);
    }
    for (const { reference, start, end } of this.#references) this.#resolve(reference, start, end);
    return {
      bytes: Uint8Array.from(this.#bytes),
      listing: this.#lines,
      needsAvx512: this.#needsAvx512,
    };
  }

  #line(bytes: readonly number[], text: string): void {
    this.#lines.push({ at: this.length, bytes: bytes.length, text });
    for (const byte of bytes) this.#bytes.push(byte);
  }

  #resolve({ label, at, bytes, displacement }: LabelReference, start: number, end: number): void {
    if (label.at === undefined) throw new RangeError(`Cannot finish code: label ${label.name} is not bound`);
    const distance = label.at + displacement - end;
    for (let i = 0; i < bytes; i++) this.#bytes[start + at + i] = distance >> 8 * i & 255;
  }
}

for (const mnemonic of Object.keys(INSTRUCTIONS) as Mnemonic[]) {
  Object.defineProperty(Assembler.prototype, mnemonic, {
    value(this: Assembler, ...operands: readonly Operand[]) {
      this.emit(mnemonic, ...operands);
    },
  });
}

/** Message for operands that no form takes. */
function misfit(mnemonic: Mnemonic, operands: readonly Operand[]): string {
  const forms = INSTRUCTIONS[mnemonic].map(([text]) => text || "none").join(" | ");
  return `Cannot encode ${mnemonic} ${operands.map(operandText).join(",")}: its operands are ${forms}`;
}
