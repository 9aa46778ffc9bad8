/**
 * Plan together with its inputs, so that it can be checked before it is timed and again afterwards: a time
 * counts only if the plan is correct in its last call as in its first, in its own buffers and on fresh
 * inputs.
 *
 * @module
 */
import {
  type DeviceMatrix,
  firstDifference,
  poisonMatrix,
  viewMatrix,
  writeMatrix,
} from "../hardware/dense.ts";
import type { Device } from "../hardware/device.ts";
import { type ErrorParts, WrongResultError } from "../platform/errors.ts";
import { RandomStream } from "../platform/random.ts";
import { fillRepeatedUniform } from "../platform/repeated_uniform.ts";
import { ScratchArrays } from "../platform/scratch_arrays.ts";
import { type CheckOptions, checkOutput, type CheckReport } from "./check.ts";
import { hostDigest } from "./host_digest.ts";
import type { Operation, StagedOperands, TimedOperation } from "./operation.ts";

/** Plan, its operands and the problem that they hold. */
export interface StagedPlan<Problem, OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands }> {
  /** Name of the kernel, for messages. */
  readonly name: string;
  /** Operation that the plan computes. */
  readonly operation: Operation<Problem, OperandsOf>;
  /** Problem that the operands hold. */
  readonly problem: Problem;
  /** Operands on the device. */
  readonly operands: OperandsOf["wasm"] | OperandsOf["webgpu"];
  /** Matrix of the result; the operands' own output when absent. */
  readonly result?: DeviceMatrix;
  /**
   * Digest {@linkcode hostDigest} of the problem before the kernel was prepared; when absent, arrays on the
   * host are not compared.
   */
  readonly hostDigest?: string;
  /** Whether other plans read the same operands. */
  readonly shared?: boolean;
  /** Encodes one execution. */
  run(): void;
}

/** Plan of an operation whose inputs can be drawn anew. */
export interface TimedPlan<Problem, OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands }>
  extends StagedPlan<Problem, OperandsOf> {
  /** Operation that the plan computes. */
  readonly operation: TimedOperation<Problem, OperandsOf>;
}

/**
 * Approximate limit of the multiply-adds of a check after timing; fewer rows are checked where they would
 * cost more.
 */
export const RECHECKED_WORK = 2e6;

/**
 * Checks a plan: poisons the output with NaN, executes once, compares the result with the oracle's, and the
 * inputs with the staged ones.
 *
 * @throws {WrongResultError} where an input was written to; a wrong result is a report, not an error.
 * @throws {ReproError} any error of the kernel or {@linkcode checkOutput}.
 */
export async function checkPlan<Problem, OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands }>(
  device: Device,
  plan: StagedPlan<Problem, OperandsOf>,
  options: CheckOptions,
): Promise<CheckReport> {
  poison(device, plan, plan.problem);
  await execute(device, [plan]);
  await assertInputs(device, plan, plan.problem);
  assertHost(plan);
  return checkOutput(plan.operation, plan.problem, await viewMatrix(device, resultOf(plan)), options);
}

/**
 * Checks plans that have been timed. First their inputs are compared with the staged ones; then each plan
 * gets random inputs of its own, all plans execute once, and the results are compared on sampled rows (all
 * rows where there are few). Afterwards the staged inputs are restored.
 *
 * @throws {WrongResultError} where a result is wrong or an input was written to.
 * @example
 * ```ts
 * import {
 *   csrFromEdges,
 *   findKernel,
 *   openWasmDevice,
 *   randomFeatures,
 *   recheckPlans,
 *   spmm,
 *   stageKernel,
 * } from "gnn-repro";
 * import type { Kernel, SpmmOperandsOf, SpmmProblem } from "gnn-repro";
 * const source = Uint32Array.of(0, 1), target = Uint32Array.of(1, 2);
 * const matrix = csrFromEdges({ vertices: 3, source, target, symmetrise: true });
 * const device = openWasmDevice({ threads: 1 });
 * const kernel = findKernel("spmm", "row-split", "wasm") as Kernel<SpmmOperandsOf>;
 * const problem: SpmmProblem = { matrix, features: randomFeatures(3, 8, 1), width: 8 };
 * const staged = await stageKernel(device, problem, { operation: spmm, kernel });
 * staged.run();
 * await recheckPlans(device, [staged], 7);
 * staged.destroy();
 * device.close();
 * ```
 */
export async function recheckPlans<
  Problem,
  OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands },
>(device: Device, plans: readonly TimedPlan<Problem, OperandsOf>[], seed: number): Promise<void> {
  const check = await renewPlans(device, plans, seed);
  await execute(device, plans);
  await check();
}

/**
 * Compares the inputs of plans with the staged ones, writes random inputs into each plan, and poisons the
 * outputs. Returns the check to call after an execution of every plan: it compares results and inputs, and
 * restores the staged inputs.
 *
 * @throws {WrongResultError} where an input was written to; the check, where a result is wrong or an input
 * was written to since.
 */
export async function renewPlans<
  Problem,
  OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands },
