/**
 * Checks of every operation of a program on the device against its oracle, on the numbers that reach it
 * there, before an epoch is timed.
 *
 * @module
 */
import { firstDifference, poisonMatrix, viewMatrix } from "../../hardware/dense.ts";
import { type CheckOptions, checkOutput } from "../../kernels/checks/check_output.ts";
import type { CheckReport } from "../../kernels/checks/check_report.ts";
import { EXACT_STEP, sumsManyExactly } from "../../kernels/checks/exact_sums.ts";
import type { HostNumbers } from "../../kernels/operation.ts";
import { findOperation } from "../../kernels/registry.ts";
import { assertFree } from "../../platform/available_memory.ts";
import { ReproError, WrongResultError } from "../../platform/errors.ts";
import { pausing } from "../../platform/pausing.ts";
import { RandomStream } from "../../platform/random.ts";
import { fillRepeatedUniform, repeatedUniform } from "../../platform/repeated_uniform.ts";
import { scratchArrays } from "../../platform/scratch_arrays.ts";
import { inputsOf, oraclesOf, outputsOf, problemOf, rulesOf } from "../operations/step_rules.ts";
import type { Step } from "../program/program.ts";
import type { Tensor } from "../program/tensor.ts";
import { checkChains } from "./chain_check.ts";
import type { DeviceExecutor } from "./device_executor.ts";
import { restoreSnapshot, takeSnapshot } from "./snapshot.ts";
import type { StepPlan } from "./step_plan.ts";

/** Settings of {@linkcode checkSteps}. */
export interface StepCheckOptions extends CheckOptions {
  /**
   * Number of the checked training step, which determines masks and corrections; 2 by default, so that
   * moments count.
   */
  readonly trainingStep?: number;
  /** Whether all parameters are drawn anew during the check, not only those that are all 0. */
  readonly redrawn?: boolean;
  /** Sequences whose steps are run and checked, in order; `train` and then `evaluate` by default. */
  readonly sequences?: readonly StepSequence[];
  /** Signal that ends the check between two steps. */
  readonly signal?: AbortSignal | undefined;
}

/** Sequence of a program's steps. */
export type StepSequence = "train" | "evaluate";

/** Report of a check of all steps. */
export interface StepCheckReport extends CheckReport {
  /** Sequence of the worst step. */
  readonly sequence: StepSequence;
  /** Layer of the worst step. */
  readonly layer: string;
  /** Operation of the worst step. */
  readonly op: Step["op"];
  /** Kernel of the worst step: `row-split@wasm`. */
  readonly kernel: string;
  /** Label of the compared tensor. */
  readonly tensor: string;
  /** Number of checked steps; the check ends at a wrong one. */
  readonly steps: number;
}

/**
 * Runs `train` and then `evaluate`, one step after the other. Before each step its inputs are read and its
 * output is filled with NaN (tensors that Adam updates in place keep their numbers), afterwards the output is
 * compared with the operation's oracle on those inputs. The checked rows of all steps are added up; of the
 * comparisons, the report describes the one nearest to its bound, or the first that exceeds it, at which the
 * check ends.
 *
 * Parameters that are all 0 and all moments get small random numbers during the check, since otherwise a
 * kernel that ignores a bias or a moment would pass. Afterwards parameters and moments are restored.
 *
 * Steps that a training step runs in chains must leave the same bits as one by one.
 *
 * @throws {WrongResultError} where they do not.
 * @throws {ReproError} where a step's result is zero everywhere, so that a check of it proves nothing; the
 * reason of the signal.
 */
export async function checkSteps(
  executor: DeviceExecutor,
  options: StepCheckOptions,
): Promise<StepCheckReport> {
  const before = await takeSnapshot(executor, executor.program);
  const stream = new RandomStream(options.seed, "parameters of a check");
  try {
    for (const [tensor, numbers] of before) {
      if (options.redrawn || tensor.kind === "moment" || numbers.every((number) => number === 0)) {
        executor.write(tensor, smallNumbers(tensor, executor, stream));
      }
    }
    const { trainingStep = 2, sequences } = options;
    if (sequences?.includes("train") !== false) await checkChains(executor, trainingStep);
    executor.setStep(trainingStep);
    return await checkAll(executor, options);
  } finally {
    restoreSnapshot(executor, before);
  }
}

