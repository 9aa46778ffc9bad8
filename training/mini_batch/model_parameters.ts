/**
 * Parameters of a model, kept on a device while the programs of batches come and go.
 *
 * @module
 */
import {
  allocateMatrix,
  type DeviceMatrix,
  freeMatrix,
  readMatrix,
  writeMatrix,
} from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import { UsageError } from "../../platform/errors.ts";
import { initialNumbers } from "../executors/initialisation.ts";
import type { Program } from "../program/program.ts";
import type { Tensor } from "../program/tensor.ts";
import { plural } from "../../platform/text/plural.ts";

/** Parameters and the optimizer's moments on a device. Programs of one model find them by label and shape. */
export class ModelParameters {
  readonly #device: Device;
  readonly #matrices = new Map<string, DeviceMatrix>();
  readonly #parameters: readonly string[];

  /**
   * Allocates the parameters and moments of `program`: parameters with the initial values of a full-batch
   * training of the same seed, moments of 0.
   *
   * @throws {OutOfMemoryError} where there is no room; nothing stays allocated.
   */
  constructor(device: Device, program: Program, { seed }: { readonly seed: number }) {
    this.#device = device;
    this.#parameters = program.parameters.map(({ tensor }) => tensor.label);
    try {
      for (const { label, rows, cols } of kept(program)) {
        const matrix = allocateMatrix(device, label, rows, cols);
        this.#matrices.set(label, matrix);
        for (const { buffer } of matrix.panels) device.clear(buffer);
      }
      for (const parameter of program.parameters) {
        writeMatrix(device, this.#matrices.get(parameter.tensor.label)!, initialNumbers(parameter, seed));
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /**
   * Lends the matrices to another program of the same model, by that program's tensors.
   *
   * @throws {UsageError} where the program has other parameters or moments.
   */
  lend(program: Program): Map<Tensor, DeviceMatrix> {
    return new Map(
      kept(program).map((tensor) => {
        const { label, rows, cols } = tensor;
        const matrix = this.#matrices.get(label);
        if (matrix?.rows === rows && matrix.cols === cols) return [tensor, matrix];
        throw new UsageError({
          action: `lend "${label}"`,
          current: matrix ? `${matrix.rows} x ${matrix.cols}` : "no such parameter",
          wanted: `${rows} x ${cols}`,
          next: "take parameters and programs of the same model",
        });
      }),
    );
  }

  /**
   * Reads the parameters by label, row-major, after all work; another program of the model can begin with
   * them.
   */
  async read(): Promise<ReadonlyMap<string, Float32Array>> {
    const numbers = new Map<string, Float32Array>();
    for (const label of this.#parameters) {
      numbers.set(label, await readMatrix(this.#device, this.#matrices.get(label)!));
    }
    return numbers;
  }

  /** Reads parameters and moments by label, row-major, for {@linkcode ModelParameters.restore}. */
  async state(): Promise<ReadonlyMap<string, Float32Array>> {
    const numbers = new Map<string, Float32Array>();
    for (const [label, matrix] of this.#matrices) numbers.set(label, await readMatrix(this.#device, matrix));
    return numbers;
  }

  /**
   * Writes parameters and moments that were read before.
   *
   * @throws {UsageError} where one of them is missing or has another size; nothing is written then.
   */
  restore(state: ReadonlyMap<string, Float32Array>): void {
    for (const [label, { rows, cols }] of this.#matrices) {
      const numbers = state.get(label);
      if (numbers?.length === rows * cols) continue;
      throw new UsageError({
        action: `restore "${label}"`,
        current: numbers ? plural(numbers.length, "number") : "no such numbers",
        wanted: `${rows} x ${cols}`,
        next: "restore what a training of the same model has left",
      });
    }
    for (const [label, matrix] of this.#matrices) writeMatrix(this.#device, matrix, state.get(label)!);
  }

  /** Matrices of all parameters and moments. */
  get matrices(): readonly DeviceMatrix[] {
    return [...this.#matrices.values()];
  }

  /** Frees the memory. */
  close(): void {
    for (const matrix of this.#matrices.values()) freeMatrix(this.#device, matrix);
    this.#matrices.clear();
  }
}

function kept({ tensors }: Program): Tensor[] {
  return tensors.filter(({ kind }) => kind === "parameter" || kind === "moment");
}