>(
  device: Device,
  plans: readonly TimedPlan<Problem, OperandsOf>[],
  seed: number,
): Promise<() => Promise<void>> {
  // Which plan wrote to operands that several plans share cannot be told here; the check below finds it.
  for (const plan of plans) if (!plan.shared) await assertInputs(device, plan, plan.problem);
  const { draw, stock } = drawer(plans, seed);
  const fresh = plans.map(({ operation, problem }) =>
    operation.inputs.reduce((drawn, input) => input.redrawn(drawn, draw), problem)
  );
  for (const [i, plan] of plans.entries()) {
    writeInputs(device, plan, fresh[i]);
    poison(device, plan, fresh[i]);
  }
  return async () => {
    await compareRenewed(device, plans, { fresh, seed });
    scratch.giveBack(stock);
  };
}

async function compareRenewed<
  Problem,
  OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands },
>(
  device: Device,
  plans: readonly TimedPlan<Problem, OperandsOf>[],
  { fresh, seed }: { readonly fresh: readonly Problem[]; readonly seed: number },
): Promise<void> {
  // The reads run concurrently, since each wait for a GPU takes milliseconds.
  const results = await Promise.all(plans.map((plan) => viewMatrix(device, resultOf(plan))));
  const work = RECHECKED_WORK / plans.length;
  const bounds = { seed, exhaustiveWork: work, sampledWork: work, projections: 0, heaviest: false };
  for (const [i, plan] of plans.entries()) {
    await assertInputs(device, plan, fresh[i]);
    const report = checkOutput(plan.operation, fresh[i], results[i], bounds);
    if (!report.ok) throw wrongResult(plan.name, report);
  }
  // Rotating sets of operands hold one problem, whose arrays are digested once.
  for (const plan of new Map(plans.map((each) => [each.problem, each])).values()) assertHost(plan);
  for (const plan of plans) writeInputs(device, plan, plan.problem);
}

/**
 * Distance of two draws in the random numbers that all inputs of a check share: twice a prime, so that no two
 * rows of a usual width are equal, and even, so that draws begin at words of 64 bits.
 */
const DRAW_DISTANCE = 194;

/** Random numbers of checks, in memory that the next check uses again. */
const scratch = new ScratchArrays();

/**
 * Returns a function that draws random numbers for every input of every plan, each different, from one shared
 * array, the `stock`.
 */
function drawer<Problem, OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands }>(
  plans: readonly TimedPlan<Problem, OperandsOf>[],
  seed: number,
): { readonly draw: (length: number) => Float32Array; readonly stock: Float32Array<ArrayBuffer> } {
  const lengths = plans.flatMap(({ operation, problem }) =>
    operation.inputs.map((input) => input.numbers(problem).length)
  );
  const stock = scratch.take(Math.max(0, ...lengths) + DRAW_DISTANCE * lengths.length);
  fillRepeatedUniform(stock, new RandomStream(seed, "fresh inputs"));
  let begin = -DRAW_DISTANCE;
  return {
    stock,
    draw: (length) => {
      begin += DRAW_DISTANCE;
      return stock.subarray(begin, begin + length);
    },
  };
}

/** Error of a plan whose result was wrong after it had been timed. */
export function wrongResult(name: string, { worst }: CheckReport): WrongResultError {
  return wrong(name, {
    current: `${worst!.got} in row ${worst!.row} after its last round`,
    wanted: `${worst!.wanted}, as the oracle has`,
    next: "make each call compute its whole result from its inputs",
  });
}

function wrong(name: string, parts: Omit<ErrorParts, "action">): WrongResultError {
  return new WrongResultError({ action: `time "${name}"`, ...parts });
}

function resultOf<Problem, OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands }>(
  { result, operands }: StagedPlan<Problem, OperandsOf>,
): DeviceMatrix {
  return result ?? operands.output;
}

function poison<Problem, OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands }>(
  device: Device,
  plan: StagedPlan<Problem, OperandsOf>,
  problem: Problem,
): void {
  if (plan.operation.restore) plan.operation.restore(device, plan.operands, problem);
  else poisonMatrix(device, resultOf(plan));
}

async function execute(device: Device, plans: readonly { name: string; run(): void }[]): Promise<void> {
  if (plans.length === 0) return;
  await device.guard(`run kernel "${plans[0].name}"`, async () => {
    for (const plan of plans) plan.run();
    await device.finish();
  });
}

function writeInputs<Problem, OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands }>(
  device: Device,
  { operation, operands }: TimedPlan<Problem, OperandsOf>,
  problem: Problem,
): void {
  for (const input of operation.inputs) writeMatrix(device, input.matrix(operands), input.numbers(problem));
}

/** Compares the inputs on the device with the staged ones. */
async function assertInputs<Problem, OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands }>(
  device: Device,
  { name, operation, operands }: StagedPlan<Problem, OperandsOf>,
  problem: Problem,
): Promise<void> {
  for (const input of operation.inputs ?? []) {
    const place = await firstDifference(device, input.matrix(operands), input.numbers(problem));
    if (place === undefined) continue;
    const { row, col, got, wanted } = place;
    throw wrong(name, {
      current: `${input.name}[${row}, ${col}] overwritten with ${got}`,
      wanted: `${wanted}, as it was given`,
      next: "make the kernel write to its output alone",
    });
  }
}

/** Compares the arrays on the host with their digest from before the kernel was prepared. */
function assertHost<Problem, OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands }>(
  { name, problem, hostDigest: before }: StagedPlan<Problem, OperandsOf>,
): void {
  if (before === undefined || hostDigest(problem) === before) return;
  throw wrong(name, {
    current: "arrays of the problem on the host that have changed since the kernel was prepared",
    wanted: "the same bytes",
    next: "make the kernel copy what it reorders",
  });
}