async function checkAll(executor: DeviceExecutor, options: StepCheckOptions): Promise<StepCheckReport> {
  let worst: StepCheckReport | undefined;
  let steps = 0, checkedRows = 0;
  const pause = pausing(options.signal);
  for (const sequence of options.sequences ?? ["train", "evaluate"] as const) {
    for (const planned of sequence === "train" ? executor.trainPlans : executor.evaluatePlans) {
      await pause();
      steps++;
      for (const [tensor, report] of await checkStep(executor, planned, options)) {
        checkedRows += report.checkedRows;
        const { step: { layer, op }, kernel } = planned;
        const own = { ...report, sequence, layer, op, kernel, tensor: tensor.label, steps };
        if (worst === undefined || share(own) > share(worst)) worst = own;
        if (!own.ok) return { ...own, checkedRows };
      }
    }
  }
  if (worst === undefined) throw emptyError();
  return { ...worst, steps, checkedRows };
}

/** Share of its bound that a comparison reached. */
function share({ relErr, tolerance }: CheckReport): number {
  return relErr === 0 ? 0 : relErr / tolerance;
}

/**
 * Runs one step, and a step that sums many terms twice, and returns a report for each tensor that a run has
 * written.
 */
async function checkStep(
  executor: DeviceExecutor,
  planned: StepPlan,
  options: StepCheckOptions,
): Promise<readonly (readonly [Tensor, CheckReport])[]> {
  const read = new Map<Tensor, Float32Array<ArrayBuffer>>();
  try {
    for (const tensor of inputsOf(planned.step)) {
      if (!read.has(tensor)) read.set(tensor, borrow(tensor.rows * tensor.cols));
      await executor.read(tensor, read.get(tensor));
    }
    return [
      ...await checkExactSums(executor, planned, { read, options }),
      ...await checkOnInputs(executor, planned, { read, options }),
    ];
  } finally {
    for (const numbers of read.values()) scratchArrays.giveBack(numbers);
  }
}

/**
 * Borrows an array of so many numbers.
 *
 * @throws {OutOfMemoryError} where so much memory is not free.
 */
function borrow(length: number): Float32Array<ArrayBuffer> {
  assertFree("check a step", 4 * length, `a copy of ${length} numbers that it reads`);
  return scratchArrays.take(length);
}

/** Numbers that a step reads, and settings of its check. */
interface CheckedInputs {
  readonly read: ReadonlyMap<Tensor, HostNumbers>;
  readonly options: StepCheckOptions;
}

function problemOn({ bindings }: DeviceExecutor, step: Step, { read, options }: CheckedInputs): unknown {
  const { trainingStep = 2 } = options;
  return problemOf(step, { numbers: (tensor) => read.get(tensor)!, bindings, trainingStep });
}

/** Multiply-adds for the rows of a step whose sums have to be exact: what is left out is not in few rows. */
const EXACT_WORK = 2e6;

/**
 * Checks a step that sums many terms on random inputs of few bits, whose sums have to be exact; returns no
 * report of another step. Afterwards the inputs hold the numbers that were read.
 */
async function checkExactSums(
  executor: DeviceExecutor,
  planned: StepPlan,
  { read, options }: CheckedInputs,
): ReturnType<typeof checkOnInputs> {
  const { step } = planned, [oracle] = oraclesOf(step);
  if (!sumsManyExactly(oracle, problemOn(executor, step, { read, options }))) return [];
  const { seed, trainingStep = 2 } = options;
  const sampled = { exhaustiveWork: EXACT_WORK, sampledWork: EXACT_WORK, projections: 0, heaviest: false };
  const bounds = { ...sampled, seed, trainingStep, step: EXACT_STEP, mayBeZero: true };
  const drawn = new Map<Tensor, Float32Array<ArrayBuffer>>();
  try {
    for (const [tensor, { length }] of read) {
      const numbers = borrow(length), stream = new RandomStream(seed, `exact ${drawn.size}`);
      drawn.set(tensor, numbers);
      fillRepeatedUniform(numbers, stream, EXACT_STEP);
      executor.write(tensor, numbers);
    }
    return await checkOnInputs(executor, planned, { read: drawn, options: bounds });
  } finally {
    for (const [tensor, numbers] of drawn) {
      executor.write(tensor, read.get(tensor)!);
      scratchArrays.giveBack(numbers);
    }
  }
}

