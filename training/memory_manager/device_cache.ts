/**
 * What of a program is on the device at the moment: the tensors and matrices that a transfer plan has brought.
 *
 * @module
 */
import { allocateMatrix, type DeviceMatrix, freeMatrix, type Panel } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import type { Plan } from "../../kernels/kernel.ts";
import { DeviceError } from "../../platform/errors.ts";
import { outputsOf, rulesOf } from "../operations/step_rules.ts";
import type { LentMatrices } from "../program/memory_plan.ts";
import type { Program } from "../program/program.ts";
import type { Tensor } from "../program/tensor.ts";

/** A tensor that is on the device for some of the time. What is prepared meanwhile finds it where it lies then. */
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
 * Tensors by themselves, sparse matrices by a plan that reads them: kernels bring a matrix to the device in their own form when
 * they are prepared, and plans of one kernel share it; so it stays as long as one of those plans.
 */
export class DeviceCache {
  readonly #device: Device;
  readonly #visitors: ReadonlyMap<Tensor, Visitor>;
  /** Matrices by their keys. */
  readonly #holders = new Map<string, Plan>();
  /** Tensors of which some rows are never written: those are 0. */
  readonly #sparselyWritten: ReadonlySet<Tensor>;

  /** An empty one. */
  constructor(device: Device, program: Program) {
    this.#device = device;
    this.#visitors = new Map(program.tensors.map((tensor) => [tensor, new Visitor(tensor)]));
    const steps = [...program.train, ...program.evaluate];
    this.#sparselyWritten = new Set(
      steps.flatMap((step) => rulesOf(step).writes === "some-rows" ? outputsOf(step) : []),
    );
  }

  /** Every tensor of the program, at the place where it is when somebody looks. */
  get matrices(): LentMatrices {
    return this.#visitors;
  }

  /** Bytes of a tensor that is there. */
  bytesOf(tensor: Tensor): number {
    return this.#visitors.get(tensor)!.panels.reduce((sum, { buffer }) => sum + buffer.bytes, 0);
  }

  /**
   * Makes room for a tensor that is not there.
   *
   * @throws {OutOfMemoryError} where the device has none.
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

  /** Keeps a matrix by its newest plan; another one that held it goes. */
  hold(key: string, plan: Plan): void {
    const before = this.#holders.get(key);
    this.#holders.set(key, plan);
    before?.destroy();
  }

  /** Takes a tensor, or a matrix by its key, from the device. */
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

  /** Takes everything from the device. */
  clear(): void {
    for (const content of [...this.#holders.keys(), ...this.#visitors.keys()]) this.drop(content);
  }
}
