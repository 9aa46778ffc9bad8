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

/** BMI: three operands, the second of which is the complement's, multiplier's or deposit's source. */
const threeOperands = (opcode: string, byte: string) =>
  [
    ["r32, r32, r32/m32", "RVM", `VEX.L0.${opcode}.W0 ${byte} /r`],
    ["r64, r64, r64/m64", "RVM", `VEX.L0.${opcode}.W1 ${byte} /r`],
  ] as const satisfies InstructionForms;

/** BMI: three operands, the last of which is a count. */
const byCount = (opcode: string, byte: string) =>
  [
    ["r32, r32/m32, r32", "RMV", `VEX.L0.${opcode}.W0 ${byte} /r`],
    ["r64, r64/m64, r64", "RMV", `VEX.L0.${opcode}.W1 ${byte} /r`],
  ] as const satisfies InstructionForms;

/** BMI: an operation on the lowest set bit. */
const lowestBit = (digit: number) =>
  [
    ["r32, r32/m32", "VM", `VEX.L0.NP.0F38.W0 F3 /${digit}`],
    ["r64, r64/m64", "VM", `VEX.L0.NP.0F38.W1 F3 /${digit}`],
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
  movsxd: [["r64, r32/m32", "RM", "REX.W 63 /r"]],
  movnti: [["m32, r32", "MR", "0F C3 /r"], ["m64, r64", "MR", "REX.W 0F C3 /r"]],
  lea: [["r64, m", "RM", "REX.W 8D /r"], ["r32, m", "RM", "8D /r"]],
  push: [["r64", "O", "50+r"]],
  pop: [["r64", "O", "58+r"]],

  add: arithmetic(0),
  or: arithmetic(1),
  adc: arithmetic(2),
  sbb: arithmetic(3),
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
  cqo: [["", "", "REX.W 99"]],
  idiv: unary("F7 /7"),
  imul: [
    ["r32, r32/m32, simm8", "RMI", "6B /r ib"],
    ["r64, r64/m64, simm8", "RMI", "REX.W 6B /r ib"],
    ["r32, r32/m32, uimm32", "RMI", "69 /r id"],
    ["r64, r64/m64, imm32", "RMI", "REX.W 69 /r id"],
    ["r32, r32/m32", "RM", "0F AF /r"],
    ["r64, r64/m64", "RM", "REX.W 0F AF /r"],
  ],
  rol: shift(0),
  ror: shift(1),
  shl: shift(4),
  shr: shift(5),
  sar: shift(7),
  bt: [["r32, imm8", "MI", "0F BA /4 ib"], ["r64, imm8", "MI", "REX.W 0F BA /4 ib"]],
  popcnt: binary("0F B8 /r", "F3"),
  tzcnt: binary("0F BC /r", "F3"),
  lzcnt: binary("0F BD /r", "F3"),
  andn: threeOperands("NP.0F38", "F2"),
  mulx: threeOperands("F2.0F38", "F6"),
  pdep: threeOperands("F2.0F38", "F5"),
  pext: threeOperands("F3.0F38", "F5"),
  bextr: byCount("NP.0F38", "F7"),
  bzhi: byCount("NP.0F38", "F5"),
  shlx: byCount("66.0F38", "F7"),
  shrx: byCount("F2.0F38", "F7"),
  sarx: byCount("F3.0F38", "F7"),
  rorx: [
    ["r32, r32/m32, imm8", "RMI", "VEX.L0.F2.0F3A.W0 F0 /r ib"],
    ["r64, r64/m64, imm8", "RMI", "VEX.L0.F2.0F3A.W1 F0 /r ib"],
  ],
  blsr: lowestBit(1),
  blsmsk: lowestBit(2),
  blsi: lowestBit(3),

  jmp: [["rel8", "D", "EB cb"], ["rel32", "D", "E9 cd"], ["r64", "M", "FF /4"]],
  jo: jump(0),
  jno: jump(1),
  jb: jump(2),
  jae: jump(3),
  je: jump(4),
  jne: jump(5),
  jbe: jump(6),
  ja: jump(7),
  js: jump(8),
  jns: jump(9),
  jp: jump(10),
  jnp: jump(11),
  jl: jump(12),
  jge: jump(13),
  jle: jump(14),
  jg: jump(15),
  cmovb: move(2),
  cmovae: move(3),
  cmove: move(4),
  cmovne: move(5),
  cmovbe: move(6),
  cmova: move(7),
  cmovs: move(8),
  cmovns: move(9),
  cmovl: move(12),
  cmovge: move(13),
  cmovle: move(14),
  cmovg: move(15),
  call: [["r64", "M", "FF /2"]],
  ret: [["", "", "C3"]],

  prefetchnta: [["m8", "M", "0F 18 /0"]],
  prefetcht0: [["m8", "M", "0F 18 /1"]],
  prefetcht1: [["m8", "M", "0F 18 /2"]],
  prefetcht2: [["m8", "M", "0F 18 /3"]],
  prefetchw: [["m8", "M", "0F 0D /1"]],
  lock_add: [["m32, r32", "MR", "F0 01 /r"], ["m64, r64", "MR", "F0 REX.W 01 /r"]],
  lock_xadd: [["m32, r32", "MR", "F0 0F C1 /r"], ["m64, r64", "MR", "F0 REX.W 0F C1 /r"]],
  lock_cmpxchg: [["m32, r32", "MR", "F0 0F B1 /r"], ["m64, r64", "MR", "F0 REX.W 0F B1 /r"]],
  sfence: [["", "", "0F AE F8"]],
  mfence: [["", "", "0F AE F0"]],
  lfence: [["", "", "0F AE E8"]],
  pause: [["", "", "F3 90"]],
  rdtsc: [["", "", "0F 31"]],
  cpuid: [["", "", "0F A2"]],
  xgetbv: [["", "", "0F 01 D0"]],
} as const satisfies Record<string, InstructionForms>;