async function checkOnInputs(
  executor: DeviceExecutor,
  { step, kernel, operands, plan }: StepPlan,
  { read, options }: CheckedInputs,
): Promise<readonly (readonly [Tensor, CheckReport])[]> {
  const { device } = executor, problem = problemOn(executor, step, { read, options });
  const { writes } = rulesOf(step);
  // Rows of 0 that a kernel does not write are not filled with NaN; in-place outputs keep their numbers.
  if (writes === "some-rows") findOperation(step.op).restore!(device, operands, problem);
  else if (writes === "all") poisonMatrix(device, operands.output);
  await device.guard(`run kernel "${kernel}" of ${step.layer}`, async () => {
    plan.run();
    await device.finish();
  });
  const written = outputsOf(step);
  for (const [tensor, numbers] of read) {
    if (!written.includes(tensor)) await assertUnchanged(executor, { tensor, numbers, kernel, step });
  }
  const reports: (readonly [Tensor, CheckReport])[] = [];
  const oracles = oraclesOf(step);
  for (const [at, tensor] of written.entries()) {
    const operation = { ...findOperation(step.op), oracle: oracles[at] };
    try {
      const got = await viewMatrix(device, executor.matrix(tensor));
      reports.push([tensor, checkOutput(operation, problem, got, options)]);
    } catch (cause) {
      if (!(cause instanceof ReproError)) throw cause;
      const action = `check "${tensor.label}" of ${step.layer}`;
      throw new ReproError({ ...cause.parts, action }, { cause });
    }
  }
  return reports;
}

async function assertUnchanged(
  executor: DeviceExecutor,
  { tensor, numbers, kernel, step }: {
    readonly tensor: Tensor;
    readonly numbers: HostNumbers;
    readonly kernel: string;
    readonly step: Step;
  },
): Promise<void> {
  const place = await firstDifference(executor.device, executor.matrix(tensor), numbers);
  if (place === undefined) return;
  const { row, col, got, wanted } = place;
  throw new WrongResultError({
    action: `check "${kernel}" of ${step.layer}`,
    current: `its input "${tensor.label}" overwritten at [${row}, ${col}] with ${got}`,
    wanted: `${wanted}, as it was given`,
    next: "make the kernel write to its output alone",
  });
}

/** Approximate number of multiply-adds for the checked rows of one step in a check after timing. */
const RECHECKED_WORK = 2e5;

/**
 * Checks the steps of a timed program, on random inputs that its plans have not seen and on few rows of each.
 * Afterwards inputs, parameters and moments are restored.
 *
 * @param sequences Sequences that were timed; both by default.
 * @returns the report, which is always one of right steps.
 * @throws {WrongResultError} where a step is wrong, or writes to what it should only read.
 */
export async function recheckSteps(
  executor: DeviceExecutor,
  seed: number,
  sequences?: readonly StepSequence[],
): Promise<StepCheckReport> {
  const stream = new RandomStream(seed, "fresh inputs");
  const { inputs } = executor.bindings;
  for (const [tensor, numbers] of inputs) executor.write(tensor, repeatedUniform(numbers.length, stream));
  const report = await checkSteps(executor, {
    seed,
    exhaustiveWork: RECHECKED_WORK,
    sampledWork: RECHECKED_WORK,
    projections: 0,
    heaviest: false,
    redrawn: true,
    mayBeZero: true,
    ...(sequences && { sequences }),
  });
  if (!report.ok) throw wrongStep(report);
  for (const [tensor, numbers] of inputs) executor.write(tensor, numbers);
  return report;
}

/** Error of a step whose result differs from the oracle's. */
export function wrongStep(report: StepCheckReport): WrongResultError {
  const { layer, op, kernel, tensor, relErr, tolerance } = report;
  return new WrongResultError({
    action: `time ${layer}`,
    current: `a "${tensor}" of ${op} by ${kernel} that is off by ${relErr} of its terms`,
    wanted: `${tolerance} at most`,
    next: "check the kernel on this device: deno task check:kernels",
  });
}

/** Draws small random numbers for a tensor; a second moment is a mean of squares and has no sign. */
function smallNumbers(
  tensor: Tensor,
  { program }: DeviceExecutor,
  stream: RandomStream,
): Float32Array {
  const squares = program.train.some((step) => step.op === "adam" && step.secondMoment === tensor);
  const numbers = repeatedUniform(tensor.rows * tensor.cols, stream);
  for (let i = 0; i < numbers.length; i++) numbers[i] = squares ? (numbers[i] + 1) * 5e-3 : numbers[i] * 1e-1;
  return numbers;
}

function emptyError(): ReproError {
  return new ReproError({
    action: "check the steps of a program",
    current: "none",
    wanted: "one or more",
    next: "build the program from a model with a layer",
  });
}
