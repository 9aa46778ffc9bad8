/**
 * Device memory of a program according to its plan: tensors in shared buffers, lists of indices, and the
 * control words that change from step to step.
 *
 * @module
 */
import { type DeviceMatrix, type Panel, writeMatrix } from "../../hardware/dense.ts";
import type { Device, DeviceBuffer } from "../../hardware/device.ts";
import { adamCorrections } from "../../kernels/adam/oracle.ts";
import type { ResidentCsr } from "../../kernels/spmm/resident_csr.ts";
import type { AdamDecays, StagedMemory } from "../operations/rules/operand_source.ts";
import type { Bindings } from "../program/bindings.ts";
import {
  adamDecays,
  CORRECTION_BYTES,
  indexListBytes,
  type LentMatrices,
  type MemoryPlan,
  planMemory,
  type PlannedPanel,
  STEP_BYTES,
} from "../program/memory_plan.ts";
import type { Program } from "../program/program.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../program/tensor.ts";
import { keptSteps } from "./row_chains.ts";

/** Matrices and lists that another owner computes on the device. */
export interface ResidentOperands {
  /** Arrays of sparse operands, within the operands' shapes. */
  readonly sparse: ReadonlyMap<SparseOperand, ResidentCsr>;
  /** Lists of index operands, at least as long as these. */
  readonly indices: ReadonlyMap<IndexOperand, DeviceBuffer>;
}

/** Operands of a program that belong to another owner. */
export interface ForeignOperands {
  /** Tensors; none by default. */
  readonly lent?: LentMatrices;
  /** Matrices and lists; none by default. */
  readonly resident?: ResidentOperands | undefined;
}

/** Words on the device that differ from one training step to the next. */
export interface ControlWords {
  /** Buffer of the words. */
  readonly buffer: DeviceBuffer;
  /** Words of a training step. */
  words(step: number): Uint32Array | Float32Array;
}

/** Tensors, lists and control words that the steps of a program work on. */
export class DeviceMemory implements StagedMemory {
  /** Memory plan: places of the tensors, and bytes. */
  readonly plan: MemoryPlan;
  /** Buffer with the number of the training step, one u32. */
  readonly step: DeviceBuffer;
  readonly #device: Device;
  readonly #owned: DeviceBuffer[] = [];
  readonly #matrices: readonly DeviceMatrix[];
  readonly #indices: Map<IndexOperand, DeviceBuffer>;
  readonly #resident: ResidentOperands["sparse"];
  readonly #corrections: (AdamDecays & ControlWords)[] = [];

  /**
   * Allocates all of {@linkcode MemoryPlan.bytes}, zeroes memory that is read before it is written, and
   * uploads indices and inputs, which `checkBindings` has checked. Lent tensors are not changed.
   *
   * @throws {OutOfMemoryError} with nothing left allocated.
   */
  constructor(
    device: Device,
    program: Program,
    bindings: Bindings,
    { lent = new Map(), resident }: ForeignOperands = {},
  ) {
    this.#device = device;
    this.#resident = resident?.sparse ?? new Map();
    this.#indices = new Map(resident?.indices);
    this.plan = planMemory(program, device.limits.bindingBytes, { lent, keptSteps: keptSteps(device) });
    try {
      const owners = labelsOf(program, this.plan);
      const slots = this.plan.slots.map((bytes, slot) => this.#allocate(owners[slot], bytes));
      for (const slot of this.plan.zeroed) device.clear(slots[slot]);
      this.#matrices = program.tensors.map((tensor) => {
        const { rows, cols, id } = tensor;
        const place = ({ slot, ...place }: PlannedPanel): Panel => ({ ...place, buffer: slots[slot] });
        return lent.get(tensor) ?? { rows, cols, panels: this.plan.panels[id].map(place) };
      });
      for (const operand of program.indices) {
        if (this.#indices.has(operand)) continue;
        const buffer = this.#allocate(operand.label, indexListBytes(operand.length));
        device.write(buffer, bindings.indices.get(operand)!);
        this.#indices.set(operand, buffer);
      }
      this.step = this.#allocate("training step", STEP_BYTES);
      for (const decays of adamDecays(program)) {
        this.#corrections.push({
          ...decays,
          buffer: this.#allocate("adam corrections", CORRECTION_BYTES),
          words: (step) => Float32Array.from(adamCorrections({ ...decays, step })),
        });
      }
      for (const tensor of program.tensors) {
        if (tensor.kind !== "input" || lent.has(tensor)) continue;
        writeMatrix(device, this.matrix(tensor), bindings.inputs.get(tensor)!);
      }
      this.setStep(1);
    } catch (error) {
      this.free();
      throw error;
    }
  }

  #allocate(label: string, bytes: number): DeviceBuffer {
    const buffer = this.#device.allocate(label, bytes);
    this.#owned.push(buffer);
    return buffer;
  }

  /** Matrix of a tensor on the device. */
  matrix(tensor: Tensor): DeviceMatrix {
    return this.#matrices[tensor.id];
  }

  /** Buffer of a list of indices. */
  index(operand: IndexOperand): DeviceBuffer {
    return this.#indices.get(operand)!;
  }

  /** Buffer of `1 / (1 - beta1^t)` and `1 / (1 - beta2^t)`. */
  corrections({ beta1, beta2 }: AdamDecays): DeviceBuffer {
    return this.#corrections.find((kind) => kind.beta1 === beta1 && kind.beta2 === beta2)!.buffer;
  }

  /** Sets the number of the next training step. */
  setStep(step: number): void {
    for (const { buffer, words } of this.controls) this.#device.write(buffer, words(step));
  }

  /** Words that {@linkcode DeviceMemory.setStep} writes. */
  get controls(): readonly ControlWords[] {
    return [{ buffer: this.step, words: (step) => Uint32Array.of(step) }, ...this.#corrections];
  }

  /** Arrays of a sparse operand that another owner computes, where there is one. */
  resident(operand: SparseOperand): ResidentCsr | undefined {
    return this.#resident.get(operand);
  }

  /** Frees all of it. */
  free(): void {
    for (const buffer of this.#owned.splice(0)) this.#device.free(buffer);
  }
}

/** Labels of the tensors in each slot, for the device's messages. */
function labelsOf(program: Program, plan: MemoryPlan): readonly string[] {
  const labels: string[][] = plan.slots.map(() => []);
  for (const { id, label } of program.tensors) {
    for (const slot of new Set(plan.panels[id].map(({ slot }) => slot))) labels[slot].push(label);
  }
  return labels.map(([first, ...others]) =>
    others.length > 0 ? `${first} and ${others.length} others` : first
  );
}
