/**
 * Graphics cards of the papers' measurements, as numbers for simulations and models. Nothing here is
 * measured.
 *
 * @module
 */
import type { CacheGeometry } from "../cache_simulator/cache_geometry.ts";

/** Source of a number. */
export interface NumberSource {
  /**
   * Kind of source. `paper`: printed in one of the five papers; `vendor`: the maker's public documents;
   * `literature`: measured and published by others, where the maker does not tell; `choice`: ours, with a
   * reason.
   */
  readonly kind: "paper" | "vendor" | "literature" | "choice";
  /** Document, and the reason for a choice. */
  readonly where: string;
}

/** Limits of a card besides its caches. */
export interface CardLimits {
  /** 1e9 float32 operations a second at boost clock; a fused multiply-add counts as two. */
  readonly peakGflops: number;
  /** 1e9 bytes a second between memory and the card. */
  readonly dramGBs: number;
}

/** A card of the papers. */
export interface PublishedCard extends CacheGeometry, CardLimits {
  /** Full name. */
  readonly name: string;
  /** Papers that used it. */
  readonly papers: readonly string[];
  /** Source of every number. */
  readonly sources: Readonly<Record<keyof CacheGeometry | keyof CardLimits, NumberSource>>;
}

const vendor = (where: string): NumberSource => ({ kind: "vendor", where });
const paper = (where: string): NumberSource => ({ kind: "paper", where });
const literature = (where: string): NumberSource => ({ kind: "literature", where });

const PASCAL = "NVIDIA Tesla P100 white paper, WP-08019-001";
const VOLTA = "NVIDIA Tesla V100 GPU architecture white paper, WP-08608-001";
const TURING =
  "NVIDIA Turing GPU architecture white paper, WP-09183-001 (TU102, all multiprocessors enabled)";
const AMPERE = "NVIDIA Ampere GA102 GPU architecture white paper";
const GUIDE = "CUDA C++ programming guide, technical specifications per compute capability";
const ACCEL_SIM = "configurations validated against hardware by Accel-Sim (Khairy et al., ISCA 2020)";

/** Source of the four sets of an L1, as all but Pascal's cards have them. */
const l1Ways = literature(`4 sets: ${ACCEL_SIM}`);

const volta: CacheGeometry = {
  sms: 80,
  residentWarps: 64,
  l1Bytes: 128 * 1024,
  l1Ways: 256,
  l2Bytes: 6 * 2 ** 20,
  l2Ways: 24,
};

const voltaSources = {
  l1Ways,
  sms: vendor(VOLTA),
  residentWarps: vendor(GUIDE),
  l1Bytes: vendor(`${VOLTA}: 128 KB of L1 and shared memory, of which an SpMM shares nothing`),
  l2Bytes: vendor(VOLTA),
  l2Ways: literature(ACCEL_SIM),
} as const;

/** Ids of {@link PUBLISHED_CARDS}. */
export type CardId = "titan-rtx" | "rtx-3090" | "p100" | "v100" | "v100s";

/** All cards, by id. */
export const PUBLISHED_CARDS: Readonly<Record<CardId, PublishedCard>> = {
  "titan-rtx": {
    name: "NVIDIA TITAN RTX",
    papers: ["hetu-gnn"],
    sms: 72,
    residentWarps: 32,
    l1Bytes: 64 * 1024,
    l1Ways: 128,
    l2Bytes: 6 * 2 ** 20,
    l2Ways: 16,
    peakGflops: 16_300,
    dramGBs: 672,
    sources: {
      l1Ways,
      sms: vendor(TURING),
      residentWarps: vendor(GUIDE),
      l1Bytes: vendor(`${TURING}: 64 KB at most of the 96 KB that L1 and shared memory have together`),
      l2Bytes: vendor(TURING),
      l2Ways: literature(ACCEL_SIM),
      peakGflops: vendor("NVIDIA TITAN RTX product page"),
      dramGBs: vendor("NVIDIA TITAN RTX product page"),
    },
  },
  "rtx-3090": {
    name: "NVIDIA GeForce RTX 3090",
    papers: ["fastgl"],
    sms: 82,
    residentWarps: 48,
    l1Bytes: 128 * 1024,
    l1Ways: 256,
    l2Bytes: 6 * 2 ** 20,
    l2Ways: 16,
    peakGflops: 29_155,
    dramGBs: 938,
    sources: {
      l1Ways,
      sms: vendor(AMPERE),
      residentWarps: vendor(GUIDE),
      l1Bytes: paper("fastgl Table 3: 128 KB of L1 and shared memory a multiprocessor"),
      l2Bytes: paper("fastgl Table 3"),
      l2Ways: literature(ACCEL_SIM),
      peakGflops: paper("fastgl Section 3.2 (the maker says 35,580 at boost clock)"),
      dramGBs: paper("fastgl Table 3 (the maker says 936)"),
    },
  },
  "p100": {
    name: "NVIDIA Tesla P100 (16 GB, NVLink)",
    papers: ["roc", "eppgcn"],
    sms: 56,
    residentWarps: 64,
    l1Bytes: 24 * 1024,
    l1Ways: 48,
    l2Bytes: 4 * 2 ** 20,
    l2Ways: 16,
    peakGflops: 10_600,
    dramGBs: 732,
    sources: {
      l1Ways: { kind: "choice", where: "4 sets, as its successors have" },
      sms: paper("eppgcn Section 6.1: 3584 cores, 64 a multiprocessor"),
      residentWarps: vendor(GUIDE),
      l1Bytes: vendor(`${GUIDE}: 24 KB unified L1 and texture cache, apart from shared memory`),
      l2Bytes: vendor(PASCAL),
      l2Ways: { kind: "choice", where: "16, as TU102 and GA102 have" },
      peakGflops: vendor(PASCAL),
      dramGBs: vendor("NVIDIA Tesla P100 data sheet"),
    },
  },
  "v100": {
    name: "NVIDIA Tesla V100 (SXM2)",
    papers: ["roc"],
    ...volta,
    peakGflops: 15_700,
    dramGBs: 900,
    sources: { ...voltaSources, peakGflops: vendor(VOLTA), dramGBs: vendor(VOLTA) },
  },
  "v100s": {
    name: "NVIDIA Tesla V100S (PCIe)",
    papers: ["eppgcn"],
    ...volta,
    peakGflops: 16_400,
    dramGBs: 1134,
    sources: {
      ...voltaSources,
      sms: paper("eppgcn Section 6.1: 5120 cores, 64 a multiprocessor"),
      peakGflops: vendor("NVIDIA V100S data sheet"),
      dramGBs: vendor("NVIDIA V100S data sheet"),
    },
  },
};

/** Bandwidth of the RTX 3090's memory levels in 1e9 bytes a second, as printed (fastgl Table 3). */
export const FASTGL_TABLE_3 = {
  /** L1 caches of all multiprocessors. */
  l1GBs: 12_000,
  /** Shared memory of all multiprocessors. */
  sharedGBs: 12_000,
  /** L2, lower end of the printed range. */
  l2MinGBs: 3_000,
  /** L2, upper end. */
  l2MaxGBs: 5_000,
  /** Global memory. */
  globalGBs: 938,
} as const;
