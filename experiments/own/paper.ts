/**
 * Questions of our own: no published numbers, no claims.
 *
 * @module
 */
import type { Paper } from "../paper.ts";
import { timeToAccuracy } from "./accuracy/time_to_accuracy.ts";
import { advice } from "./advice.ts";
import { baselines } from "./baselines/baselines.ts";
import { compositionMiniBatches } from "./composition/mini_batches.ts";
import { compositionProducts } from "./composition/products.ts";
import { compositionTraining } from "./composition/training.ts";
import { benchAttention } from "./bench/attention.ts";
import { benchGemm } from "./bench/gemm.ts";
import { benchGrowth } from "./bench/growth.ts";
import { benchMiniBatches } from "./bench/mini_batches.ts";
import { benchOrderings } from "./bench/orderings.ts";
import { benchSpmm } from "./bench/spmm.ts";
import { MAPS } from "./crossover/predicted_maps.ts";
import { prediction } from "./crossover/prediction.ts";
import { kernelChecks } from "./kernel_checks.ts";
import { kernelLadder } from "./kernel_ladder.ts";
import { managedTrainingSuite } from "./managed_training.ts";
import { ranksScale } from "./ranks/ranks_scale.ts";
import { trainingLadder } from "./training_ladder.ts";

export { appendices, findings } from "./findings/mod.ts";

/** Suites that answer questions of this harness itself. */
export const paper: Paper = {
  id: "own",
  title: "Questions of our own",
  reference: null,
  hardware: null,
  code: null,
  device: null,
  tables: null,
  datasets: {},
  counts: [],
  artifacts: [],
  suites: [
    kernelChecks,
    kernelLadder,
    advice,
    trainingLadder,
    managedTrainingSuite,
    ranksScale,
    ...MAPS,
    prediction,
    compositionProducts,
    compositionTraining,
    compositionMiniBatches,
    baselines,
    timeToAccuracy,
    benchSpmm,
    benchGemm,
    benchGrowth,
    benchOrderings,
    benchMiniBatches,
    benchAttention,
  ],
};
