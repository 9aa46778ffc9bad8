/**
 * Moves of vectors and of masks: loads, stores, broadcasts, gathers, permutations, blends, extracts.
 *
 * @module
 */
import type { InstructionForms } from "../instruction_form.ts";

/** A load and a store, with masks. */
const loadAndStore = (opcode: string, load: string, store: string) =>
  [
    ["v{kz}, v/mv", "RM", `${opcode} ${load} /r`],
    ["mv{k}, v", "MR", `${opcode} ${store} /r`],
  ] as const satisfies InstructionForms;

/** Two sources, 32-bit lanes. */
const single = (opcode: string) =>
  [["v{kz}, v, v/mv/b32", "RVM", `${opcode} /r`]] as const satisfies InstructionForms;

/** Forms of instructions that move vectors and masks by mnemonic. */
export const VECTOR_MOVES = {
  vmovups: loadAndStore("VEX+EVEX.NP.0F.W0", "10", "11"),
  vmovaps: loadAndStore("VEX+EVEX.NP.0F.W0", "28", "29"),
  vmovntps: [["mv, v", "MR", "VEX+EVEX.NP.0F.W0 2B /r"]],
  vmovss: [
    ["x{kz}, m32", "RM", "VEX+EVEX.F3.0F.W0 10 /r"],
    ["m32{k}, x", "MR", "VEX+EVEX.F3.0F.W0 11 /r"],
    ["x{kz}, x, x", "RVM", "VEX+EVEX.F3.0F.W0 10 /r"],
  ],
  vmovsd: [
    ["x, m64", "RM", "VEX.F2.0F.W0 10 /r"],
    ["m64, x", "MR", "VEX.F2.0F.W0 11 /r"],
    ["x{kz}, m64", "RM", "EVEX.F2.0F.W1 10 /r"],
    ["m64{k}, x", "MR", "EVEX.F2.0F.W1 11 /r"],
  ],
  vmovd: [["x, r32/m32", "RM", "VEX+EVEX.66.0F.W0 6E /r"], ["r32/m32, x", "MR", "VEX+EVEX.66.0F.W0 7E /r"]],
  // A mask of AVX2 is a vector whose lanes' upper bits select.
  vmaskmovps: [
    ["v, v, mv", "RVM", "VEX.66.0F38.W0 2C /r"],
    ["mv, v, v", "MVR", "VEX.66.0F38.W0 2E /r"],
  ],
  vzeroupper: [["", "", "VEX.L0.NP.0F.W0 77"]],

  vbroadcastss: [["v{kz}, x/m32", "RM", "VEX+EVEX.66.0F38.W0 18 /r"]],
  vbroadcastf128: [["y, m128", "RM", "VEX.66.0F38.W0 1A /r"]],
  vbroadcastf32x4: [
    ["y{kz}, m128", "RM", "EVEX.66.0F38.W0 1A /r"],
    ["z{kz}, m128", "RM", "EVEX.66.0F38.W0 1A /r"],
  ],
  vpbroadcastd: [
    ["v{kz}, x/m32", "RM", "VEX+EVEX.66.0F38.W0 58 /r"],
    ["v{kz}, r32", "RM", "EVEX.66.0F38.W0 7C /r"],
  ],
  // Lanes' masks are cleared as they are loaded.
  vgatherdps: [
    ["v, vm32, v", "RMV", "VEX.66.0F38.W0 92 /r"],
    ["v{k}, vm32", "RM", "EVEX.66.0F38.W0 92 /r"],
  ],

  vpermilps: [
    ...single("VEX+EVEX.66.0F38.W0 0C"),
    ["v{kz}, v/mv/b32, imm8", "RMI", "VEX+EVEX.66.0F3A.W0 04 /r ib"],
  ],
  vpermps: [
    ["y{kz}, y, y/m256/b32", "RVM", "VEX+EVEX.66.0F38.W0 16 /r"],
    ["z{kz}, z, z/m512/b32", "RVM", "EVEX.66.0F38.W0 16 /r"],
  ],
  vperm2f128: [["y, y, y/m256, imm8", "RVMI", "VEX.66.0F3A.W0 06 /r ib"]],
  vpunpckldq: single("VEX+EVEX.66.0F.W0 62"),
  vpunpckhdq: single("VEX+EVEX.66.0F.W0 6A"),
  vmovshdup: [["v{kz}, v/mv", "RM", "VEX+EVEX.F3.0F.W0 16 /r"]],
  vmovhlps: [["x, x, x", "RVM", "VEX+EVEX.NP.0F.W0 12 /r"]],

  vblendvps: [["v, v, v/mv, v", "RVMR", "VEX.66.0F3A.W0 4A /r /is4"]],
  vblendmps: single("EVEX.66.0F38.W0 65"),

  vinsertf128: [["y, y, x/m128, imm8", "RVMI", "VEX.66.0F3A.W0 18 /r ib"]],
  vextractf128: [["x/m128, y, imm8", "MRI", "VEX.66.0F3A.W0 19 /r ib"]],
  vextracti128: [["x/m128, y, imm8", "MRI", "VEX.66.0F3A.W0 39 /r ib"]],
  vextractf32x4: [
    ["x{kz}/m128{k}, y, imm8", "MRI", "EVEX.66.0F3A.W0 19 /r ib"],
    ["x{kz}/m128{k}, z, imm8", "MRI", "EVEX.66.0F3A.W0 19 /r ib"],
  ],
  vextractf64x4: [["y{kz}/m256{k}, z, imm8", "MRI", "EVEX.66.0F3A.W1 1B /r ib"]],
  vextracti64x4: [["y{kz}/m256{k}, z, imm8", "MRI", "EVEX.66.0F3A.W1 3B /r ib"]],

  kmovw: [
    ["k, k/m16", "RM", "VEX.L0.NP.0F.W0 90 /r"],
    ["m16, k", "MR", "VEX.L0.NP.0F.W0 91 /r"],
    ["k, r32", "RM", "VEX.L0.NP.0F.W0 92 /r"],
    ["r32, k", "RM", "VEX.L0.NP.0F.W0 93 /r"],
  ],
} as const satisfies Record<string, InstructionForms>;
