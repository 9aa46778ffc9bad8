/**
 * UPDATE of a layer as a trial: bias, ReLU and dropout fused into the product, or in passes of their own.
 *
 * @module
 */
import { allocateMatrix, type DeviceMatrix, freeMatrix } from "../../../hardware/dense.ts";
import type { Device } from "../../../hardware/device.ts";
import { kernelsOn } from "../../../kernels/backend_kernels.ts";
import { activation } from "../../../kernels/activation/mod.ts";
import type { Epilogue } from "../../../kernels/epilogue/epilogue.ts";
import { releaseEpilogue, stageEpilogue } from "../../../kernels/epilogue/stage_epilogue.ts";
import { gemm, type GemmOperandsOf, type GemmProblem } from "../../../kernels/gemm/mod.ts";
import { kernelName, type Plan, prepareKernel } from "../../../kernels/kernel.ts";
import { type AnyOperation, findKernel } from "../../../kernels/registry.ts";
import { checkPlan, recheckPlans } from "../../../kernels/checks/plan_check.ts";
import type { TimedPlan } from "../../../kernels/staged_plan.ts";
import { stageOperands } from "../../../kernels/staging.ts";
import type { Lab } from "../../lab.ts";
import type { PreparedTrial, Trial } from "../../measurement.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { CHECKED_WORK } from "../../trials/step_bounds.ts";
import { layerBytes, type LayerSize } from "./layer_sizes.ts";
import { DROPOUT_RATE } from "../rank_models.ts";
import { type Computed, type DIFFERENCE_METRICS, resultDifference } from "./result_difference.ts";

/** Plans that run one after the other, and everything that they hold. */
class Chain {
  readonly #plans: Plan[] = [];
  readonly #closing: (() => void)[] = [];
  /** Milliseconds of preparing the kernels. */
  prepareMs = 0;

  /** Registers a way to give something back; the last one is called first. */
  closes(close: () => void): void {
    this.#closing.push(close);
  }

  async prepare(device: Device, { operation, operands, width }: {
    readonly operation: "gemm" | "activation";
    readonly operands: unknown;
    readonly width: number;
  }): Promise<void> {
    const kernel = bestKernel(device, operation), started = performance.now();
    const plan = await prepareKernel(kernel, device, operands as never, width);
    this.prepareMs += performance.now() - started;
    this.#plans.push(plan);
    this.closes(() => plan.destroy());
  }

  readonly run = (): void => {
    for (const plan of this.#plans) plan.run();
  };

  readonly destroy = (): void => {
    for (const close of this.#closing.splice(0).reverse()) close();
  };
}

function bestKernel(device: Device, operation: "gemm" | "activation") {
  const { id, kernels } = (operation === "gemm" ? gemm : activation) as unknown as AnyOperation;
  const best = kernelsOn(kernels, device.backend).at(-1)!;
  return findKernel(id, best.id, device.backend);
}

/** Entry-wise passes one after the other, each with a result of its own. */
async function separatePasses(
  device: Device,
  chain: Chain,
  { from, passes }: { readonly from: DeviceMatrix; readonly passes: readonly Epilogue[] },
): Promise<DeviceMatrix> {
  const { rows, cols } = from;
  const other = allocateMatrix(device, "pass", rows, cols);
  chain.closes(() => freeMatrix(device, other));
  let x = from, y = other;
  for (const pass of passes) {
    const epilogue = stageOperands(device, (staging) => stageEpilogue(staging, pass, cols));
    chain.closes(() => releaseEpilogue(device, epilogue));
    await chain.prepare(device, {
      operation: "activation",
      operands: { x, y, output: y, epilogue },
      width: cols,
    });
    [x, y] = [y, x];
  }
  return x;
}

interface Update {
  readonly chain: Chain;
  readonly operands: ReturnType<typeof gemm.stage>;
  readonly result: DeviceMatrix;
}

async function openUpdate(device: Device, problem: GemmProblem, fused: boolean): Promise<Update> {
  const chain = new Chain();
  try {
    const { epilogue, ...product } = problem, { bias, dropout } = epilogue!;
    const operands = gemm.stage(device, fused ? problem : product);
    chain.closes(() => gemm.release(device, operands));
    await chain.prepare(device, { operation: "gemm", operands, width: problem.cols });
    if (fused) return { chain, operands, result: operands.output };
    const passes: Epilogue[] = [
      { negativeSlope: 1, bias: bias! },
      { negativeSlope: 0 },
      { negativeSlope: 1, dropout: dropout! },
    ];
    const result = await separatePasses(device, chain, { from: operands.output, passes });
    return { chain, operands, result };
  } catch (error) {
    chain.destroy();
    throw error;
  }
}

/** A chain as one plan of a product. */
function staged(
  { chain, operands, result }: Update,
  problem: GemmProblem,
): TimedPlan<GemmProblem, GemmOperandsOf> {
  return { name: "a layer's dense part", operation: gemm, problem, operands, result, run: chain.run };
}

const computed = ({ chain: { run }, result }: Update): Computed => ({ run, result });

/** UPDATE, `dropout(ReLU(F W + b))`: in one pass, or a product and three passes over its result. */
export function updateTrial(lab: Lab, size: LayerSize, fused: boolean): Trial<typeof DIFFERENCE_METRICS> {
  const { device, seed } = lab, { rows, inputs: inner, outputs: cols } = size;
  const problem: GemmProblem = {
    rows,
    inner,
    cols,
    a: randomFeatures(rows, inner, seed),
    b: randomFeatures(inner, cols, seed + 1),
    epilogue: {
      negativeSlope: 0,
      bias: randomFeatures(1, cols, seed + 2),
      dropout: { rate: DROPOUT_RATE, seed, stream: 1, step: 1 },
    },
  };
  const { source, ...kernel } = bestKernel(device, "gemm");
  const bounds = { seed, exhaustiveWork: CHECKED_WORK, sampledWork: CHECKED_WORK };
  return {
    identity: { kernel: kernelName(kernel), source, fused, ...size },
    bytes: 2 * layerBytes(size),
    work: gemm.work(problem),
    facts: {},
    prepare: async (): Promise<PreparedTrial> => {
      const update = await openUpdate(device, problem, fused), { chain } = update;
      return {
        prepareMs: chain.prepareMs,
        run: chain.run,
        check: () => checkPlan(device, staged(update, problem), bounds),
        recheck: (seed) => recheckPlans(device, [staged(update, problem)], seed),
        breakdown: async () => {
          const other = await openUpdate(device, problem, !fused);
          try {
            const both = [computed(update), computed(other)] as const;
            return { times: {}, facts: { difference: await resultDifference(device, both) } };
          } finally {
            other.chain.destroy();
          }
        },
        destroy: chain.destroy,
      };
    },
  };
}
