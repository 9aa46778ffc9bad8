/**
 * Check of chained steps: a training step whose operations run block of rows by block of rows must leave the
 * numbers that the same operations leave one after the other, bit by bit.
 *
 * @module
 */
import { firstDifference, poisonMatrix } from "../../hardware/dense.ts";
import { WrongResultError } from "../../platform/errors.ts";
import { outputsOf, rulesOf } from "../operations/step_rules.ts";
import { lifetimesOf } from "../program/lifetimes.ts";
import type { DeviceExecutor } from "./device_executor.ts";
import { restoreSnapshot, takeSnapshot } from "./snapshot.ts";

/**
 * Compares both runs of training step number `trainingStep`, and restores parameters and moments. What steps
 * write is filled with NaN before the chained run. Does nothing where no steps are chained.
 *
 * @throws {WrongResultError} where a parameter or a moment differs.
 */
export async function checkChains(executor: DeviceExecutor, trainingStep: number): Promise<void> {
  const { chains, device, program } = executor;
  if (chains.every((steps) => steps === 1)) return;
  const before = await takeSnapshot(executor, program);
  try {
    executor.setStep(trainingStep);
    for (const { plan } of executor.trainPlans) plan.run();
    const wanted = await takeSnapshot(executor, program);
    restoreSnapshot(executor, before);
    poisonResults(executor);
    executor.train(trainingStep);
    for (const [tensor, numbers] of wanted) {
      const place = await firstDifference(device, executor.matrix(tensor), numbers);
      if (place === undefined) continue;
      throw new WrongResultError({
        action: "run steps in chains",
        current: `${place.got} at [${place.row}, ${place.col}] of "${tensor.label}"`,
        wanted: `${place.wanted}, as the steps leave it one by one`,
        next: "report this with the command line that led to it",
      });
    }
  } finally {
    restoreSnapshot(executor, before);
  }
}

/** Fills what training steps write whole before they read it with NaN. */
function poisonResults(executor: DeviceExecutor): void {
  const { device, program } = executor, lifetimes = lifetimesOf(program);
  for (const step of program.train.filter((step) => rulesOf(step).writes === "all")) {
    for (const tensor of outputsOf(step)) {
      if (lifetimes[tensor.id] !== "always") poisonMatrix(device, executor.matrix(tensor));
    }
  }
}
