/**
 * Check of chained steps: steps that run block of rows by block of rows must leave the numbers that they
 * leave one after the other, bit by bit.
 *
 * @module
 */
import { firstDifference, poisonMatrix } from "../../hardware/dense.ts";
import { WrongResultError } from "../../platform/errors.ts";
import { outputsOf } from "../operations/step_rules.ts";
import type { DeviceExecutor } from "./device_executor.ts";
import type { StepChain } from "./row_chains.ts";
import { restoreSnapshot, takeSnapshot } from "./snapshot.ts";

/**
 * Runs training step number `trainingStep`, each chain's steps one by one and then the chain over results
 * full of NaN, and compares the results of all of them; restores parameters and moments. Other steps run
 * once: kernels outside chains may add in any order. Does nothing where no steps are chained.
 *
 * @throws {WrongResultError} where a result differs.
 */
export async function checkChains(executor: DeviceExecutor, trainingStep: number): Promise<void> {
  const { chains, program } = executor;
  if (chains.every(({ steps }) => steps.length === 1)) return;
  const before = await takeSnapshot(executor, program);
  try {
    executor.setStep(trainingStep);
    for (const chain of chains) {
      for (const { plan } of chain.steps) plan.run();
      if (chain.steps.length > 1) await compareRuns(executor, chain);
    }
  } finally {
    restoreSnapshot(executor, before);
  }
}

/** Compares what the steps of a chain have left with what the chain leaves. */
async function compareRuns(executor: DeviceExecutor, { steps, run }: StepChain): Promise<void> {
  const { device } = executor, results = steps.flatMap(({ step }) => outputsOf(step));
  const wanted = [];
  for (const tensor of results) wanted.push({ tensor, numbers: await executor.read(tensor) });
  for (const tensor of results) poisonMatrix(device, executor.matrix(tensor));
  run();
  for (const { tensor, numbers } of wanted) {
    const place = await firstDifference(device, executor.matrix(tensor), numbers);
    if (place === undefined) continue;
    throw new WrongResultError({
      action: `run ${steps.map(({ step, kernel }) => `${step.op} by ${kernel}`).join(", ")} in a chain`,
      current: `${place.got} at [${place.row}, ${place.col}] of "${tensor.label}"`,
      wanted: `${place.wanted}, as the steps leave it one by one`,
      next: "report this with the command line that led to it",
    });
  }
}
