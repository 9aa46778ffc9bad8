/**
 * From the iterations of a policy to what its figures show: the parts of an iteration round by round, and the phases of an epoch
 * as the paper counts them.
 *
 * @module
 */
import { median } from "../../platform/statistics/mod.ts";
import { iterationPhases, type IterationRecord } from "../../training/mini_batch/mod.ts";
import type { Fact } from "../metrics.ts";
import { DGL_POLICY, type Policy } from "./policies.ts";
import type { ModelId, PolicyIterations, TrainingIterations } from "./training_iterations.ts";

/** Milliseconds of one iteration, by what does the work. */
export interface RoundTimes {
  /** Drawing, numbering, sorting. */
  readonly drawMs: number;
  /** On the host: a batch's share of reordering its window. */
  readonly reorderMs: number;
  /** On the host: finding out which features are missing. */
  readonly matchMs: number;
  /** On the host: gathering them. */
  readonly gatherMs: number;
  /** From the host to the device. */
  readonly copyMs: number;
  /** On the device: putting features in their order. */
  readonly assembleMs: number;
  /** What the kernels of aggregation are prepared for longer than the baseline's, where the paper counts it. */
  readonly preprocessMs: number;
  /** Forward, backward, update. */
  readonly kernelMs: number;
  /** What only this harness does; part of no phase. */
  readonly preparationMs: number;
}

/** The parts of a policy's iterations, one entry a round. */
export interface PolicyRounds {
  /** Iterations of an epoch. */
  readonly epochLength: number;
  /** One a round; entry i of every policy of a workload was measured in round i. */
  readonly rounds: readonly RoundTimes[];
}

/** Milliseconds of an epoch by phase, one entry a round. */
export interface EpochPhases {
  /** Draw, ID map, sorting, reordering. */
  readonly sample: readonly number[];
  /** Match, gathering, copying, putting in order. */
  readonly memoryIo: readonly number[];
  /** Forward, backward and update, and preprocessing where the paper counts it. */
  readonly computation: readonly number[];
  /** Of that, the preprocessing. */
  readonly preprocessing: readonly number[];
  /** What only this harness does. */
  readonly preparation: readonly number[];
  /** The three phases of the paper: all but `preparation`. */
  readonly total: readonly number[];
}

/** Takes the iterations of a policy apart. */
export function policyRounds(iterations: TrainingIterations, policy: Policy, model: ModelId): PolicyRounds {
  // GAT's attention has one kernel, which all policies share and none prepares in a way of its own.
  const preprocesses = policy.preprocesses === true && model !== "GAT";
  const plain = preprocesses ? iterations.of(DGL_POLICY.id).records : [];
  return roundsOf(iterations.of(policy.id), { window: policy.window, plain });
}

/**
 * The parts of some iterations.
 *
 * @param options `window`: of so many batches one bears the reordering of all. `plain`: the records, of the same rounds, of a
 * policy whose kernels are prepared in the plainest way; what these take longer is preprocessing. None where it is no phase.
 */
export function roundsOf(
  { epochLength, records }: Pick<PolicyIterations, "epochLength" | "records">,
  { window, plain }: { readonly window: number; readonly plain: readonly IterationRecord[] },
): PolicyRounds {
  const reorderings = records.filter(({ position }) => position % window === 0).map(({ times }) =>
    times.reorderMs
  );
  const reorderMs = reorderings.length === 0 ? 0 : median(reorderings) / window;
  const rounds = records.map((record, round): RoundTimes => {
    const { times, loading } = record;
    const { sampleMs, computeMs, preparationMs } = iterationPhases(record);
    const longer = round < plain.length
      ? Math.max(0, times.aggregationPrepareMs - plain[round].times.aggregationPrepareMs)
      : 0;
    const { matchMs, gatherMs, copyMs, assembleMs } = loading;
    return {
      ...{ drawMs: sampleMs - times.reorderMs, reorderMs, matchMs, gatherMs, copyMs, assembleMs },
      ...{ preprocessMs: longer, kernelMs: computeMs, preparationMs: preparationMs - longer },
    };
  });
  return { epochLength, rounds };
}

