/**
 * Timed layers on blocks: programs with random features and random gradients of the output, checked on
 * request. The caller decides the order of the timed runs.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import type { DeviceTimedPlan } from "../../hardware/measuring/timed_contender.ts";
import type { CheckReport } from "../../kernels/checks/check_report.ts";
import { RandomStream } from "../../platform/random.ts";
import { DeviceExecutor } from "../executors/device_executor.ts";
import { initialise } from "../executors/initialisation.ts";
import type { KernelChoices } from "../executors/kernel_choice.ts";
import { checkSteps, recheckSteps, type StepCheckReport, wrongStep } from "../executors/step_check.ts";
import { programLedger } from "../program/memory_ledger.ts";
import { bindLayer, type BlockOperands, layerProgram, type PartitionedWork } from "./layer_program.ts";
import type { PartitionedLayer } from "./layer_widths.ts";

/** Settings of timed layers. */
export interface TimedLayersOptions {
  /** Kind of work: forward and backward, or forward alone. */
  readonly work: PartitionedWork;
  /** Seed of features, gradients and weights. */
  readonly seed: number;
  /** Kernels that replace the best known ones. */
  readonly kernels?: KernelChoices;
  /**
   * Number of multiply-adds up to which all rows of a step are checked, and the approximate cost of the
   * checked rows of a larger step; 5e6 by default.
   */
  readonly checkedWork?: number;
}

/** Layer that is ready to run. */
export interface PreparedLayer extends DeviceTimedPlan {
  /** Reports of the checks of its steps so far: before it was timed, where that was asked for, and after. */
  readonly checks: readonly CheckReport[];
}

/** Layer on a block. Nothing is allocated for it until it is prepared. */
export interface TimedLayer {
  /** Bytes on the device, by shapes. */
  readonly bytes: number;
  /**
   * Prepares the layer on the device. One execution is the layer's own steps, without loss and update.
   *
   * @throws {WrongResultError} where a check is requested and a step is wrong.
   * @throws {OutOfMemoryError} where it does not fit; nothing stays allocated.
   */
  prepare(options: { readonly checked: boolean }): Promise<PreparedLayer>;
}

/** Period of the repeated random numbers, a prime, so that no two rows of a matrix are alike. */
const DRAWN_NUMBERS = 1_048_573;

/** Factory of timed layers on blocks, all with the same random numbers. */
export class TimedLayers {
  readonly #device: Device;
  readonly #options: TimedLayersOptions;
  #numbers: Float32Array<ArrayBuffer>;
  #check: StepCheckReport | undefined;

  /** Draws the random numbers. */
  constructor(device: Device, options: TimedLayersOptions) {
    this.#device = device;
    this.#options = options;
    const stream = new RandomStream(options.seed, "features of partitions");
    this.#numbers = new Float32Array(DRAWN_NUMBERS);
    for (let i = 0; i < DRAWN_NUMBERS; i++) this.#numbers[i] = 2 * stream.uniform() - 1;
  }

  /** Check that came nearest to its bound; absent before the first. */
  get check(): StepCheckReport | undefined {
    return this.#check;
  }

  /** Layer `at` of the given ones, on a block; the first needs no gradient of its input. */
  of(operands: BlockOperands, layers: readonly PartitionedLayer[], at: number): TimedLayer {
    const { work, seed, kernels = {} } = this.#options;
    const { layer, inputWidth: width, outputWidth } = layers[at];
    const built = layerProgram(layer, { block: operands.shape, width, work, inputGradient: at > 0, seed });
    const { program, isTimed } = built, { peak, evaluate } = programLedger(program);
    return {
      bytes: work === "training" ? peak.bytes : evaluate.bytes,
      prepare: async ({ checked }) => {
        const { matrix: { rows, cols } } = operands.block;
        const numbers = {
          features: this.#random(cols * width),
          outputGradient: this.#random(rows * outputWidth),
        };
        const executor = await DeviceExecutor.open(
          this.#device,
          program,
          bindLayer(built, operands, numbers),
          { kernels },
        );
        const checks: CheckReport[] = [];
        try {
          initialise(executor, program, { seed });
          if (checked) checks.push(await this.#checkOnce(executor));
          executor.setStep(1);
        } catch (error) {
          executor.close();
          throw error;
        }
        const plans = (work === "training" ? executor.trainPlans : executor.evaluatePlans)
          .filter(({ step }) => isTimed(step)).map(({ plan }) => plan);
        return {
          run() {
            for (const plan of plans) plan.run();
          },
          recheck: async (seed) => {
            checks.push(await recheckSteps(executor, seed, [work === "training" ? "train" : "evaluate"]));
          },
          checks,
          destroy: () => executor.close(),
        };
      },
    };
  }

  async #checkOnce(executor: DeviceExecutor): Promise<StepCheckReport> {
    const { seed, checkedWork = 5e6 } = this.#options;
    const report = await checkSteps(executor, {
      seed,
      exhaustiveWork: checkedWork,
      sampledWork: checkedWork,
    });
    if (!report.ok) throw wrongStep(report);
    const nearness = ({ relErr, tolerance }: StepCheckReport) => tolerance === 0 ? 0 : relErr / tolerance;
    if (this.#check === undefined || nearness(report) > nearness(this.#check)) this.#check = report;
    return report;
  }

  #random(length: number): Float32Array {
    const { length: known } = this.#numbers;
    if (known < length) {
      const longer = new Float32Array(length);
      for (let at = 0; at < length; at += known) longer.set(this.#numbers.subarray(0, length - at), at);
      this.#numbers = longer;
    }
    return this.#numbers.subarray(0, length);
  }
}
