/**
 * How long each layer takes on each partition: the partitions of a cut run one after another on one device, without communication.
 *
 * @module
 */
import type { RangeBlock } from "../../graph/partitions/range_block.ts";
import type { Device } from "../../hardware/device.ts";
import { type Contestant, measure, type PreparedContestant } from "../../hardware/measuring.ts";
import { ReproError, UsageError } from "../../platform/errors.ts";
import { RandomStream } from "../../platform/random.ts";
import { median } from "../../platform/statistics/median.ts";
import { DeviceExecutor } from "../device_executor.ts";
import { initialise } from "../initialisation.ts";
import type { KernelChoices } from "../kernel_choice.ts";
import type { Layer } from "../layers/layer.ts";
import { programLedger } from "../memory_ledger.ts";
import { checkSteps, type StepCheckReport } from "../step_check.ts";
import { bindLayer, BlockOperands, layerProgram, type PartitionedWork } from "./layer_program.ts";
import { type PartitionedLayer, partitionedLayers } from "./layer_widths.ts";

/** What says how long layers take on partitions. */
export interface PartitionClock {
  /** The layers, in order. */
  readonly layers: readonly PartitionedLayer[];
  /** What is timed of each. */
  readonly work: PartitionedWork;
  /** Milliseconds of each layer, `[partition][layer]`; 0 where a partition has no vertex. */
  time(blocks: readonly RangeBlock[]): Promise<readonly (readonly number[])[]>;
}

/** How a device times. */
export interface DeviceClockOptions {
  /** Layers that aggregate first and have no row-wise ones between them (`order: "aggregate-first"`, no `dropout` of the input). */
  readonly layers: readonly Layer[];
  /** Columns of the first layer's input. */
  readonly featureWidth: number;
  /** What is timed. */
  readonly work: PartitionedWork;
  /** Decides features, gradients, weights and the order of measuring. */
  readonly seed: number;
  /**
   * Samples of each layer on each partition, taken in rounds of random order; the median counts. 3 when absent. A sample lasts as
   * long as the device's clock wants: 20 ms and more on threads.
   */
  readonly rounds?: number;
  /** The kernels that are not to be the best known ones. */
  readonly kernels?: KernelChoices;
  /** Which calls of {@linkcode DeviceClock.time} check every step against its oracle first; `first` when absent. */
  readonly checks?: "first" | "every";
  /** Multiply-adds of a step up to which all rows are checked, and about which those of a larger one may cost; 5e6 when absent. */
  readonly checkedWork?: number;
  /** Stops measuring. */
  readonly signal?: AbortSignal;
}

/** Random numbers that repeat after this many, a prime: no two rows of a matrix are alike. */
const DRAWN_NUMBERS = 1_048_573;

/** Times layers on a device, with random features and random gradients of the output. */
export class DeviceClock implements PartitionClock {
  readonly layers: readonly PartitionedLayer[];
  readonly #device: Device;
  readonly #options: DeviceClockOptions;
  #numbers: Float32Array<ArrayBuffer>;
  #calls = 0;
  #check: StepCheckReport | undefined;

  /**
   * Emits the layers once, and allocates nothing on the device.
   *
   * @throws {UsageError} for layers that cannot be partitioned, or a number of rounds that is not a whole number from 1.
   */
  constructor(device: Device, options: DeviceClockOptions) {
    const { layers, featureWidth, rounds = 3, seed } = options;
    if (!(Number.isInteger(rounds) && rounds >= 1)) {
      throw new UsageError({
        action: "time partitions",
        current: `${rounds} rounds`,
        wanted: "a whole number from 1",
        next: "leave it out for 3",
      });
    }
    this.layers = partitionedLayers(layers, featureWidth);
    this.#device = device;
    this.#options = options;
    const stream = new RandomStream(seed, "features of partitions");
    this.#numbers = Float32Array.from({ length: DRAWN_NUMBERS }, () => 2 * stream.uniform() - 1);
  }

