/**
 * Instructions on mask registers of sixteen lanes (AVX-512).
 *
 * @module
 */
import type { InstructionForms } from "../instruction_form.ts";

/** Two sources. */
const binary = (byte: string) =>
  [["k, k, k", "RVM", `VEX.L1.NP.0F.W0 ${byte} /r`]] as const satisfies InstructionForms;

/** Forms of instructions on mask registers by mnemonic. */
export const MASKS = {
  kmovw: [
    ["k, k/m16", "RM", "VEX.L0.NP.0F.W0 90 /r"],
    ["m16, k", "MR", "VEX.L0.NP.0F.W0 91 /r"],
    ["k, r32", "RM", "VEX.L0.NP.0F.W0 92 /r"],
    ["r32, k", "RM", "VEX.L0.NP.0F.W0 93 /r"],
  ],
  kandw: binary("41"),
  kandnw: binary("42"),
  korw: binary("45"),
  kxnorw: binary("46"),
  kxorw: binary("47"),
  knotw: [["k, k", "RM", "VEX.L0.NP.0F.W0 44 /r"]],
  kortestw: [["k, k", "RM", "VEX.L0.NP.0F.W0 98 /r"]],
  kshiftlw: [["k, k, imm8", "RMI", "VEX.L0.66.0F3A.W1 32 /r ib"]],
  kshiftrw: [["k, k, imm8", "RMI", "VEX.L0.66.0F3A.W1 30 /r ib"]],
  vpmovd2m: [["k, v", "RM", "EVEX.F3.0F38.W0 39 /r"]],
  vpmovm2d: [["v, k", "RM", "EVEX.F3.0F38.W0 38 /r"]],
} as const satisfies Record<string, InstructionForms>;
