/**
 * Moves of vectors: loads, stores, broadcasts, gathers, permutations, blends, inserts and extracts.
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

/** A masked load and store of AVX2: the mask is a vector whose lanes' upper bits select. */
const maskedByVector = (load: string, store: string) =>
  [
    ["v, v, mv", "RVM", `VEX.66.0F38.W0 ${load} /r`],
    ["mv, v, v", "MVR", `VEX.66.0F38.W0 ${store} /r`],
  ] as const satisfies InstructionForms;

/** Elements from addresses by a vector of indices. Lanes' masks are cleared as they are loaded. */
const gather = (byte: string) =>
  [
    ["v, vm32, v", "RMV", `VEX.66.0F38.W0 ${byte} /r`],
    ["v{k}, vm32", "RM", `EVEX.66.0F38.W0 ${byte} /r`],
  ] as const satisfies InstructionForms;

/** Two sources, 32-bit lanes. */
const single = (opcode: string) =>
  [["v{kz}, v, v/mv/b32", "RVM", `${opcode} /r`]] as const satisfies InstructionForms;

/** One source that is rearranged, under a constant. */
const byConstant = (opcode: string) =>
  [["v{kz}, v/mv/b32, imm8", "RMI", `${opcode} /r ib`]] as const satisfies InstructionForms;

/** A permutation across all lanes, which 128 bits do not have. */
const acrossLanes = (byte: string) =>
  [
    ["y{kz}, y, y/m256/b32", "RVM", `VEX+EVEX.66.0F38.W0 ${byte} /r`],
    ["z{kz}, z, z/m512/b32", "RVM", `EVEX.66.0F38.W0 ${byte} /r`],
  ] as const satisfies InstructionForms;

/** A quarter or a half of a vector, by number, to a register or memory (AVX-512). */
const extractFour = (byte: string) =>
  [
    ["x{kz}/m128{k}, y, imm8", "MRI", `EVEX.66.0F3A.W0 ${byte} /r ib`],
    ["x{kz}/m128{k}, z, imm8", "MRI", `EVEX.66.0F3A.W0 ${byte} /r ib`],
  ] as const satisfies InstructionForms;

