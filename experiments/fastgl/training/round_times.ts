/**
 * Parts of an iteration, round by round.
 *
 * @module
 */
import type { TimerKind } from "../../../hardware/device.ts";
import { median } from "../../../platform/statistics/mod.ts";
import { iterationPhases, type IterationRecord } from "../../../training/mini_batch/mod.ts";
import type { PhaseChecks } from "./checked_training.ts";
import { DGL_POLICY, type Policy } from "../policies.ts";
import type { PolicyIterations, TrainingIterations } from "./training_iterations.ts";
import type { ModelId } from "../trained_models.ts";

/** Milliseconds of one iteration by part. */
export interface RoundTimes {
  /** Milliseconds of drawing and numbering neighbours. */
  readonly drawMs: number;
  /** Milliseconds on the host: a batch's share of reordering its window. */
  readonly reorderMs: number;
  /** Milliseconds on the host: finding out which features are missing on the device. */
  readonly matchMs: number;
  /** Milliseconds on the host: gathering the missing features. */
  readonly gatherMs: number;
  /** Milliseconds of the copy from the host to the device. */
  readonly copyMs: number;
  /** Bytes of features that are copied. */
  readonly bytes: number;
  /** Milliseconds on the device: putting features in their order. */
  readonly assembleMs: number;
  /** Preparation of the aggregation kernels beyond that of the baseline's, where the paper counts it. */
  readonly preprocessMs: number;
  /** Milliseconds of the forward pass, the backward pass and the update. */
  readonly kernelMs: number;
  /** Work that only this harness does; part of no phase. */
  readonly preparationMs: number;
  /** Times that the host waited for the device, each some 11 ms on a GPU in Deno. */
  readonly waits: number;
}

/** Parts of the iterations of a policy. */
export interface EpochRounds {
  /** Iterations of an epoch. */
  readonly epochLength: number;
  /** One entry a round; entry i of every policy of a workload was measured in round i. */
  readonly rounds: readonly RoundTimes[];
}

/** Parts of the iterations of a policy, with the checks of its phases. */
export interface PolicyRounds extends EpochRounds {
  /** Checks of sampling, loading and training. */
  readonly checks: PhaseChecks;
  /** Clocks of the phases that may run on the device alone; all else is timed on the host. */
  readonly timers: { readonly sample: TimerKind; readonly computation: TimerKind };
}

/** Parts of a policy's iterations. */
export function policyRounds(iterations: TrainingIterations, policy: Policy, model: ModelId): PolicyRounds {
  // GAT's attention has one kernel, which all policies share and none prepares in a way of its own.
  const preprocesses = policy.preprocesses === true && model !== "GAT";
  const plain = preprocesses ? iterations.of(DGL_POLICY.id).records : [];
  const own = iterations.of(policy.id), { checks, timer } = own;
  const timers = { sample: policy.sampler === "host" ? "wall" : timer, computation: timer } as const;
  return { ...roundsOf(own, { window: policy.window, plain }), checks, timers };
}

/**
 * Parts of some iterations.
 *
 * @param options `window`: the first of so many batches bears the reordering of all. `plain`: records, of
 * the same rounds, of a policy whose kernels are prepared in the plainest way; a longer preparation is
 * preprocessing. Empty where it is no phase.
 */
export function roundsOf(
  { epochLength, records, checked = [] }: Pick<PolicyIterations, "epochLength" | "records"> & {
    readonly checked?: PolicyIterations["checked"];
  },
  { window, plain }: { readonly window: number; readonly plain: readonly IterationRecord[] },
): EpochRounds {
  const reorderingsOf = (some: readonly IterationRecord[]) =>
    some.filter(({ position }) => position % window === 0).map(({ times }) => times.reorderMs);
  // A few rounds may begin no window but the first, which begins with an iteration that is checked.
  const timed = reorderingsOf(records), reorderings = timed.length > 0 ? timed : reorderingsOf(checked);
  const reorderMs = reorderings.length === 0 ? 0 : median(reorderings) / window;
  const rounds = records.map((record, round): RoundTimes => {
    const { times, loading } = record;
    const { sampleMs, computeMs, preparationMs } = iterationPhases(record);
    const longer = round < plain.length
      ? Math.max(0, times.aggregationPrepareMs - plain[round].times.aggregationPrepareMs)
      : 0;
    const { matchMs, gatherMs, copyMs, assembleMs, bytes } = loading;
    return {
      drawMs: sampleMs - times.reorderMs,
      reorderMs,
      matchMs,
      gatherMs,
      copyMs,
      bytes,
      assembleMs,
      preprocessMs: longer,
      kernelMs: computeMs,
      preparationMs: preparationMs - longer,
      waits: record.waits,
    };
  });
  return { epochLength, rounds };
}
