/**
 * Plans of one product, each with another value of the number that is tuned. All of them have to compute what
 * the default computes, which is checked against the oracle first.
 *
 * @module
 */
import process from "node:process";
import type { X86Device } from "../../hardware/cpu/x86/device.ts";
import { readMatrix } from "../../hardware/dense.ts";
import type { TimedContender } from "../../hardware/measuring/timed_contender.ts";
import type { WebGpuDevice } from "../../hardware/webgpu/device.ts";
import { ReproError, WrongResultError } from "../../platform/errors.ts";
import { sha256 } from "../../platform/files/digest.ts";
import { execute, poisonResult } from "../checks/plan_operands.ts";
import type { AnyOperandsOf } from "../operation.ts";
import { checkPlan } from "../checks/plan_check.ts";
import { stageKernel } from "../staged_kernel.ts";
import type { TunedNumber } from "./tuned_numbers.ts";

/** Multiply-adds up to which the default's result is checked whole, and those of a sample of its rows. */
const CHECK = { exhaustiveWork: 2 ** 25, sampledWork: 2 ** 22, projections: 0 } as const;

/** Device whose kernels are tuned. */
export type TunableDevice = X86Device | WebGpuDevice;

/** Product that the values of a number are tried on. */
export interface TunedProduct {
  /** Problem of the number's operation. */
  readonly problem: unknown;
  /** The problem's operands on the device; lent. */
  readonly operands: AnyOperandsOf["wasm"] | AnyOperandsOf["webgpu"];
}

/** Plans of a product with the values of one number. */
export class ValuePlans {
  readonly #device: TunableDevice;
  readonly #number: TunedNumber;
  readonly #product: TunedProduct;
  readonly #held: Readonly<Record<string, number>>;
  /** Digest of what the default computes; known once it was checked. */
  #wanted: string | undefined;

  /** @param options Product, and numbers of the same work that were chosen before. */
  constructor(
    device: TunableDevice,
    number: TunedNumber,
    { held, ...product }: TunedProduct & { readonly held: Readonly<Record<string, number>> },
  ) {
    this.#device = device;
    this.#number = number;
    this.#product = product;
    this.#held = held;
  }

  /**
   * Checks the default; returns the reason where an adapter refuses it.
   *
   * @throws {WrongResultError} where its result is not the oracle's.
   */
  async checkDefault(seed: number): Promise<string | undefined> {
    const { name, values: [standard] } = this.#number;
    let plan: Staged;
    try {
      plan = await this.#prepare(standard);
    } catch (error) {
      if (this.#device.backend === "x86" || !(error instanceof ReproError)) throw error;
      return errorReason(error);
    }
    try {
      const { ok } = await checkPlan(this.#device, plan, { seed, ...CHECK });
      if (!ok) throw wrong(`${name} with its default`, "the oracle's");
      this.#wanted = await this.#digest(plan);
    } finally {
      plan.destroy();
    }
  }

  /** A value as a contender of measured rounds, after the default was checked. */
  contender(id: string, value: number): TimedContender {
    const { name, parameter } = this.#number;
    return {
      id,
      // The operands are there already, and a plan's own arrays are small beside them.
      bytes: 0,
      prepare: async () => {
        const plan = await this.#prepare(value);
        return {
          ...this.#device.backend === "x86"
            ? { time: (calls: number) => processorMs(() => plan.run(), calls) }
            : { run: () => plan.run() },
          recheck: async () => {
            if (await this.#digest(plan) !== this.#wanted) {
              throw wrong(`${name} with ${parameter} ${value}`, "the bits of the default's");
            }
          },
          destroy: () => plan.destroy(),
        };
      },
    };
  }

  #prepare(value: number): Promise<Staged> {
    const { operation, kernel, parameter } = this.#number, { problem, operands } = this.#product;
    return stageKernel(this.#device, problem, {
      operation,
      kernel,
      parameters: { ...this.#held, [parameter]: value },
      lent: { operands, giveBack: () => {} },
    });
  }

  /** Digest of what a plan computes into a poisoned output. */
  async #digest(plan: Staged): Promise<string> {
    const { problem, operands } = this.#product;
    poisonResult(this.#device, plan, problem);
    await execute(this.#device, [plan]);
    return sha256(new Uint8Array((await readMatrix(this.#device, operands.output)).buffer));
  }
}

type Staged = Awaited<ReturnType<typeof stageKernel>>;

/** Reason of an error, without what to do about it. */
export function errorReason({ parts: { action, current } }: ReproError): string {
  return `cannot ${action}: ${current}`;
}

/**
 * Milliseconds of processor time, of all threads together, that `calls` executions take: waiting for a core
 * that other programs keep busy is no property of the code.
 */
async function processorMs(run: () => void, calls: number): Promise<number> {
  // Signals arrive between two samples.
  await new Promise((resolve) => setTimeout(resolve));
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call++) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function wrong(current: string, wanted: string): WrongResultError {
  return new WrongResultError({
    action: "tune kernels",
    current: `another result of ${current}`,
    wanted,
    next: "report it with the processor's name; until then leave tuned numbers out: GNN_REPRO_TUNING=off",
  });
}
