/**
 * Samples of a comparison's contenders: the warm-up of a plan, its timed samples, and the check after the
 * last of them.
 *
 * @module
 */
import { pausing } from "../../platform/pausing.ts";
import { RandomStream } from "../../platform/random.ts";
import type { Device } from "../device.ts";
import type { PreparedContender, TimedContender } from "./timed_contender.ts";
import type { MeasuringOptions } from "./options.ts";
import {
  callsAfter,
  callsPerSample,
  clockOf,
  leastCalls,
  type SampleCalls,
  SELF_WAKING_MS,
  shortestSample,
  SURELY_LONG,
  timeScaleOf,
  wake,
  warmUp,
} from "./sample_length.ts";
import { SteadyRate } from "./steady_rate.ts";
import type { HostTime } from "./waiting.ts";

/**
 * Takes the samples of one comparison on one device. Its methods throw the reason of the options' signal once
 * that has aborted.
 */
export class ContenderSampler {
  readonly #device: Device;
  readonly #options: MeasuringOptions;
  readonly #rate: SteadyRate;
  readonly #seeds: RandomStream;
  /** Lets signals through: while a CPU computes, nothing else would abort the options' signal. */
  readonly #pause: () => Promise<void>;
  /** Executions of each contender's last sample. */
  readonly #lengths = new Map<string, SampleCalls>();
  readonly #cold = new Map<string, HostTime[]>();
  #checkMs = 0;

  /** Prepares to sample; the options' seed determines the inputs of checks. */
  constructor(device: Device, options: MeasuringOptions) {
    this.#device = device;
    this.#options = options;
    this.#rate = new SteadyRate(device);
    this.#pause = pausing(options.signal);
    this.#seeds = new RandomStream(options.seed, "inputs of checks after timing");
  }

  /** First execution after each preparation, by contender; none of a plan that was ready before. */
  get cold(): ReadonlyMap<string, readonly HostTime[]> {
    return this.#cold;
  }

  /** Milliseconds of all checks. */
  get checkMs(): number {
    return this.#checkMs;
  }

  /** Executions of one sample of a contender that has been sampled. */
  callsOf({ id }: TimedContender): number {
    return this.#lengths.get(id)!.calls;
  }

  /** Executes a new plan until it is warm, untimed but for its first execution. */
  async warm(contender: TimedContender, plan: PreparedContender): Promise<void> {
    const { id } = contender;
    await this.#pause();
    this.#options.onPhase?.(id, "warm-up");
    const { cold: first, warmMs } = await warmUp(this.#device, plan, this.#rate);
    // A clock of the device that a plan scales leaves out the waits.
    const waits = plan.time === undefined || contender.clock === "wall" ? first.waits : 0;
    if (plan !== contender.ready) this.#cold.set(id, [...this.#cold.get(id) ?? [], { ms: first.ms, waits }]);
    // Shorter ones may be long for being the first after the preparation, and are probed.
    const isSurelyLong = warmMs >= SURELY_LONG * Math.max(this.#shortest(plan), SELF_WAKING_MS);
    if (isSurelyLong && !this.#lengths.has(id)) {
      this.#lengths.set(id, { calls: leastCalls(warmMs), executionMs: warmMs });
    }
  }

  /** Takes one sample of a warm plan, in time of one execution. */
  async sample(contender: TimedContender, plan: PreparedContender): Promise<HostTime> {
    const { id, clock } = contender, device = this.#device;
    await this.#pause();
    this.#options.onPhase?.(id, "sample");
    const wanted = this.#shortest(plan), last = this.#lengths.get(id);
    const { calls, executionMs } = last === undefined
      ? await callsPerSample(device, plan, wanted)
      : { ...last, calls: callsAfter(device, last, wanted) };
    await wake(device, plan, executionMs);
    const before = device.waits, ms = await clockOf(device, plan)(calls);
    this.#lengths.set(id, { calls, executionMs: ms / timeScaleOf(plan) / calls });
    // The device's own clock leaves them out.
    const waits = clock === "wall" ? timeScaleOf(plan) * (device.waits - before) : 0;
    return { ms: ms / calls, waits: waits / calls };
  }

  /**
   * Takes the last sample of a plan, on inputs that it has not seen where the plan can have them, and checks
   * its result.
   */
  async lastSample(contender: TimedContender, plan: PreparedContender): Promise<HostTime> {
    const seed = this.#seeds.uint32();
    const check = plan.renew && await this.#checking(() => plan.renew!(seed));
    const time = await this.sample(contender, plan);
    await (check ? this.#checking(check) : this.recheck(contender, plan));
    return time;
  }

  /** Checks a plan after its last sample, by an execution more. */
  async recheck({ id }: TimedContender, plan: PreparedContender): Promise<void> {
    await this.#pause();
    this.#options.onPhase?.(id, "recheck");
    const seed = this.#seeds.uint32();
    await this.#checking(() => plan.recheck(seed));
  }

  #shortest(plan: PreparedContender): number {
    return this.#options.sampleMs ?? shortestSample(this.#device, plan);
  }

  async #checking<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#checkMs += performance.now() - began;
    }
  }
}
