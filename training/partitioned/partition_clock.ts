/**
 * Times of each layer on each partition: the partitions of a cut run one after another on one device, without
 * communication.
 *
 * @module
 */
import type { RangeBlock } from "../../graph/partitions/range_block.ts";
import type { Device } from "../../hardware/device.ts";
import type { TimedContender } from "../../hardware/measuring/timed_contender.ts";
import { measure, timesOf } from "../../hardware/measuring/measure.ts";
import { UsageError } from "../../platform/errors.ts";
import { median } from "../../platform/statistics/median.ts";
import type { StepCheckReport } from "../executors/step_check.ts";
import type { Layer } from "../layers/layer.ts";
import { BlockOperands, type PartitionedWork } from "./layer_program.ts";
import { type PartitionedLayer, partitionedLayers } from "./layer_widths.ts";
import { TimedLayers, type TimedLayersOptions } from "./timed_layer.ts";
import { plural } from "../../platform/text/plural.ts";

/** Source of the layers' times on partitions. */
export interface PartitionClock {
  /** Layers, in order. */
  readonly layers: readonly PartitionedLayer[];
  /** Kind of work that is timed. */
  readonly work: PartitionedWork;
  /** Measures the milliseconds of each layer, `[partition][layer]`; 0 where a partition has no vertex. */
  time(blocks: readonly RangeBlock[]): Promise<readonly (readonly number[])[]>;
}

/** Settings of a device clock. */
export interface DeviceClockOptions extends TimedLayersOptions {
  /**
   * Layers that aggregate first and have no row-wise ones between them (`order: "aggregate-first"`, no
   * `dropout` of the input).
   */
  readonly layers: readonly Layer[];
  /** Columns of the first layer's input. */
  readonly featureWidth: number;
  /**
   * Number of samples of each layer on each partition, taken in rounds of random order; the median counts. 3
   * by default.
   */
  readonly rounds?: number;
  /** Least milliseconds of a sample; by default those that the device's clock needs, 20 on threads. */
  readonly sampleMs?: number;
  /** Signal that stops the measurement. */
  readonly signal?: AbortSignal;
}

/** Clock that times layers on a device, with random features and random gradients of the output. */
export class DeviceClock implements PartitionClock {
  readonly layers: readonly PartitionedLayer[];
  readonly #device: Device;
  readonly #options: DeviceClockOptions;
  readonly #timed: TimedLayers;
  #calls = 0;

  /**
   * Emits the layers once, and allocates nothing on the device.
   *
   * @throws {UsageError} for layers that cannot be partitioned, or a number of rounds that is not an integer
   * from 1.
   */
  constructor(device: Device, options: DeviceClockOptions) {
    const { layers, featureWidth, rounds = 3 } = options;
    if (!(Number.isInteger(rounds) && rounds >= 1)) {
      throw new UsageError({
        action: "time partitions",
        current: plural(rounds, "round"),
        wanted: "a whole number from 1",
        next: "leave it out for 3",
      });
    }
    this.layers = partitionedLayers(layers, featureWidth);
    this.#device = device;
    this.#options = options;
    this.#timed = new TimedLayers(device, options);
  }

  /** Kind of work that is timed. */
  get work(): PartitionedWork {
    return this.#options.work;
  }

  /** Check that came nearest to its bound; absent before the first. */
  get check(): StepCheckReport | undefined {
    return this.#timed.check;
  }

  /**
   * Measures the milliseconds of each layer, `[partition][layer]`; 0 where a partition has no vertex. Where
   * all fit on the device they are measured in rounds, else two at a time, prepared anew. All memory is freed
   * afterwards.
   *
   * @throws {ReproError} for a step that is wrong; no time is returned.
   * @throws {OutOfMemoryError} where a layer on a block does not fit.
   */
  async time(blocks: readonly RangeBlock[]): Promise<readonly (readonly number[])[]> {
    const { seed, rounds = 3, sampleMs, signal } = this.#options;
    const call = this.#calls;
    const unchecked = new Set<string>();
    const contenders = blocks.flatMap((block, partition): TimedContender[] => {
      if (block.end === block.begin) return [];
      const operands = new BlockOperands(block);
      return this.layers.map((_, at) => {
        const id = `${partition}/${at}`, layer = this.#timed.of(operands, this.layers, at);
        if (call === 0) unchecked.add(id);
        return { id, bytes: layer.bytes, prepare: () => layer.prepare({ checked: unchecked.delete(id) }) };
      });
    });
    const measured = await measure(this.#device, contenders, {
      seed: seed + call,
      minRounds: rounds,
      maxRounds: rounds,
      preparations: 1,
      budgetMs: Infinity,
      narrow: 0,
      ...(sampleMs !== undefined && { sampleMs }),
      ...(signal && { signal }),
    });
    for (const failure of measured.failures.values()) throw failure;
    // A call that failed has not checked everything.
    this.#calls++;
    return blocks.map(({ begin, end }, partition) =>
      this.layers.map((_, layer) => {
        const times = timesOf(measured, `${partition}/${layer}`);
        return end === begin || times.length === 0 ? 0 : median(times);
      })
    );
  }
}
