/**
 * Transfer plan of a program that fits the device's actual memory.
 *
 * @module
 */
import type { OutOfMemoryError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import type { Program, Step } from "../program/program.ts";
import { type ManagedSequence, type ManagedTask, plannedTasks, updateTasks } from "./managed_tasks.ts";
import { neededBytes } from "./operation_graph.ts";
import { type CachingPolicy, planTransfers } from "./policies.ts";
import { type OperationSizes, operationsOf, type ProgramOperations } from "./program_operations.ts";

/** Number of smaller capacities that are tried, down to the need of one operation. */
const ATTEMPTS = 16;

/** Plan of a program's training and evaluation. */
export interface ManagedPlan {
  /** Capacity of the plan in bytes. */
  readonly capacityBytes: number;
  /** Plan of forward, loss and backward. */
  readonly training: ManagedSequence;
  /** Plan of the forward pass alone. */
  readonly evaluation: ManagedSequence;
  /** Bytes that a training step loads: those of the plan, and those of the optimizer's steps. */
  readonly trainBytes: number;
  /** Tasks of a training step, the optimizer's steps included. */
  readonly train: readonly ManagedTask[];
  /** Tasks of the evaluation. */
  readonly evaluate: readonly ManagedTask[];
}

/** Task that does not fit on the device, with the error. */
export interface Refusal {
  /** The task. */
  readonly task: ManagedTask;
  /** Error of the device. */
  readonly error: OutOfMemoryError;
}

/** Settings of a plan. */
export interface ManagedPlanOptions {
  /** Sizes on the device in bytes. */
  readonly sizes: OperationSizes;
  /** Caching policy. */
  readonly policy: CachingPolicy;
  /** Capacity in bytes. */
  readonly capacityBytes: number;
  /** Runs through all tasks up to the first allocation that fails. */
  readonly rehearse: (tasks: readonly ManagedTask[]) => Promise<Refusal | undefined>;
}

/**
 * Plans with all of the capacity. Where free memory is then so fragmented that no block suffices (buffers of
 * the CPU's arena are contiguous), it plans with less, which leaves a margin. Where that does not help, the
 * device is emptied before the operations that do not fit, and they load their operands anew.
 *
 * @throws {OutOfMemoryError} where an operation does not fit, with its bytes, or allocation fails even for
 * one operation at a time.
 */
export async function planManaged(program: Program, options: ManagedPlanOptions): Promise<ManagedPlan> {
  const { sizes, policy, rehearse } = options;
  const training = operationsOf(program, "train", sizes),
    evaluation = operationsOf(program, "evaluate", sizes);
  const updates = updateTasks(program);
  const updateBytes = sumOf(updates.flatMap(({ loads }) => loads), (load) => sizes.tensorBytes(load));
  /** Steps of the operations before which the device is emptied. */
  const alone = new Set<readonly Step[]>();
  const planFor = (capacityBytes: number): ManagedPlan => {
    const planned = (sequence: ProgramOperations): ManagedSequence => {
      const emptyBefore = new Set(sequence.steps.keys().filter((at) => alone.has(sequence.steps[at])));
      const plan = planTransfers(sequence.graph, { policy, capacityBytes, emptyBefore });
      return { ...sequence, plan };
    };
    const own = { training: planned(training), evaluation: planned(evaluation) };
    return {
      capacityBytes,
      ...own,
      trainBytes: own.training.plan.loadedBytes + updateBytes,
      train: [...plannedTasks(own.training), ...updates],
      evaluate: plannedTasks(own.evaluation),
    };
  };
  let plan = planFor(options.capacityBytes);
  const least = Math.max(...[training, evaluation].map(({ graph }) => neededBytes(graph)));
  const most = Math.max(plan.training.plan.peakBytes, plan.evaluation.plan.peakBytes);
  for (let attempt = 1;; attempt++) {
    const refusal = await rehearse([...plan.train, ...plan.evaluate]);
    if (refusal === undefined) return plan;
    if (attempt <= ATTEMPTS && most > least) {
      plan = planFor(Math.floor(most - (most - least) * attempt / ATTEMPTS));
    } else if (alone.has(refusal.task.steps)) {
      throw refusal.error;
    } else {
      alone.add(refusal.task.steps);
      plan = planFor(options.capacityBytes);
    }
  }
}
