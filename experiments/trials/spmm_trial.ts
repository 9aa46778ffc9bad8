/**
 * A sparse-dense product as a trial: stages the operands, prepares the kernel, checks its output against the oracle.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { poisonMatrix, readMatrix } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import { checkOutput } from "../../kernels/check.ts";
import {
  kernelName,
  type ParameterValues,
  type Plan,
  prepareKernel,
  resolveParameters,
} from "../../kernels/kernel.ts";
import { findKernel } from "../../kernels/registry.ts";
import { spmm } from "../../kernels/spmm/mod.ts";
import type { SpmmProblem } from "../../kernels/spmm/spmm.ts";
import { RandomStream } from "../../platform/random.ts";
import type { Fact, Lab, PreparedTrial, Trial } from "../suite.ts";
import { borrowOperands, operandSets, type SpmmOperandSet } from "./operand_sets.ts";

/** What a trial multiplies and with which kernel. */
export interface SpmmTrialOptions {
  /** A, `rows x cols`. */
  readonly matrix: CsrMatrix;
  /** X, `matrix.cols x width`, row-major. */
  readonly features: Float32Array;
  /** Columns of X and Y. */
  readonly width: number;
  /** Kernel id; the device's backend picks the implementation. */
  readonly kernel: string;
  /** The kernel's own; its defaults where left out. */
  readonly parameters?: ParameterValues;
  /** Milliseconds that the host spent on ordering or re-blocking; absent where there was none. */
  readonly preprocessMs?: number;
  /** Exact values that go with the cell. */
  readonly facts?: readonly Fact[];
  /** What the cell's rows say besides the workload's and the contender's factors. */
  readonly factors?: Readonly<Record<string, string>>;
  /** Further things that make this cell the cell it is: the ordering and its parameters. */
  readonly identity?: Readonly<Record<string, unknown>>;
}

/** Random features, uniform in [-1, 1): never zeros, which hide unwritten cells and can run faster than real data. */
export function randomFeatures(rows: number, width: number, seed: number): Float32Array {
  const stream = new RandomStream(seed, "features");
  const features = new Float32Array(rows * width);
  for (let i = 0; i < features.length; i++) features[i] = 2 * stream.uniform() - 1;
  return features;
}

/** Operands of one trial's own. */
function stageOwn(device: Device, problem: SpmmProblem): ReturnType<typeof borrowOperands> {
  const operands = spmm.stage(device, problem);
  return { operands, giveBack: () => spmm.release(device, operands) };
}

/**
 * Builds the trial. Where one set of operands would fit twice into the last cache, up to 16 sets rotate from call to
 * call, so that a kernel is not timed on what its last call has left in the cache; larger ones are shared by all trials of
 * the same problem.
 */
export function spmmTrial(lab: Lab, options: SpmmTrialOptions): Trial {
  const { device, seed } = lab;
  const problem: SpmmProblem = { matrix: options.matrix, features: options.features, width: options.width };
  const kernel = findKernel(spmm.id, options.kernel, device.backend);
  const parameters = resolveParameters(kernel, options.parameters);
  const { copies, denseBytes, sparseBytes } = operandSets(device, options);
  const isLent = copies === 1;
  const work = spmm.work(problem);

  return {
    identity: {
      ...options.identity,
      kernel: kernelName(kernel),
      source: kernel.source,
      parameters,
      width: options.width,
    },
    bytes: copies * (isLent ? sparseBytes : sparseBytes + denseBytes),
    ...(isLent ? { shared: { by: options.features, bytes: denseBytes } } : {}),
    work,
    ...(options.preprocessMs === undefined ? {} : { preprocessMs: options.preprocessMs }),
    facts: options.facts ?? [],
    factors: options.factors ?? {},
    prepare: async (): Promise<PreparedTrial> => {
      const sets: { operands: SpmmOperandSet; plan: Plan; giveBack: () => void }[] = [];
      const destroy = () => {
        for (const { plan, giveBack } of sets.splice(0)) {
          plan.destroy();
          giveBack();
        }
      };
      let prepareMs = 0;
      try {
        for (let copy = 0; copy < copies; copy++) {
          const { operands, giveBack } = isLent ? borrowOperands(device, problem) : stageOwn(device, problem);
          const started = performance.now();
          try {
            const plan = await prepareKernel(kernel, device, operands, options.width, parameters);
            sets.push({ operands, plan, giveBack });
          } catch (error) {
            giveBack();
            throw error;
          }
          if (copy === 0) prepareMs = performance.now() - started;
        }
      } catch (error) {
        destroy();
        throw error;
      }
      let next = 0;
      return {
        prepareMs,
        facts: sets[0].plan.facts ?? {},
        run: () => {
          sets[next].plan.run();
          next = (next + 1) % sets.length;
        },
        check: async () => {
          const { operands, plan } = sets[0];
          poisonMatrix(device, operands.output);
          await device.guard(`run kernel "${kernelName(kernel)}"`, async () => {
            plan.run();
            await device.finish();
          });
          return checkOutput(spmm, problem, await readMatrix(device, operands.output), { seed });
        },
        destroy,
      };
    },
  };
}
