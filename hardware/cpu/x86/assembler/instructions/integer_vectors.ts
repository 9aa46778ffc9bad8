/**
 * Arithmetic, bits and comparisons on vectors of integers.
 *
 * @module
 */
import type { InstructionForms } from "../instruction_form.ts";

/** Two sources, 32-bit lanes. */
const words = (opcode: string) =>
  [["v{kz}, v, v/mv/b32", "RVM", `VEX+EVEX.66.${opcode} /r`]] as const satisfies InstructionForms;

/** Two sources, 64-bit lanes; VEX leaves W to the assembler, EVEX does not. */
const quads = (byte: string) =>
  [
    ["v, v, v/mv", "RVM", `VEX.66.0F.W0 ${byte} /r`],
    ["v{kz}, v, v/mv/b64", "RVM", `EVEX.66.0F.W1 ${byte} /r`],
  ] as const satisfies InstructionForms;

/** Two sources, bits; with masks there is one mnemonic a lane width. */
const bits = (byte: string) =>
  [["v, v, v/mv", "RVM", `VEX.66.0F.W0 ${byte} /r`]] as const satisfies InstructionForms;

/** AVX-512 only, two sources, 32-bit lanes. */
const wide = (opcode: string) =>
  [["v{kz}, v, v/mv/b32", "RVM", `EVEX.66.${opcode} /r`]] as const satisfies InstructionForms;

/** AVX-512 only, two sources, 64-bit lanes. */
const wideQuads = (opcode: string) =>
  [["v{kz}, v, v/mv/b64", "RVM", `EVEX.66.${opcode} /r`]] as const satisfies InstructionForms;

/** A shift of 32-bit lanes by a constant. */
const shift = (digit: number) =>
  [
    ["v, v, imm8", "VMI", `VEX.66.0F.W0 72 /${digit} ib`],
    ["v{kz}, v/mv/b32, imm8", "VMI", `EVEX.66.0F.W0 72 /${digit} ib`],
  ] as const satisfies InstructionForms;

/** A shift of 64-bit lanes by a constant. */
const shiftQuads = (digit: number) =>
  [
    ["v, v, imm8", "VMI", `VEX.66.0F.W0 73 /${digit} ib`],
    ["v{kz}, v/mv/b64, imm8", "VMI", `EVEX.66.0F.W1 73 /${digit} ib`],
  ] as const satisfies InstructionForms;

/** A rotation by a constant (AVX-512). */
const rotation = (digit: number) =>
  [["v{kz}, v/mv/b32, imm8", "VMI", `EVEX.66.0F.W0 72 /${digit} ib`]] as const satisfies InstructionForms;

/** A comparison whose result is a mask (AVX-512). */
const comparison = (byte: string) =>
  [["k{k}, v, v/mv/b32, imm8", "RVMI", `EVEX.66.0F3A.W0 ${byte} /r ib`]] as const satisfies InstructionForms;

/** Forms of instructions on vectors of integers by mnemonic. */
export const INTEGER_VECTORS = {
  vpaddd: words("0F.W0 FE"),
  vpsubd: words("0F.W0 FA"),
  vpmulld: words("0F38.W0 40"),
  vpminsd: words("0F38.W0 39"),
  vpminud: words("0F38.W0 3B"),
  vpmaxsd: words("0F38.W0 3D"),
  vpmaxud: words("0F38.W0 3F"),
  vpabsd: [["v{kz}, v/mv/b32", "RM", "VEX+EVEX.66.0F38.W0 1E /r"]],
  vpaddq: quads("D4"),
  vpsubq: quads("FB"),
  vpmuludq: quads("F4"),

  vpand: bits("DB"),
  vpandn: bits("DF"),
  vpor: bits("EB"),
  vpxor: bits("EF"),
  vpandd: wide("0F.W0 DB"),
  vpandnd: wide("0F.W0 DF"),
  vpord: wide("0F.W0 EB"),
  vpxord: wide("0F.W0 EF"),
  vpxorq: wideQuads("0F.W1 EF"),
  vpternlogd: [["v{kz}, v, v/mv/b32, imm8", "RVMI", "EVEX.66.0F3A.W0 25 /r ib"]],

  vpslld: [...shift(6), ["v{kz}, v, x/m128", "RVM", "VEX+EVEX.66.0F.W0 F2 /r"]],
  vpsrld: [...shift(2), ["v{kz}, v, x/m128", "RVM", "VEX+EVEX.66.0F.W0 D2 /r"]],
  vpsrad: [...shift(4), ["v{kz}, v, x/m128", "RVM", "VEX+EVEX.66.0F.W0 E2 /r"]],
  vpsllq: shiftQuads(6),
  vpsrlq: shiftQuads(2),
  vpsllvd: words("0F38.W0 47"),
  vpsrlvd: words("0F38.W0 45"),
  vpsravd: words("0F38.W0 46"),
  vprold: rotation(1),
  vprord: rotation(0),
  vprolvd: wide("0F38.W0 15"),
  vprorvd: wide("0F38.W0 14"),
  vplzcntd: [["v{kz}, v/mv/b32", "RM", "EVEX.66.0F38.W0 44 /r"]],
  vpconflictd: [["v{kz}, v/mv/b32", "RM", "EVEX.66.0F38.W0 C4 /r"]],

  vpcmpeqd: [
    ["v, v, v/mv", "RVM", "VEX.66.0F.W0 76 /r"],
    ["k{k}, v, v/mv/b32", "RVM", "EVEX.66.0F.W0 76 /r"],
  ],
  vpcmpgtd: [
    ["v, v, v/mv", "RVM", "VEX.66.0F.W0 66 /r"],
    ["k{k}, v, v/mv/b32", "RVM", "EVEX.66.0F.W0 66 /r"],
  ],
  vpcmpd: comparison("1F"),
  vpcmpud: comparison("1E"),
  vptest: [["v, v/mv", "RM", "VEX.66.0F38.W0 17 /r"]],
  vptestmd: [["k{k}, v, v/mv/b32", "RVM", "EVEX.66.0F38.W0 27 /r"]],
  vptestnmd: [["k{k}, v, v/mv/b32", "RVM", "EVEX.F3.0F38.W0 27 /r"]],

  vpmovzxbd: [["v{kz}, q/mq", "RM", "VEX+EVEX.66.0F38.W0 31 /r"]],
  vpmovzxwd: [["v{kz}, h/mh", "RM", "VEX+EVEX.66.0F38.W0 33 /r"]],
  vpmovsxbd: [["v{kz}, q/mq", "RM", "VEX+EVEX.66.0F38.W0 21 /r"]],
  vpmovsxwd: [["v{kz}, h/mh", "RM", "VEX+EVEX.66.0F38.W0 23 /r"]],
  vpmovzxdq: [["v{kz}, h/mh", "RM", "VEX+EVEX.66.0F38.W0 35 /r"]],
  vpmovdb: [["q{kz}/mq{k}, v", "MR", "EVEX.F3.0F38.W0 31 /r"]],
  vpmovdw: [["h{kz}/mh{k}, v", "MR", "EVEX.F3.0F38.W0 33 /r"]],
  vpackusdw: words("0F38.W0 2B"),
} as const satisfies Record<string, InstructionForms>;
