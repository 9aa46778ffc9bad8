/**
 * Premises that work keeps every thread of a device busy.
 *
 * @module
 */
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import { atLeast, type PremiseCondition, type Quantity } from "./condition.ts";
import { LONG_CALLS, LONGER_CALLS } from "./long_calls.ts";

/**
 * Threads that a GPU is taken to keep resident, which WebGPU does not tell: between those of an RTX 3090
 * (82 multiprocessors of 1,536) and of an H100 (132 of 2,048).
 */
const RESIDENT_THREADS = 2 ** 18;

/** Work items over threads that a claim about time needs at least. */
const LEAST_ITEMS = 8;

/** Condition that work keeps all of so many threads busy. */
function busy(
  { items, threads, elsewhere }: {
    readonly items: Quantity["readings"];
    readonly threads: (evidence: SuiteEvidence) => number;
    readonly elsewhere: string;
  },
): PremiseCondition {
  return atLeast(LEAST_ITEMS, {
    name: "work items over threads",
    readings: (evidence) =>
      items(evidence).map(({ of, value }) => ({ of, value: value / threads(evidence) })),
    elsewhere,
  });
}

/**
 * Condition that the largest launch keeps every thread of the device busy.
 *
 * @param items Work items of that launch: values that are computed or read independently of each other.
 * @param elsewhere Where it would.
 */
export function busyThreads(items: Quantity["readings"], elsewhere: string): PremiseCondition {
  const threads = (evidence: SuiteEvidence) => {
    const { backend, threads } = evidence.measuredOn();
    return backend === "webgpu" ? RESIDENT_THREADS : threads;
  };
  return busy({ items, threads, elsewhere });
}

/** The condition of {@linkcode busyThreads} for times that are modelled on a paper's card. */
export function busyCard(items: Quantity["readings"], elsewhere: string): PremiseCondition {
  return busy({ items, threads: () => RESIDENT_THREADS, elsewhere });
}

/**
 * Conditions of a claim about a GPU's time that has no others on it: calls are long, and a launch keeps every
 * thread busy.
 *
 * @param items As {@linkcode busyThreads} takes them.
 */
export function filledCalls(
  items: Quantity["readings"],
  elsewhere = LONGER_CALLS,
): readonly PremiseCondition[] {
  return [LONG_CALLS, busyThreads(items, elsewhere)];
}
