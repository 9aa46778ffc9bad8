/**
 * All instructions that the assembler knows.
 *
 * @module
 */
import type { OperandsOf } from "../instruction_form.ts";
import { FLOAT_VECTORS } from "./float_vectors.ts";
import { GENERAL } from "./general.ts";
import { INTEGER_VECTORS } from "./integer_vectors.ts";
import { VECTOR_MOVES } from "./vector_moves.ts";

/** Forms of all instructions by mnemonic. */
export const INSTRUCTIONS = { ...GENERAL, ...VECTOR_MOVES, ...FLOAT_VECTORS, ...INTEGER_VECTORS };

/** Name of an instruction. */
export type Mnemonic = keyof typeof INSTRUCTIONS;

/** One method an instruction, whose operands are those of one of its forms. */
export type InstructionMethods = {
  readonly [M in Mnemonic]: (...operands: OperandsOf<typeof INSTRUCTIONS[M]>) => void;
};
