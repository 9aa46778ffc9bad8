/**
 * Cards of today beside those of the papers, as limits for models. Nothing here is measured.
 *
 * @module
 */
import type { CardLimits, NumberSource } from "./published_cards.ts";

/** A card that no paper used. */
export interface CurrentCard extends CardLimits {
  /** Full name. */
  readonly name: string;
  /** Source of every number. */
  readonly sources: Readonly<Record<keyof CardLimits, NumberSource>>;
}

/** Ids of {@link CURRENT_CARDS}. */
export type CurrentCardId = "h100-sxm" | "h200-sxm" | "gh200";

/** All cards of today, by id. */
export const CURRENT_CARDS: Readonly<Record<CurrentCardId, CurrentCard>> = {
  "h100-sxm": {
    name: "NVIDIA H100 (SXM, 80 GB)",
    peakGflops: 67_000,
    dramGBs: 3350,
    sources: {
      peakGflops: { kind: "vendor", where: "NVIDIA H100 Tensor Core GPU data sheet: FP32, no tensor cores" },
      dramGBs: { kind: "vendor", where: "NVIDIA H100 Tensor Core GPU data sheet" },
    },
  },
  "h200-sxm": {
    name: "NVIDIA H200 (SXM, 141 GB)",
    peakGflops: 67_000,
    dramGBs: 4800,
    sources: {
      peakGflops: { kind: "vendor", where: "NVIDIA H200 Tensor Core GPU data sheet: FP32, no tensor cores" },
      dramGBs: { kind: "vendor", where: "NVIDIA H200 Tensor Core GPU data sheet" },
    },
  },
  "gh200": {
    name: "NVIDIA GH200 (96 GB HBM3)",
    peakGflops: 67_000,
    dramGBs: 4000,
    sources: {
      peakGflops: { kind: "vendor", where: "NVIDIA GH200 Grace Hopper Superchip data sheet: FP32" },
      dramGBs: { kind: "vendor", where: "NVIDIA GH200 Grace Hopper Superchip data sheet" },
    },
  },
};
