/**
 * Plans a program for what a device really has room for.
 *
 * @module
 */
import type { OutOfMemoryError } from "../../platform/errors.ts";
import type { Program, Step } from "../program/program.ts";
import { GraphSets } from "./graph_sets.ts";
import { type ManagedSequence, type ManagedTask, plannedTasks, updateTasks } from "./managed_tasks.ts";
import { type CachingPolicy, planTransfers } from "./policies.ts";
import { type OperationSizes, operationsOf, type ProgramOperations } from "./program_operations.ts";
import { neededBytes } from "./transfer_plan.ts";

/** Capacities that are tried below the first, down to what one operation needs. */
const ATTEMPTS = 16;

/** A program as it is going to run. */
export interface ManagedPlan {
  /** Bytes that were planned with. */
  readonly capacityBytes: number;
  /** Forward, loss and backward. */
  readonly training: ManagedSequence;
  /** The forward pass alone. */
  readonly evaluation: ManagedSequence;
  /** Bytes that a training step loads: what the plan says, and what the optimizer's steps read. */
  readonly trainBytes: number;
  /** A training step, the optimizer's steps included. */
  readonly train: readonly ManagedTask[];
  /** The tasks of the evaluation. */
  readonly evaluate: readonly ManagedTask[];
}

/** A task that a device has no room for, and why. */
export interface Refusal {
  /** The task. */
  readonly task: ManagedTask;
  /** What the device said. */
  readonly error: OutOfMemoryError;
}

/** What is planned with. */
export interface ManagedPlanOptions {
  /** Bytes on the device. */
  readonly sizes: OperationSizes;
  /** How tensors are cached. */
  readonly policy: CachingPolicy;
  /** Bytes that there are. */
  readonly capacityBytes: number;
  /** Runs through all tasks, up to the first of which a buffer finds no room. */
  readonly rehearse: (tasks: readonly ManagedTask[]) => Promise<Refusal | undefined>;
}

/**
 * Plans with all of the capacity. Where the free memory is then in pieces, none of them large enough (buffers of the CPU's arena are
 * contiguous), it plans with less, so that there is a margin. Where that does not help, everything leaves the device before the
 * operations that find no room, and they load anew what they read.
 *
 * @throws {OutOfMemoryError} where an operation does not fit, with its bytes, or not even one at a time finds room.
 */
export async function planManaged(program: Program, options: ManagedPlanOptions): Promise<ManagedPlan> {
  const { sizes, policy, rehearse } = options;
  const training = operationsOf(program, "train", sizes),
    evaluation = operationsOf(program, "evaluate", sizes);
  const updates = updateTasks(program);
  const updateBytes = updates.flatMap(({ loads }) => loads).reduce(
    (sum, load) => sum + sizes.tensorBytes(load),
    0,
  );
  /** Steps of the operations that are to find an empty device. */
  const alone = new Set<readonly Step[]>();
  const planFor = (capacityBytes: number): ManagedPlan => {
    const planned = (sequence: ProgramOperations): ManagedSequence => {
      const emptyBefore = new Set(sequence.steps.keys().filter((at) => alone.has(sequence.steps[at])));
      const plan = planTransfers(sequence.graph, { policy, capacityBytes, emptyBefore });
      return { ...sequence, plan };
    };
    const own = { training: planned(training), evaluation: planned(evaluation) };
    return {
      ...{ capacityBytes, ...own, trainBytes: own.training.plan.loadedBytes + updateBytes },
      train: [...plannedTasks(own.training), ...updates],
      evaluate: plannedTasks(own.evaluation),
    };
  };
  let plan = planFor(options.capacityBytes);
  const least = Math.max(...[training, evaluation].map(({ graph }) => neededBytes(new GraphSets(graph))));
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
