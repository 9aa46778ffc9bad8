/**
 * Orderings and kernels that the experiment on products combines, the effects that follow from the times of
 * all combinations, and the predicted signs of their pairs.
 *
 * @module
 */
import { type Contrast, speedupOf, weighted } from "./contrast.ts";
import type { Prediction, Sign } from "./stated_predictions.ts";
import { effectId, pairId } from "./switched_runs.ts";

/** The baseline's ordering and kernel. */
export const NATURAL = "natural", ROW_SPLIT = "row-split";

/** Orderings, the baseline's first. */
export const ORDERINGS = [NATURAL, "degsort", "rcm", "metis", "block-metis", "rabbit"] as const;
/** Kernels, the baseline's first. */
export const KERNELS = [
  ROW_SPLIT,
  "neighbor-group",
  "block-sparse",
  "memory-aware",
  "row-split-bf16",
] as const;

/** Id of an ordering. */
export type OrderingId = (typeof ORDERINGS)[number];
/** Id of a kernel. */
export type KernelId = (typeof KERNELS)[number];

/** Id of the run of an ordering with a kernel. */
export const runOf = (ordering: OrderingId, kernel: KernelId): string => `${ordering}+${kernel}`;

/** An ordering with a kernel. */
export interface Combination {
  /** The ordering. */
  readonly ordering: OrderingId;
  /** The kernel. */
  readonly kernel: KernelId;
}

/** All combinations. */
export const ALL: readonly Combination[] = ORDERINGS.flatMap((ordering) =>
  KERNELS.map((kernel) => ({ ordering, kernel }))
);
/** Orderings other than the baseline's. */
export const CHANGED_ORDERINGS = ORDERINGS.filter((id) => id !== NATURAL);
/** Kernels other than the baseline's. */
export const CHANGED_KERNELS = KERNELS.filter((id) => id !== ROW_SPLIT);
/** Combinations in which both differ from the baseline's. */
export const PAIRS = CHANGED_ORDERINGS.flatMap((ordering) =>
  CHANGED_KERNELS.map((kernel) => ({ ordering, kernel }))
);
/** Run that every effect is against. */
export const BASE = runOf(NATURAL, ROW_SPLIT);

/** Speed-up by one change, whose run has no other. */
const alone = (id: string, run: string): Contrast => ({
  of: effectId(id),
  kind: "alone",
  weights: speedupOf(BASE, run),
});

/** Speed-ups of one change, and each pair's speed-up over the product of its two. */
export const CONTRASTS: readonly Contrast[] = [
  ...CHANGED_ORDERINGS.map((id) => alone(id, runOf(id, ROW_SPLIT))),
  ...CHANGED_KERNELS.map((id) => alone(id, runOf(NATURAL, id))),
  ...PAIRS.map(({ ordering, kernel }): Contrast => ({
    of: pairId(ordering, kernel),
    kind: "interaction",
    weights: weighted(
      ...speedupOf(runOf(NATURAL, kernel), runOf(ordering, kernel)),
      ...speedupOf(runOf(ordering, ROW_SPLIT), BASE),
    ),
  })),
];

/** Predicted sign of every ordering with a kernel, with its reason. */
const BY_KERNEL: Readonly<Record<Exclude<KernelId, typeof ROW_SPLIT>, readonly [sign: Sign, why: string]>> = {
  "neighbor-group": [0, "groups cut long rows and touch the same features in the same order."],
  "block-sparse": [1, "clustered ids fill tiles, which the kernel multiplies as dense ones."],
  "memory-aware": [-1, "staging saves accesses that an ordering leaves to the caches."],
  "row-split-bf16": [-1, "both save bytes of features that miss the cache: half of fewer is less."],
};

/** Predictions for all pairs. */
export const PREDICTIONS = PAIRS.map(({ ordering, kernel }): Prediction => {
  const pair = [ordering, kernel] as const;
  if (kernel === "block-sparse" && ordering === "degsort") {
    return { pair, sign: 0, why: "an order by degree gathers no community into tiles." };
  }
  const [sign, why] = BY_KERNEL[kernel];
  return { pair, sign, why };
});