/** The phases of an epoch whose iterations all are as the one of a round. */
export function epochPhases({ epochLength, rounds }: PolicyRounds): EpochPhases {
  const of = (ms: (round: RoundTimes) => number) => rounds.map((round) => epochLength * ms(round));
  const sample = of(({ drawMs, reorderMs }) => drawMs + reorderMs);
  const memoryIo = of(({ matchMs, gatherMs, copyMs, assembleMs }) =>
    matchMs + gatherMs + copyMs + assembleMs
  );
  const computation = of(({ kernelMs, preprocessMs }) => kernelMs + preprocessMs);
  return {
    ...{ sample, memoryIo, computation },
    preprocessing: of(({ preprocessMs }) => preprocessMs),
    preparation: of(({ preparationMs }) => preparationMs),
    total: sample.map((ms, round) => ms + memoryIo[round] + computation[round]),
  };
}

/** One list over another, entry by entry. */
export function ratios(above: readonly number[], below: readonly number[], times = 1): number[] {
  return above.map((each, round) => times * each / below[round]);
}

/** Rows of an epoch: its time, its phases, and their shares in it. */
export function phaseFacts({ sample, memoryIo, computation, preparation, total }: EpochPhases): Fact[] {
  const ms = (metric: string, value: readonly number[]): Fact => ({ metric, unit: "ms", value });
  const share = (metric: string, of: readonly number[]): Fact => ({
    ...{ metric, unit: "%", value: ratios(of, total, 100) },
  });
  return [
    ms("time", total),
    ms("sample_time", sample),
    ms("memory_io_time", memoryIo),
    ms("computation_time", computation),
    ms("preparation_time", preparation),
    ms("whole_time", total.map((each, round) => each + preparation[round])),
    share("sample_share", sample),
    share("memory_io_share", memoryIo),
    share("computation_share", computation),
  ];
}

/** Texts of the metrics that {@linkcode phaseFacts} gives. */
export const PHASE_METRICS = [
  { id: "time", label: "epoch time", unit: "ms", better: "lower" },
  { id: "sample_time", label: "sampling", unit: "ms", better: "lower" },
  { id: "memory_io_time", label: "memory IO", unit: "ms", better: "lower" },
  { id: "computation_time", label: "computation", unit: "ms", better: "lower" },
  { id: "whole_time", label: "epoch time with preparation", unit: "ms", better: "lower" },
  { id: "preparation_time", label: "preparation by this harness", unit: "ms", better: "lower" },
  { id: "sample_share", label: "share of sample", unit: "%", better: "neither" },
  { id: "memory_io_share", label: "share of memory IO", unit: "%", better: "neither" },
  { id: "computation_share", label: "share of computation", unit: "%", better: "neither" },
] as const;

/** The paper's phases of an epoch, in the order of stacks. */
export const PHASE_STACK: readonly string[] = ["sample_time", "memory_io_time", "computation_time"];
/** With what this harness does beside: the parts of `whole_time`. */
export const WHOLE_STACK: readonly string[] = [...PHASE_STACK, "preparation_time"];

/** What a reader must know of all suites that show phases. */
export const PHASE_NOTES: readonly string[] = [
  "Preparation (blocks read back, their topology made on the host, a program and its kernels prepared for every mini-batch) is " +
  "what this harness does because its kernels are made for one shape; it belongs to none of the paper's phases and is left out " +
  "of epoch times. What GNNAdvisor's kernel takes to prepare beyond DGL's, on the same mini-batch, is its preprocessing, and " +
  "counts as computation.",
  "Reordering is timed where a window begins, and each of its mini-batches bears an equal share. It counts as sampling.",
];
