/**
 * Times of PyG's and DGL's epochs beside those of the policies.
 *
 * @module
 */
import type { JointOutcome } from "../../measurement.ts";
import type { CheckedTimes, Metrics } from "../../metrics.ts";
import { BATCH_PEERS } from "../../peers/peers.ts";
import { ratios } from "../../trials/ratios.ts";
import type { LibraryIterations, LibraryTurn } from "./library_iterations.ts";

/** Metrics of a library's epochs beside its time. */
export const LIBRARY_METRICS = {
  self_ratio: { label: "samples over its own of the same rounds", unit: "x", shown: false },
} as const satisfies Metrics;

/** Milliseconds of an epoch of a library, one entry a round. */
export function libraryEpochs({ epochLength, turns }: LibraryIterations): readonly number[] {
  return turns.map(({ ms }) => epochLength * ms);
}

/** Times of an epoch of a library: whole, and by phase, one phase after the other. */
export function libraryTimes(
  { epochLength, turns, check }: LibraryIterations,
): Readonly<Record<"total" | "sample" | "memoryIo" | "computation", CheckedTimes>> {
  const by = (ms: (turn: LibraryTurn) => number): CheckedTimes => ({
    ms: turns.map((turn) => epochLength * ms(turn)),
    check,
    timer: "wall",
    waits: 0,
  });
  return {
    total: by(({ ms }) => ms),
    sample: by(({ phases }) => phases.sampleMs),
    memoryIo: by(({ phases }) => phases.loadMs),
    computation: by(({ phases }) => phases.computeMs),
  };
}

/** A second sample of each round over the first. */
export function selfRatios({ turns }: LibraryIterations): number[] {
  return ratios(turns.map(({ againMs }) => againMs), turns.map(({ ms }) => ms));
}

/** Outcome of a library in a suite of phases. */
export function libraryOutcome(iterations: LibraryIterations): JointOutcome {
  const { total, sample, memoryIo, computation } = libraryTimes(iterations);
  const sum = sample.ms.map((ms, round) => ms + memoryIo.ms[round] + computation.ms[round]);
  const share = ({ ms }: CheckedTimes) => ratios(ms, sum, 100);
  return {
    times: { time: total, sample_time: sample, memory_io_time: memoryIo, computation_time: computation },
    facts: {
      self_ratio: selfRatios(iterations),
      sample_share: share(sample),
      memory_io_share: share(memoryIo),
      computation_share: share(computation),
    },
  };
}

/** Notes of suites in which libraries take turns with policies. */
export const LIBRARY_NOTES: readonly string[] = [
  "PyG and DGL themselves, where they are set up, take turns with the policies: by their loaders, on the same graph, features, " +
  "fan-outs, batches and threads, from the same weights. A claim that names one of them is decided by it, the policy is an analogue " +
  "beside it; where a policy is slower than its system, beyond the system's A/A band, the claim says so.",
  "A mini-batch that they have drawn must be a sample of the graph, and the losses of their first steps on it those of float64 " +
  "arithmetic on the same blocks, to 1e-3. Their phases are timed one after the other; their epoch as the loader brings it.",
  ...BATCH_PEERS.map(({ label, call }) => `${label}: ${call}.`),
];
