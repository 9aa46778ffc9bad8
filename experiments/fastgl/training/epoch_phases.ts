/**
 * Phases of an epoch as the paper counts them.
 *
 * @module
 */
import type { TimerKind } from "../../../hardware/device.ts";
import { type CheckReport, worstOf } from "../../../kernels/checks/check_report.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { CheckedTimes, Metrics } from "../../metrics.ts";
import { ratios } from "../../trials/ratios.ts";
import type { EpochRounds, PolicyRounds, RoundTimes } from "./round_times.ts";

/** Milliseconds of an epoch by phase, one entry a round. */
export interface EpochPhases {
  /** Draw, ID map, reordering. */
  readonly sample: readonly number[];
  /** Match, gathering, copying, putting in order. */
  readonly memoryIo: readonly number[];
  /** Forward, backward and update, and preprocessing where the paper counts it. */
  readonly computation: readonly number[];
  /** Part of the computation: preprocessing. */
  readonly preprocessing: readonly number[];
  /** Work that only this harness does. */
  readonly preparation: readonly number[];
  /** The three phases of the paper: all but `preparation`. */
  readonly total: readonly number[];
}

/** Phases of an epoch whose iterations all are as the one of a round. */
export function epochPhases({ epochLength, rounds }: EpochRounds): EpochPhases {
  const of = (ms: (round: RoundTimes) => number) => rounds.map((round) => epochLength * ms(round));
  const sample = of(({ drawMs, reorderMs }) => drawMs + reorderMs);
  const memoryIo = of(({ matchMs, gatherMs, copyMs, assembleMs }) =>
    matchMs + gatherMs + copyMs + assembleMs
  );
  const computation = of(({ kernelMs, preprocessMs }) => kernelMs + preprocessMs);
  return {
    sample,
    memoryIo,
    computation,
    preprocessing: of(({ preprocessMs }) => preprocessMs),
    preparation: of(({ preparationMs }) => preparationMs),
    total: sample.map((ms, round) => ms + memoryIo[round] + computation[round]),
  };
}

/** Phases of an epoch with the check of each. */
export type CheckedPhases = { readonly [Phase in keyof EpochPhases]: CheckedTimes };

/**
 * Phases of an epoch with the check of what was timed in each: of the whole epoch, and of its preparation,
 * all of them.
 */
export function checkedPhases(rounds: PolicyRounds): CheckedPhases {
  const { sample, memoryIo, computation, preprocessing, preparation, total } = epochPhases(rounds);
  const { sample: sampled, loading, steps } = rounds.checks;
  const all = worstOf([sampled, loading, steps]);
  // Phases that the device's own clock times have no waits in them, whatever the host does meanwhile.
  const ownClock = rounds.timers.computation !== "wall";
  const by = (ms: readonly number[], check: CheckReport, timer: TimerKind = "wall"): CheckedTimes => ({
    ms,
    check,
    timer,
    waits: ownClock ? 0 : waitsOf(rounds),
  });
  return {
    sample: by(sample, sampled, rounds.timers.sample),
    memoryIo: by(memoryIo, loading),
    computation: by(computation, steps, rounds.timers.computation),
    preprocessing: by(preprocessing, steps),
    preparation: { ...by(preparation, all), waits: waitsOf(rounds) },
    total: by(total, all),
  };
}

/** An epoch with the preparation by this harness. */
export function wholeEpoch({ total, preparation }: CheckedPhases): CheckedTimes {
  const ms = total.ms.map((each, round) => each + preparation.ms[round]);
  return { ...total, ms, waits: preparation.waits! };
}

/** Waits for the device in an epoch, one entry a round. */
function waitsOf({ epochLength, rounds }: EpochRounds): number[] {
  return rounds.map(({ waits }) => epochLength * waits);
}

/** Metrics of an epoch: its time, its phases, and their shares in it. */
export const EPOCH_METRICS = {
  time: { label: "epoch time", unit: "ms", better: "lower" },
  sample_time: { label: "sampling", unit: "ms", better: "lower" },
  memory_io_time: { label: "memory IO", unit: "ms", better: "lower" },
  computation_time: { label: "computation", unit: "ms", better: "lower" },
  whole_time: { label: "epoch time with preparation", unit: "ms", better: "lower" },
  preparation_time: { label: "preparation by this harness", unit: "ms", better: "lower" },
  waits: {
    label: "waits of the host for the device, an epoch",
    unit: "count",
    better: "lower",
    shown: false,
  },
  sample_share: { label: "share of sample", unit: "%" },
  memory_io_share: { label: "share of memory IO", unit: "%" },
  computation_share: { label: "share of computation", unit: "%" },
} as const satisfies Metrics;

/** Values of {@linkcode EPOCH_METRICS} of a policy. */
export function epochOutcome(rounds: PolicyRounds): JointOutcome<typeof EPOCH_METRICS> {
  const phases = checkedPhases(rounds), { sample, memoryIo, computation, preparation, total } = phases;
  const share = ({ ms }: CheckedTimes) => ratios(ms, total.ms, 100);
  return {
    times: {
      time: total,
      sample_time: sample,
      memory_io_time: memoryIo,
      computation_time: computation,
      preparation_time: preparation,
      whole_time: wholeEpoch(phases),
    },
    facts: {
      waits: waitsOf(rounds),
      sample_share: share(sample),
      memory_io_share: share(memoryIo),
      computation_share: share(computation),
    },
  };
}

/** Phases of the paper in the order of stacks. */
export const PHASE_STACK: readonly string[] = ["sample_time", "memory_io_time", "computation_time"];

/** Parts of `whole_time`: phases of the paper, and preparation by this harness. */
export const WHOLE_STACK: readonly string[] = [...PHASE_STACK, "preparation_time"];

/** Notes of all suites that show phases. */
export const PHASE_NOTES: readonly string[] = [
  "Preparation (rows sorted, blocks read back, their topology made on the host, a program and its kernels prepared for every mini-batch) is " +
  "what this harness does because its kernels are made for one shape; it belongs to none of the paper's phases and is left out " +
  "of epoch times. What GNNAdvisor's kernel takes to prepare beyond DGL's, on the same mini-batch, is its preprocessing, and " +
  "counts as computation.",
  "On a GPU each phase of each mini-batch is timed by itself, by the device's clock, copies of features included: no wait is part of " +
  "it. `waits` counts how often an epoch waits for the device, 11 ms each in Deno, between phases and in preparation. An epoch that " +
  "stays on the device and waits once is own/bench-mini-batches.",
  "Reordering is timed where a window begins, and each of its mini-batches bears an equal share. It counts as sampling.",
  "Rounds pair mini-batches by their places. Reorder changes these within a window, so that a round of FastGL has another " +
  "mini-batch than one of DGL: on the stand-ins of the standard profile their edges vary by 0.6 to 2.6 % (standard deviation " +
  "over mean), on IGB-large's, which have 8 seeds, by 32 %.",
];
