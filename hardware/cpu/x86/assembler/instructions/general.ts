/**
 * Instructions on general registers: moves, arithmetic, bits, jumps, prefetches.
 *
 * @module
 */
import type { InstructionForms } from "../instruction_form.ts";

const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, "0");

/** One of the eight operations that share a layout, by its number. */
const arithmetic = (digit: number) =>
  [
    ["r32, r32/m32", "RM", `${hex(8 * digit + 3)} /r`],
    ["r64, r64/m64", "RM", `REX.W ${hex(8 * digit + 3)} /r`],
    ["m32, r32", "MR", `${hex(8 * digit + 1)} /r`],
    ["m64, r64", "MR", `REX.W ${hex(8 * digit + 1)} /r`],
    ["r32, simm8", "MI", `83 /${digit} ib`],
    ["r64, simm8", "MI", `REX.W 83 /${digit} ib`],
    ["r32, uimm32", "MI", `81 /${digit} id`],
    ["r64, imm32", "MI", `REX.W 81 /${digit} id`],
  ] as const satisfies InstructionForms;

/** An operation on one register, or on one register and implied ones. */
const unary = (opcode: string) =>
  [["r32", "M", opcode], ["r64", "M", `REX.W ${opcode}`]] as const satisfies InstructionForms;

/** A shift by a constant. */
const shift = (digit: number) =>
  [
    ["r32, imm8", "MI", `C1 /${digit} ib`],
    ["r64, imm8", "MI", `REX.W C1 /${digit} ib`],
  ] as const satisfies InstructionForms;

/** A result in one register from another one, or from memory; the prefix precedes REX. */
const binary = (opcode: string, prefix = "") =>
  [
    ["r32, r32/m32", "RM", `${prefix} ${opcode}`],
    ["r64, r64/m64", "RM", `${prefix} REX.W ${opcode}`],
  ] as const satisfies InstructionForms;

const jump = (condition: number) =>
  [
    ["rel8", "D", `${hex(0x70 + condition)} cb`],
    ["rel32", "D", `0F ${hex(0x80 + condition)} cd`],
  ] as const satisfies InstructionForms;

const move = (condition: number) => binary(`0F ${hex(0x40 + condition)} /r`);

/** Forms of general instructions by mnemonic. */
export const GENERAL = {
  mov: [
    ["r32, r32/m32", "RM", "8B /r"],
    ["r64, r64/m64", "RM", "REX.W 8B /r"],
    ["m32, r32", "MR", "89 /r"],
    ["m64, r64", "MR", "REX.W 89 /r"],
    ["r32, uimm32", "OI", "B8+r id"],
    ["r64, imm32", "MI", "REX.W C7 /0 id"],
  ],
  movabs: [["r64, imm64", "OI", "REX.W B8+r io"]],
  lea: [["r64, m", "RM", "REX.W 8D /r"], ["r32, m", "RM", "8D /r"]],
  push: [["r64", "O", "50+r"]],
  pop: [["r64", "O", "58+r"]],

  add: arithmetic(0),
  or: arithmetic(1),
  and: arithmetic(4),
  sub: arithmetic(5),
  xor: arithmetic(6),
  cmp: arithmetic(7),
  test: [
    ["r32/m32, r32", "MR", "85 /r"],
    ["r64/m64, r64", "MR", "REX.W 85 /r"],
    ["r32, uimm32", "MI", "F7 /0 id"],
    ["r64, imm32", "MI", "REX.W F7 /0 id"],
    ["m8, imm8", "MI", "F6 /0 ib"],
  ],
  inc: unary("FF /0"),
  dec: unary("FF /1"),
  not: unary("F7 /2"),
  neg: unary("F7 /3"),
  mul: unary("F7 /4"),
  div: unary("F7 /6"),
  imul: [
    ["r32, r32/m32, simm8", "RMI", "6B /r ib"],
    ["r64, r64/m64, simm8", "RMI", "REX.W 6B /r ib"],
    ["r32, r32/m32, uimm32", "RMI", "69 /r id"],
    ["r64, r64/m64, imm32", "RMI", "REX.W 69 /r id"],
    ["r32, r32/m32", "RM", "0F AF /r"],
    ["r64, r64/m64", "RM", "REX.W 0F AF /r"],
  ],
  shl: shift(4),
  shr: shift(5),
  popcnt: binary("0F B8 /r", "F3"),
  lzcnt: binary("0F BD /r", "F3"),

  jmp: [["rel8", "D", "EB cb"], ["rel32", "D", "E9 cd"], ["r64", "M", "FF /4"]],
  jb: jump(2),
  jae: jump(3),
  je: jump(4),
  jne: jump(5),
  jp: jump(10),
  jnp: jump(11),
  jl: jump(12),
  jge: jump(13),
  jle: jump(14),
  jg: jump(15),
  cmovb: move(2),
  cmovae: move(3),
  cmove: move(4),
  cmova: move(7),
  cmovl: move(12),
  cmovg: move(15),
  call: [["r64", "M", "FF /2"]],
  ret: [["", "", "C3"]],

  prefetcht0: [["m8", "M", "0F 18 /1"]],
  prefetcht1: [["m8", "M", "0F 18 /2"]],
  prefetchw: [["m8", "M", "0F 0D /1"]],
  lock_add: [["m32, r32", "MR", "F0 01 /r"], ["m64, r64", "MR", "F0 REX.W 01 /r"]],
  lock_xadd: [["m32, r32", "MR", "F0 0F C1 /r"], ["m64, r64", "MR", "F0 REX.W 0F C1 /r"]],
  lock_cmpxchg: [["m32, r32", "MR", "F0 0F B1 /r"], ["m64, r64", "MR", "F0 REX.W 0F B1 /r"]],
  pause: [["", "", "F3 90"]],
  cpuid: [["", "", "0F A2"]],
  xgetbv: [["", "", "0F 01 D0"]],
} as const satisfies Record<string, InstructionForms>;
