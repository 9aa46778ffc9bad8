/**
 * Plans in sets that rotate from call to call, so that no set finds its operands in a cache.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import type { DeviceTimedPlan } from "../../hardware/measuring/timed_contender.ts";
import type { StagedOperands } from "../../kernels/operation.ts";
import { recheckPlans, renewPlans } from "../../kernels/checks/plan_check.ts";
import type { TimedPlan } from "../../kernels/staged_plan.ts";

/** Sets of plans, each with operands of its own that hold the same problems. A call executes one set. */
export class RotatingPlans<Problem, OperandsOf extends { wasm: StagedOperands; webgpu: StagedOperands }>
  implements Pick<Required<DeviceTimedPlan>, "run" | "recheck" | "renew"> {
  readonly #device: Device;
  readonly #sets: readonly (readonly TimedPlan<Problem, OperandsOf>[])[];
  #next = 0;
  #calls = 0;

  /** Rotates through `sets`, at least one. */
  constructor(device: Device, sets: readonly (readonly TimedPlan<Problem, OperandsOf>[])[]) {
    this.#device = device;
    this.#sets = sets;
  }

  /** Executes the next set. */
  run(): void {
    for (const plan of this.#sets[this.#next]) plan.run();
    this.#next = (this.#next + 1) % this.#sets.length;
    this.#calls++;
  }

  /** Executes and compares every set on fresh inputs; see {@linkcode recheckPlans}. */
  recheck(seed: number): Promise<void> {
    return recheckPlans(this.#device, this.#sets.flat(), seed);
  }

  /**
   * Gives every set fresh inputs; see {@linkcode renewPlans}. A sample need not come round to all sets: the
   * check first executes those that it has not reached.
   */
  async renew(seed: number): Promise<() => Promise<void>> {
    const check = await renewPlans(this.#device, this.#sets.flat(), seed);
    this.#calls = 0;
    return async () => {
      await this.#device.guard("run the sets that a sample has not reached", async () => {
        while (this.#calls < this.#sets.length) this.run();
        await this.#device.finish();
      });
      await check();
    };
  }
}
