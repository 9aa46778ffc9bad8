/**
 * Cache of a program's tensors and matrices on the device, filled and emptied by a transfer plan.
 *
 * @module
 */
import { allocateMatrix, type DeviceMatrix, freeMatrix, type Panel } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import type { Plan } from "../../kernels/kernel.ts";
import { DeviceError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { outputsOf, rulesOf } from "../operations/step_rules.ts";
import type { LentMatrices } from "../program/memory_plan.ts";
import type { Program } from "../program/program.ts";
import type { Tensor } from "../program/tensor.ts";

/** Tensor that is on the device some of the time. A kernel prepared meanwhile finds its current place. */
class Visitor implements DeviceMatrix {
  readonly rows: number;
  readonly cols: number;
  readonly #label: string;
  matrix: DeviceMatrix | undefined;

  constructor({ rows, cols, label }: Tensor) {
    this.rows = rows;
    this.cols = cols;
    this.#label = label;
  }

  get panels(): readonly Panel[] {
    if (this.matrix) return this.matrix.panels;
    throw new DeviceError({
      action: `use "${this.#label}"`,
      current: "a tensor in host memory",
      wanted: "one that its operation has loaded",
      next: "report this with the program's layers",
    });
  }
}

/**
 * Cache of tensors, and of sparse matrices held by plans that read them: kernels copy a matrix to the device
 * in their own form when they are prepared, and plans of one kernel share it; so it stays as long as one of
 * those plans.
 */
export class DeviceCache {
  readonly #device: Device;
  readonly #visitors: ReadonlyMap<Tensor, Visitor>;
  /** Plans that hold the matrices, by the matrices' keys. */
  readonly #holders = new Map<string, Plan>();
  /** Tensors with rows that are never written, which are 0. */
  readonly #sparselyWritten: ReadonlySet<Tensor>;

  /** Creates an empty cache. */
  constructor(device: Device, program: Program) {
    this.#device = device;
    this.#visitors = new Map(program.tensors.map((tensor) => [tensor, new Visitor(tensor)]));
    const steps = [...program.train, ...program.evaluate];
    this.#sparselyWritten = new Set(
      steps.flatMap((step) => rulesOf(step).writes === "some-rows" ? outputsOf(step) : []),
    );
  }

  /** Matrices of all tensors of the program, which resolve to a tensor's place at each access. */
  get matrices(): LentMatrices {
    return this.#visitors;
  }

  /** Bytes of a cached tensor. */
  bytesOf(tensor: Tensor): number {
    return sumOf(this.#visitors.get(tensor)!.panels, ({ buffer }) => buffer.bytes);
  }

  /**
   * Allocates a tensor that is not in the cache.
   *
   * @throws {OutOfMemoryError} where the device has no room.
   */
  allocate(tensor: Tensor): DeviceMatrix {
    const visitor = this.#visitors.get(tensor)!;
    const matrix = allocateMatrix(this.#device, tensor.label, tensor.rows, tensor.cols);
    visitor.matrix = matrix;
    if (this.#sparselyWritten.has(tensor)) {
      for (const { buffer } of matrix.panels) this.#device.clear(buffer);
    }
    return matrix;
  }

  /** Holds a matrix by its newest plan; the plan that held it before is freed. */
  hold(key: string, plan: Plan): void {
    const before = this.#holders.get(key);
    this.#holders.set(key, plan);
    before?.destroy();
  }

  /** Removes a tensor, or a matrix by its key, from the device. */
  drop(content: Tensor | string): void {
    if (typeof content === "string") {
      this.#holders.get(content)?.destroy();
      this.#holders.delete(content);
      return;
    }
    const visitor = this.#visitors.get(content)!, { matrix } = visitor;
    visitor.matrix = undefined;
    if (matrix) freeMatrix(this.#device, matrix);
  }

  /** Removes everything from the device. */
  clear(): void {
    for (const content of [...this.#holders.keys(), ...this.#visitors.keys()]) this.drop(content);
  }
}
