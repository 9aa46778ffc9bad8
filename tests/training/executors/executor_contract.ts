/**
 * Contract of executors on a device, whatever part of a model they hold there.
 *
 * @module
 */
import assert from "node:assert/strict";
import { DeviceError, UsageError } from "../../../platform/errors.ts";
import { DivergenceError } from "../../../training/divergence.ts";
import type { Executor } from "../../../training/executors/executor.ts";
import { trainFullBatch } from "../../../training/full_batch.ts";
import type { Program } from "../../../training/program/program.ts";
import { boundGcn, type PlainGcn, writeParameters } from "../plain_program.ts";

/**
 * Asserts that parameters begin as 0, written numbers are read as float32, and inputs are bound; other
 * tensors, sizes and steps are refused.
 */
export async function assertHoldsNumbers(
  executor: Executor,
  { program, bindings, features }: ReturnType<typeof boundGcn>,
): Promise<void> {
  const [{ tensor }] = program.parameters;
  assert((await executor.read(tensor)).every((number) => number === 0));
  const numbers = Float64Array.from({ length: tensor.rows * tensor.cols }, (_, i) => i / 3);
  executor.write(tensor, numbers);
  assert.deepEqual(await executor.read(tensor), Float32Array.from(numbers));
  assert.deepEqual(await executor.read(features), bindings.inputs.get(features));
  assert.throws(() => executor.write(tensor, new Float32Array(3)), UsageError);
  const other = boundGcn({ vertices: 60, features: 21, hidden: 10, classes: 4 }).features;
  await assert.rejects(() => executor.read(other), UsageError);
  for (const step of [0, -1, 1.5, 2 ** 32, NaN]) assert.throws(() => executor.train(step), UsageError);
}

/** Asserts that a closed executor refuses all work. */
export async function assertRefusesWork(executor: Executor, program: Program): Promise<void> {
  assert.throws(() => executor.train(2), DeviceError);
  assert.throws(() => executor.evaluate(), DeviceError);
  await assert.rejects(() => executor.read(program.loss), DeviceError);
}

/** Settings by which a step overflows, for {@linkcode assertFindsDivergence}. */
export const EXPLODING: Pick<PlainGcn, "dropout" | "learningRate"> = { dropout: 0, learningRate: 1e30 };

/** Asserts that training names the epoch and the layer whose numbers overflowed. */
export async function assertFindsDivergence(executor: Executor, program: Program): Promise<void> {
  writeParameters(executor, program);
  await assert.rejects(
    () => trainFullBatch(executor, program, { epochs: 5 }),
    (error: DivergenceError) => {
      assert(error instanceof DivergenceError, String(error));
      // The first update makes weights of about 1e30; their product overflows float32.
      assert.deepEqual(error.place, { epoch: 2, layer: "layer 2", tensor: "layer 2 projected" });
      return true;
    },
  );
}
