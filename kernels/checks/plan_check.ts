/**
 * Checks of plans before they are timed and again afterwards: a time counts only if the plan is correct in
 * its last call as in its first, in its own buffers and on fresh inputs.
 *
 * @module
 */
import { viewMatrix } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import type { WrongResultError } from "../../platform/errors.ts";
import { RandomStream } from "../../platform/random.ts";
import { fillRepeatedUniform } from "../../platform/repeated_uniform.ts";
import { scratchArrays } from "../../platform/scratch_arrays.ts";
import { type CheckOptions, checkOutput } from "./check_output.ts";
import type { CheckReport } from "./check_report.ts";
import { EXACT_STEP, sumsManyExactly } from "./exact_sums.ts";
import {
  assertHost,
  assertInputs,
  execute,
  poisonResult,
  resultOf,
  writeInputs,
  wrongPlan,
} from "./plan_operands.ts";
import type { AnyOperandsOf } from "../operation.ts";
import { redrawnAs } from "../rounded_problem.ts";
import type { StagedPlan, TimedPlan } from "../staged_plan.ts";

/**
 * Checks a plan: poisons the output with NaN, executes once, compares the result with the oracle's, and the
 * inputs with the staged ones.
 *
 * @throws {WrongResultError} where an input was written to; a wrong result is a report, not an error.
 * @throws {ReproError} any error of the kernel or {@linkcode checkOutput}.
 */
export async function checkPlan<Problem, OperandsOf extends AnyOperandsOf>(
  device: Device,
  plan: StagedPlan<Problem, OperandsOf>,
  options: CheckOptions,
): Promise<CheckReport> {
  poisonResult(device, plan, plan.problem);
  await execute(device, [plan]);
  await assertInputs(device, plan, plan.problem);
  assertHost(plan);
  return checkOutput(plan.operation, plan.problem, await viewMatrix(device, resultOf(plan)), options);
}

/**
 * Approximate limit of the multiply-adds of a check after timing; fewer rows are checked where they would
 * cost more.
 */
export const RECHECKED_WORK = 2e6;

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
export async function recheckPlans<Problem, OperandsOf extends AnyOperandsOf>(
  device: Device,
  plans: readonly TimedPlan<Problem, OperandsOf>[],
  seed: number,
): Promise<void> {
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
export async function renewPlans<Problem, OperandsOf extends AnyOperandsOf>(
  device: Device,
  plans: readonly TimedPlan<Problem, OperandsOf>[],
  seed: number,
): Promise<() => Promise<void>> {
  // Which plan wrote to operands that several plans share cannot be told here; the check below finds it.
  for (const plan of plans) if (!plan.shared) await assertInputs(device, plan, plan.problem);
  const isExact = plans.some(({ operation: { oracle }, problem }) => sumsManyExactly(oracle, problem));
  const step = isExact ? EXACT_STEP : undefined;
  const { draw, stock } = drawer(plans, seed, step);
  const fresh = plans.map(({ operation, problem, operands }) =>
    operation.inputs.reduce((drawn, input) => redrawnAs(input, drawn, { operands, draw }), problem)
  );
  for (const [i, plan] of plans.entries()) {
    writeInputs(device, plan, fresh[i]);
    poisonResult(device, plan, fresh[i]);
  }
  return async () => {
    await compareRenewed(device, plans, { fresh, seed, step });
    scratchArrays.giveBack(stock);
  };
}

async function compareRenewed<Problem, OperandsOf extends AnyOperandsOf>(
  device: Device,
  plans: readonly TimedPlan<Problem, OperandsOf>[],
  { fresh, seed, step }: {
    readonly fresh: readonly Problem[];
    readonly seed: number;
    readonly step: number | undefined;
  },
): Promise<void> {
  // The reads run concurrently, since each wait for a GPU takes milliseconds.
  const results = await Promise.all(plans.map((plan) => viewMatrix(device, resultOf(plan))));
  const work = RECHECKED_WORK / plans.length;
  const sampled = { exhaustiveWork: work, sampledWork: work, projections: 0, heaviest: false };
  const bounds = { seed, ...sampled, ...(step !== undefined && { step }) };
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

/**
 * Returns a function that draws random numbers for every input of every plan, each different, from one shared
 * array, the `stock`.
 */
function drawer<Problem, OperandsOf extends AnyOperandsOf>(
  plans: readonly TimedPlan<Problem, OperandsOf>[],
  seed: number,
  step: number | undefined,
): { readonly draw: (length: number) => Float32Array; readonly stock: Float32Array<ArrayBuffer> } {
  const lengths = plans.flatMap(({ operation, problem }) =>
    operation.inputs.map((input) => input.numbers(problem).length)
  );
  const stock = scratchArrays.take(Math.max(0, ...lengths) + DRAW_DISTANCE * lengths.length);
  fillRepeatedUniform(stock, new RandomStream(seed, "fresh inputs"), step);
  let begin = -DRAW_DISTANCE;
  return {
    stock,
    draw: (length) => {
      begin += DRAW_DISTANCE;
      return stock.subarray(begin, begin + length);
    },
  };
}

/** Error of a plan whose result is wrong before it is timed. */
export function wrongAtFirst(name: string, { worst }: CheckReport): WrongResultError {
  return wrongPlan(name, {
    current: `${worst!.got} in row ${worst!.row}`,
    wanted: `${worst!.wanted}, as the oracle has`,
    next: "run the kernels' tests on this device: deno task check:kernels",
  });
}

/** Error of a plan whose result was wrong after it had been timed. */
export function wrongResult(name: string, { worst }: CheckReport): WrongResultError {
  return wrongPlan(name, {
    current: `${worst!.got} in row ${worst!.row} after its last round`,
    wanted: `${worst!.wanted}, as the oracle has`,
    next: "make each call compute its whole result from its inputs",
  });
}