  /** What is timed of each layer. */
  get work(): PartitionedWork {
    return this.#options.work;
  }

  /** The check that came nearest to its bound; absent before the first. */
  get check(): StepCheckReport | undefined {
    return this.#check;
  }

  /**
   * Milliseconds of each layer, `[partition][layer]`; 0 where a partition has no vertex. Where all fit on the device they are
   * measured in rounds, else two at a time, prepared anew. All memory is given back.
   *
   * @throws {ReproError} for a step that is wrong; no time is returned.
   * @throws {OutOfMemoryError} where a layer on a block does not fit.
   */
  async time(blocks: readonly RangeBlock[]): Promise<readonly (readonly number[])[]> {
    const { seed, rounds = 3, checks = "first", signal } = this.#options;
    const call = this.#calls++;
    const unchecked = new Set<string>();
    const contestants = blocks.flatMap((block, partition): Contestant[] => {
      if (block.end === block.begin) return [];
      const operands = new BlockOperands(block);
      return this.layers.map((_, layer) =>
        this.#contestant(operands, `${partition}/${layer}`, { layer, unchecked })
      );
    });
    if (call === 0 || checks === "every") { for (const { id } of contestants) unchecked.add(id); }
    const { samples } = await measure(this.#device, contestants, {
      ...{ seed: seed + call, minRounds: rounds, maxRounds: rounds, preparations: 1 },
      ...{ budgetMs: Infinity, narrow: 0, ...(signal && { signal }) },
    });
    const times = Map.groupBy(samples, ({ contestant }) => contestant);
    return blocks.map((_, partition) =>
      this.layers.map((_, layer) => {
        const own = times.get(`${partition}/${layer}`);
        return own ? median(own.map(({ ms }) => ms)) : 0;
      })
    );
  }

  #contestant(
    operands: BlockOperands,
    id: string,
    { layer: at, unchecked }: { readonly layer: number; readonly unchecked: Set<string> },
  ): Contestant {
    const { work, seed, kernels = {} } = this.#options;
    const { layer, inputWidth: width, outputWidth } = this.layers[at];
    const built = layerProgram(layer, { block: operands.shape, width, work, inputGradient: at > 0, seed });
    const { program, isTimed } = built;
    const { peak, evaluate } = programLedger(program);
    return {
      id,
      bytes: work === "training" ? peak.bytes : evaluate.bytes,
      prepare: async (): Promise<PreparedContestant> => {
        const { matrix: { rows, cols } } = operands.block;
        const numbers = {
          features: this.#random(cols * width),
          outputGradient: this.#random(rows * outputWidth),
        };
        const executor = await DeviceExecutor.create(
          ...[this.#device, program, bindLayer(built, operands, numbers), { kernels }] as const,
        );
        try {
          initialise(executor, program, { seed });
          executor.setStep(1);
          if (unchecked.delete(id)) await this.#checkOnce(executor);
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
          destroy: () => executor.close(),
        };
      },
    };
  }

  async #checkOnce(executor: DeviceExecutor): Promise<void> {
    const { seed, checkedWork = 5e6 } = this.#options;
    const report = await checkSteps(executor, {
      seed,
      exhaustiveWork: checkedWork,
      sampledWork: checkedWork,
    });
    executor.setStep(1);
    if (!report.ok) throw wrongStep(report);
    const nearness = ({ relErr, tolerance }: StepCheckReport) => tolerance === 0 ? 0 : relErr / tolerance;
    if (this.#check === undefined || nearness(report) > nearness(this.#check)) this.#check = report;
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

function wrongStep({ layer, op, kernel, tensor, relErr, tolerance }: StepCheckReport): ReproError {
  return new ReproError({
    action: `time ${layer} on a partition`,
    current: `a "${tensor}" of ${op} by ${kernel} that is off by ${relErr} of its terms`,
    wanted: `${tolerance} at most`,
    next: "check the kernel on this device: deno task check:kernels",
  });
}
