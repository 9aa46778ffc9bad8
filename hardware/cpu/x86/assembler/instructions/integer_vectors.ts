/**
 * Arithmetic, bits and comparisons on vectors of integers.
 *
 * @module
 */
import type { InstructionForms } from "../instruction_form.ts";

/** Two sources, 32-bit lanes. */
const words = (opcode: string) =>
  [["v{kz}, v, v/mv/b32", "RVM", `VEX+EVEX.66.${opcode} /r`]] as const satisfies InstructionForms;

/** A shift of 32-bit lanes by a constant. */
const shift = (digit: number) =>
  [
    ["v, v, imm8", "VMI", `VEX.66.0F.W0 72 /${digit} ib`],
    ["v{kz}, v/mv/b32, imm8", "VMI", `EVEX.66.0F.W0 72 /${digit} ib`],
  ] as const satisfies InstructionForms;

/** Forms of instructions on vectors of integers by mnemonic. */
export const INTEGER_VECTORS = {
  vpaddd: words("0F.W0 FE"),
  vpsubd: words("0F.W0 FA"),
  vpminsd: words("0F38.W0 39"),
  vpminud: words("0F38.W0 3B"),
  vpmaxud: words("0F38.W0 3F"),
  vpor: [["v, v, v/mv", "RVM", "VEX.66.0F.W0 EB /r"]],

  vpslld: [...shift(6), ["v{kz}, v, x/m128", "RVM", "VEX+EVEX.66.0F.W0 F2 /r"]],
  vpsrld: [...shift(2), ["v{kz}, v, x/m128", "RVM", "VEX+EVEX.66.0F.W0 D2 /r"]],
  vpsrad: [...shift(4), ["v{kz}, v, x/m128", "RVM", "VEX+EVEX.66.0F.W0 E2 /r"]],
  vprold: [["v{kz}, v/mv/b32, imm8", "VMI", "EVEX.66.0F.W0 72 /1 ib"]],

  vpcmpeqd: [
    ["v, v, v/mv", "RVM", "VEX.66.0F.W0 76 /r"],
    ["k{k}, v, v/mv/b32", "RVM", "EVEX.66.0F.W0 76 /r"],
  ],
  vpcmpgtd: [
    ["v, v, v/mv", "RVM", "VEX.66.0F.W0 66 /r"],
    ["k{k}, v, v/mv/b32", "RVM", "EVEX.66.0F.W0 66 /r"],
  ],

  vpmovzxwd: [["v{kz}, h/mh", "RM", "VEX+EVEX.66.0F38.W0 33 /r"]],
} as const satisfies Record<string, InstructionForms>;