/** Forms of instructions that move vectors by mnemonic. */
export const VECTOR_MOVES = {
  vmovups: loadAndStore("VEX+EVEX.NP.0F.W0", "10", "11"),
  vmovaps: loadAndStore("VEX+EVEX.NP.0F.W0", "28", "29"),
  vmovdqu32: loadAndStore("EVEX.F3.0F.W0", "6F", "7F"),
  vmovdqa32: loadAndStore("EVEX.66.0F.W0", "6F", "7F"),
  vmovdqu: [["v, v/mv", "RM", "VEX.F3.0F.W0 6F /r"], ["mv, v", "MR", "VEX.F3.0F.W0 7F /r"]],
  vmovdqa: [["v, v/mv", "RM", "VEX.66.0F.W0 6F /r"], ["mv, v", "MR", "VEX.66.0F.W0 7F /r"]],
  vmovntps: [["mv, v", "MR", "VEX+EVEX.NP.0F.W0 2B /r"]],
  vmovntdq: [["mv, v", "MR", "VEX+EVEX.66.0F.W0 E7 /r"]],
  vmovntdqa: [["v, mv", "RM", "VEX+EVEX.66.0F38.W0 2A /r"]],
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
  vmovq: [
    ["x, r64", "RM", "VEX+EVEX.66.0F.W1 6E /r"],
    ["r64, x", "MR", "VEX+EVEX.66.0F.W1 7E /r"],
    ["x, x/m64", "RM", "VEX.F3.0F.W0 7E /r"],
    ["m64, x", "MR", "VEX.66.0F.W0 D6 /r"],
  ],
  vmaskmovps: maskedByVector("2C", "2E"),
  vpmaskmovd: maskedByVector("8C", "8E"),
  vmovmskps: [["r32, v", "RM", "VEX.NP.0F.W0 50 /r"]],
  vpmovmskb: [["r32, v", "RM", "VEX.66.0F.W0 D7 /r"]],
  vzeroupper: [["", "", "VEX.L0.NP.0F.W0 77"]],
  vzeroall: [["", "", "VEX.L1.NP.0F.W0 77"]],

  vbroadcastss: [["v{kz}, x/m32", "RM", "VEX+EVEX.66.0F38.W0 18 /r"]],
  vbroadcastsd: [
    ["y, x/m64", "RM", "VEX.66.0F38.W0 19 /r"],
    ["y{kz}, x/m64", "RM", "EVEX.66.0F38.W1 19 /r"],
    ["z{kz}, x/m64", "RM", "EVEX.66.0F38.W1 19 /r"],
  ],
  vbroadcastf128: [["y, m128", "RM", "VEX.66.0F38.W0 1A /r"]],
  vbroadcastf32x4: [
    ["y{kz}, m128", "RM", "EVEX.66.0F38.W0 1A /r"],
    ["z{kz}, m128", "RM", "EVEX.66.0F38.W0 1A /r"],
  ],
  vpbroadcastd: [
    ["v{kz}, x/m32", "RM", "VEX+EVEX.66.0F38.W0 58 /r"],
    ["v{kz}, r32", "RM", "EVEX.66.0F38.W0 7C /r"],
  ],
  vgatherdps: gather("92"),
  vpgatherdd: gather("90"),
  vscatterdps: [["vm32{k}, v", "MR", "EVEX.66.0F38.W0 A2 /r"]],
  vpscatterdd: [["vm32{k}, v", "MR", "EVEX.66.0F38.W0 A0 /r"]],

  vshufps: [["v{kz}, v, v/mv/b32, imm8", "RVMI", "VEX+EVEX.NP.0F.W0 C6 /r ib"]],
  vpermilps: [...single("VEX+EVEX.66.0F38.W0 0C"), ...byConstant("VEX+EVEX.66.0F3A.W0 04")],
  vpshufd: byConstant("VEX+EVEX.66.0F.W0 70"),
  vpshufb: [["v{kz}, v, v/mv", "RVM", "VEX+EVEX.66.0F38.W0 00 /r"]],
  vpermps: acrossLanes("16"),
  vpermd: acrossLanes("36"),
  vpermq: [
    ["y, y/m256, imm8", "RMI", "VEX.66.0F3A.W1 00 /r ib"],
    ["y{kz}, y/m256/b64, imm8", "RMI", "EVEX.66.0F3A.W1 00 /r ib"],
    ["z{kz}, z/m512/b64, imm8", "RMI", "EVEX.66.0F3A.W1 00 /r ib"],
  ],
  vperm2f128: [["y, y, y/m256, imm8", "RVMI", "VEX.66.0F3A.W0 06 /r ib"]],
  vperm2i128: [["y, y, y/m256, imm8", "RVMI", "VEX.66.0F3A.W0 46 /r ib"]],
  vpermi2ps: single("EVEX.66.0F38.W0 77"),
  vpermt2ps: single("EVEX.66.0F38.W0 7F"),
  vpermi2d: single("EVEX.66.0F38.W0 76"),
  vpermt2d: single("EVEX.66.0F38.W0 7E"),
  vshuff32x4: [
    ["y{kz}, y, y/m256/b32, imm8", "RVMI", "EVEX.66.0F3A.W0 23 /r ib"],
    ["z{kz}, z, z/m512/b32, imm8", "RVMI", "EVEX.66.0F3A.W0 23 /r ib"],
  ],
  vunpcklps: single("VEX+EVEX.NP.0F.W0 14"),
  vunpckhps: single("VEX+EVEX.NP.0F.W0 15"),
  vpunpckldq: single("VEX+EVEX.66.0F.W0 62"),
  vpunpckhdq: single("VEX+EVEX.66.0F.W0 6A"),
  vpunpcklwd: [["v{kz}, v, v/mv", "RVM", "VEX+EVEX.66.0F.W0 61 /r"]],
  vpunpckhwd: [["v{kz}, v, v/mv", "RVM", "VEX+EVEX.66.0F.W0 69 /r"]],
  vmovshdup: [["v{kz}, v/mv", "RM", "VEX+EVEX.F3.0F.W0 16 /r"]],
  vmovsldup: [["v{kz}, v/mv", "RM", "VEX+EVEX.F3.0F.W0 12 /r"]],
  vmovhlps: [["x, x, x", "RVM", "VEX+EVEX.NP.0F.W0 12 /r"]],
  vmovlhps: [["x, x, x", "RVM", "VEX+EVEX.NP.0F.W0 16 /r"]],
  vpalignr: [["v{kz}, v, v/mv, imm8", "RVMI", "VEX+EVEX.66.0F3A.W0 0F /r ib"]],
  valignd: [["v{kz}, v, v/mv/b32, imm8", "RVMI", "EVEX.66.0F3A.W0 03 /r ib"]],
  vcompressps: [["v{kz}, v", "MR", "EVEX.66.0F38.W0 8A /r"]],
  vpcompressd: [["v{kz}, v", "MR", "EVEX.66.0F38.W0 8B /r"]],
  vexpandps: [["v{kz}, v", "RM", "EVEX.66.0F38.W0 88 /r"]],
  vpexpandd: [["v{kz}, v", "RM", "EVEX.66.0F38.W0 89 /r"]],

  vblendps: [["v, v, v/mv, imm8", "RVMI", "VEX.66.0F3A.W0 0C /r ib"]],
  vpblendd: [["v, v, v/mv, imm8", "RVMI", "VEX.66.0F3A.W0 02 /r ib"]],
  vblendvps: [["v, v, v/mv, v", "RVMR", "VEX.66.0F3A.W0 4A /r /is4"]],
  vpblendvb: [["v, v, v/mv, v", "RVMR", "VEX.66.0F3A.W0 4C /r /is4"]],
  vblendmps: single("EVEX.66.0F38.W0 65"),
  vpblendmd: single("EVEX.66.0F38.W0 64"),

  vinsertf128: [["y, y, x/m128, imm8", "RVMI", "VEX.66.0F3A.W0 18 /r ib"]],
  vinserti128: [["y, y, x/m128, imm8", "RVMI", "VEX.66.0F3A.W0 38 /r ib"]],
  vinsertf64x4: [["z{kz}, z, y/m256, imm8", "RVMI", "EVEX.66.0F3A.W1 1A /r ib"]],
  vextractf128: [["x/m128, y, imm8", "MRI", "VEX.66.0F3A.W0 19 /r ib"]],
  vextracti128: [["x/m128, y, imm8", "MRI", "VEX.66.0F3A.W0 39 /r ib"]],
  vextractf32x4: extractFour("19"),
  vextracti32x4: extractFour("39"),
  vextractf64x4: [["y{kz}/m256{k}, z, imm8", "MRI", "EVEX.66.0F3A.W1 1B /r ib"]],
  vextracti64x4: [["y{kz}/m256{k}, z, imm8", "MRI", "EVEX.66.0F3A.W1 3B /r ib"]],
  vinsertps: [["x, x, x/m32, imm8", "RVMI", "VEX+EVEX.66.0F3A.W0 21 /r ib"]],
  vextractps: [["r32/m32, x, imm8", "MRI", "VEX+EVEX.66.0F3A.W0 17 /r ib"]],
  vpextrd: [["r32/m32, x, imm8", "MRI", "VEX+EVEX.66.0F3A.W0 16 /r ib"]],
  vpinsrd: [["x, x, r32/m32, imm8", "RVMI", "VEX+EVEX.66.0F3A.W0 22 /r ib"]],
} as const satisfies Record<string, InstructionForms>;
