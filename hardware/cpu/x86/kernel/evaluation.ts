/**
 * Evaluation of formulas: instructions in the order in which parts are needed, registers for as long as a
 * value is.
 *
 * @module
 */
import type { MaskRegister, Memory, Operand, Vec } from "../assembler/operand.ts";
import type { ColumnVector } from "./column_vectors.ts";
import { type Formula, held, LaneCondition, type Part } from "./formula.ts";
import type { KernelBuilder } from "./kernel_builder.ts";
import type { TailMask } from "./tail_mask.ts";

type Register = Vec | MaskRegister;

/** Values of the parts of some formulas, each computed when it is first needed. */
class Evaluation {
  readonly #kernel: KernelBuilder;
  /** Number of uses of each part that are still to come. */
  readonly #uses = new Map<Part, number>();
  readonly #values = new Map<Part, Register>();
  readonly #needs = new Map<Part, number>();

  constructor(kernel: KernelBuilder, formulas: readonly Part[]) {
    this.#kernel = kernel;
    for (const formula of formulas) this.#expect(formula);
  }

  /** Register that holds a part's value, until it is {@linkcode use used} for the last time. */
  value(part: Part): Register {
    return part.place.register ?? this.#values.get(part) ?? this.compute(part);
  }

  /** Computes a part into a register, which becomes its place. */
  compute(part: Part, wanted?: Register): Register {
    const last = part.of.length - 1, operands: Operand[] = [];
    // What needs most registers comes first: the others do not hold their values meanwhile.
    const order = part.of.map((operand, i) => ({ operand, i, need: this.#need(operand) }));
    for (const { operand, i } of order.sort((a, b) => b.need - a.need)) {
      operands[i] = this.#operand(operand, last > 0 && i === last);
    }
    const free = () => part.of.forEach((operand) => this.use(operand));
    // The value may take the place of an operand that is not used again.
    if (!part.apart) free();
    const to = wanted ?? this.#take(part);
    part.write(this.#kernel, to, operands);
    if (part.apart) free();
    this.#values.set(part, to);
    return to;
  }

  /** Counts a use of a part; after the last one its register is free. */
  use(part: Part): void {
    const left = this.#uses.get(part)! - 1;
    this.#uses.set(part, left);
    const register = this.#values.get(part);
    if (left === 0 && register) this.#kernel.release(register);
  }

  #expect(part: Part): void {
    const uses = this.#uses.get(part) ?? 0;
    this.#uses.set(part, uses + 1);
    if (uses === 0) part.of.forEach((operand) => this.#expect(operand));
  }

  #operand(part: Part, inMemory: boolean): Operand {
    if (inMemory && !this.#values.has(part)) {
      const { constant, memory } = part.place;
      if (constant) return constant(this.#kernel);
      // A vector that is used again is better loaded once.
      const whole = this.#uses.get(part) === 1 ? memory?.(this.#kernel) : undefined;
      if (whole) return whole;
    }
    return this.value(part);
  }

  /** Number of registers that a part takes at a time if none of it is computed yet (Ershov's number). */
  #need(part: Part): number {
    let need = this.#needs.get(part);
    if (need === undefined) {
      const others = part.of.map((operand) => this.#need(operand)).sort((a, b) => b - a);
      need = Math.max(part.place.register ? 0 : 1, ...others.map((other, held) => other + held));
      this.#needs.set(part, need);
    }
    return need;
  }

  #take(part: Part): Register {
    const { isa } = this.#kernel;
    return part instanceof LaneCondition && isa === "avx512"
      ? this.#kernel.mask("condition")
      : this.#kernel.vector("part of a formula");
  }
}

/** Computes a formula into a register that the kernel holds; the formula may use its old content. */
export function assign(kernel: KernelBuilder, to: Vec, formula: Formula): void {
  new Evaluation(kernel, [formula]).compute(formula, to);
}

/** Computes a formula once into a register of its own, and returns the formula of its content. */
export function once(kernel: KernelBuilder, name: string, formula: Formula): Formula {
  const register = kernel.vector(name);
  assign(kernel, register, formula);
  return held(register);
}

/** Formula whose value is stored, and the place of its columns. */
export interface Store {
  /** Formula of the columns. */
  readonly value: Formula;
  /** Place of the first column. */
  readonly to: Memory;
}

/**
 * Computes and stores the new values of vectors, one vector after the other. The formulas of a vector may
 * read what they overwrite, but nothing that belongs to another vector.
 */
export function storeValues(
  kernel: KernelBuilder,
  tail: TailMask,
  vectors: readonly { readonly vector: ColumnVector; readonly stores: readonly Store[] }[],
): void {
  const formulas = vectors.flatMap(({ stores }) => stores.map(({ value }) => value));
  const evaluation = new Evaluation(kernel, formulas);
  for (const { vector, stores } of vectors) {
    const registers = stores.map(({ value }) => evaluation.value(value) as Vec);
    stores.forEach(({ to, value }, i) => {
      tail.store(to, registers[i], vector);
      evaluation.use(value);
    });
  }
}
