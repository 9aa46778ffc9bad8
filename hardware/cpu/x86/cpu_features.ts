/**
 * Instructions that this CPU and the operating system support.
 *
 * @module
 */
import { type Cpuid, type CpuidAnswer, savedState } from "./cpuid.ts";

/** Place of a feature's bit: leaf, subleaf, register, bit (Intel SDM volume 2, `CPUID`). */
type FeatureBit = readonly [leaf: number, subleaf: number, register: keyof CpuidAnswer, bit: number];

const FEATURE_BITS = {
  osxsave: [1, 0, "ecx", 27],
  avx: [1, 0, "ecx", 28],
  fma: [1, 0, "ecx", 12],
  f16c: [1, 0, "ecx", 29],
  popcnt: [1, 0, "ecx", 23],
  lzcnt: [0x8000_0001, 0, "ecx", 5],
  bmi1: [7, 0, "ebx", 3],
  bmi2: [7, 0, "ebx", 8],
  avx2: [7, 0, "ebx", 5],
  avx512f: [7, 0, "ebx", 16],
  avx512dq: [7, 0, "ebx", 17],
  avx512cd: [7, 0, "ebx", 28],
  avx512bw: [7, 0, "ebx", 30],
  avx512vl: [7, 0, "ebx", 31],
  avx512_bf16: [7, 1, "eax", 5],
} as const satisfies Record<string, FeatureBit>;

/** Name of a feature, as `/proc/cpuinfo` and compilers have it (`lzcnt` is `abm` there). */
export type CpuFeature = keyof typeof FEATURE_BITS;

/** Parts of the registers that the operating system has to save, as bits of `XCR0`. */
const SAVED = { ymm: 0b110, zmm: 0b1110_0110 } as const;

/** Features that kernels for 256-bit vectors use. */
export const AVX2_FEATURES = ["avx", "fma", "f16c", "popcnt", "lzcnt", "bmi1", "bmi2", "avx2"] as const;
/** Features that kernels for 512-bit vectors use besides. */
export const AVX512_FEATURES = ["avx512f", "avx512dq", "avx512cd", "avx512bw", "avx512vl"] as const;

/** Features of a CPU, and registers that the system saves. */
export interface CpuFeatures {
  /** Features of the CPU. */
  readonly features: ReadonlySet<CpuFeature>;
  /** Whether the system saves the 256-bit registers. */
  readonly savesYmm: boolean;
  /** Whether the system saves the 512-bit registers and the masks. */
  readonly savesZmm: boolean;
}

/**
 * Reads the features.
 *
 * @param state Reads `XCR0`; called only where the CPU can.
 */
export function cpuFeatures(ask: Cpuid, state: () => number = savedState): CpuFeatures {
  const features = new Set(
    (Object.keys(FEATURE_BITS) as CpuFeature[]).filter((name) => {
      const [leaf, subleaf, register, bit] = FEATURE_BITS[name];
      return (ask(leaf, subleaf)[register] >>> bit & 1) === 1;
    }),
  );
  const saved = features.has("osxsave") ? state() : 0;
  return {
    features,
    savesYmm: (saved & SAVED.ymm) === SAVED.ymm,
    savesZmm: (saved & SAVED.zmm) === SAVED.zmm,
  };
}

/** Names of what `wanted` lacks, none if nothing. */
export function lackingFeatures(
  { features, savesYmm, savesZmm }: CpuFeatures,
  wanted: "avx512" | "avx2",
): readonly string[] {
  const names: readonly CpuFeature[] = wanted === "avx2"
    ? AVX2_FEATURES
    : [...AVX2_FEATURES, ...AVX512_FEATURES];
  const saves = wanted === "avx2" ? savesYmm : savesZmm;
  return [
    ...names.filter((name) => !features.has(name)),
    ...(saves ? [] : [`${wanted === "avx2" ? "256" : "512"}-bit registers saved by the system`]),
  ];
}
