/**
 * Diagnosis of diverged training: the epoch and layer of the first NaN or infinite number.
 *
 * @module
 */
import { ReproError } from "../platform/errors.ts";
import type { Executor } from "./executors/executor.ts";
import { restoreSnapshot, type Snapshot, takeSnapshot } from "./executors/snapshot.ts";
import { inputsOf, outputsOf } from "./operations/step_rules.ts";
import type { Program, Step } from "./program/program.ts";
import type { Tensor } from "./program/tensor.ts";

/** Place of the first number that is not finite. */
export interface DivergencePlace {
  /** Epoch, from 1. */
  readonly epoch: number;
  /** Iteration, from 1, through all epochs, where an epoch has several. */
  readonly iteration?: number;
  /** Layer that wrote the number: `layer 2`, `loss`, `adam`. */
  readonly layer: string;
  /** Label of the tensor. */
  readonly tensor: string;
}

/**
 * Error of a loss, score or parameter that is NaN or infinite. The result cell of the training reads
 * `failed`.
 */
export class DivergenceError extends ReproError {
  /** Place of the first number that is not finite. */
  readonly place: DivergencePlace;

  /** Creates the error; the message names epoch, iteration, layer and tensor. */
  constructor(place: DivergencePlace) {
    const { epoch, iteration, layer, tensor } = place;
    const within = iteration === undefined ? "" : `, iteration ${iteration}`;
    super({
      action: "train",
      current: `NaN or infinity in "${tensor}" of ${layer} in epoch ${epoch}${within}`,
      wanted: "finite numbers",
      next: "lower the learning rate, or check the inputs",
    });
    this.place = place;
  }
}

/** Reports whether every number is finite. */
export function allFinite(numbers: ArrayLike<number>): boolean {
  for (let i = 0; i < numbers.length; i++) if (!Number.isFinite(numbers[i])) return false;
  return true;
}

/**
 * Repeats the training from `start`, epoch by epoch, until one leaves a loss or a parameter that is not
 * finite, and then follows that epoch operation by operation to the first such tensor. Takes as long as the
 * epochs did, and one read an epoch.
 *
 * @returns the place; `undefined` where `epochs` epochs stay finite this time.
 */
export async function findDivergence(
  executor: Executor,
  program: Program,
  { start, epochs }: { readonly start: Snapshot; readonly epochs: number },
): Promise<DivergencePlace | undefined> {
  restoreSnapshot(executor, start);
  const given = await firstBrokenInput(executor, program);
  if (given) return { epoch: 1, ...given };
  let before = start;
  for (let epoch = 1; epoch <= epochs; epoch++) {
    executor.train(epoch);
    const loss = await executor.read(program.loss);
    const after = await takeSnapshot(executor, program);
    if (allFinite(loss) && after.values().every(allFinite)) {
      before = after;
      continue;
    }
    restoreSnapshot(executor, before);
    const place = await firstBrokenOutput(executor, program, epoch);
    if (place) return { epoch, ...place };
  }
  return undefined;
}

/** Finds an input or a parameter that is not finite before any step, and the layer that reads it first. */
async function firstBrokenInput(
  executor: Executor,
  program: Program,
): Promise<Omit<DivergencePlace, "epoch"> | undefined> {
  const seen = new Set<Tensor>();
  for (const step of program.train) {
    for (const tensor of inputsOf(step)) {
      const given = tensor.kind === "input" || tensor.kind === "parameter" || tensor.kind === "moment";
      if (!given || seen.has(tensor)) continue;
      seen.add(tensor);
      if (!allFinite(await executor.read(tensor))) return { layer: step.layer, tensor: tensor.label };
    }
  }
  return undefined;
}

async function firstBrokenOutput(
  executor: Executor,
  program: Program,
  epoch: number,
): Promise<Omit<DivergencePlace, "epoch"> | undefined> {
  let found: Omit<DivergencePlace, "epoch"> | undefined;
  const visit = async (step: Step) => {
    if (found) return;
    for (const tensor of outputsOf(step)) {
      if (!allFinite(await executor.read(tensor))) {
        found = { layer: step.layer, tensor: tensor.label };
        return;
      }
    }
  };
  if (executor.trace) await executor.trace(epoch, visit);
  else {
    executor.train(epoch);
    for (const step of program.train) await visit(step);
  }
  return found;
}
