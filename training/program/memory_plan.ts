/**
 * Assignment of a program's tensors to device buffers; tensors whose lifetimes do not overlap share a buffer.
 *
 * @module
 */
import { type DeviceMatrix, paddedStride, panelCols } from "../../hardware/dense.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import type { AdamDecays } from "../operations/rules/operand_source.ts";
import { type Lifetime, lifetimesOf, lifetimesOverlap } from "./lifetimes.ts";
import type { Program } from "./program.ts";
import type { Tensor } from "./tensor.ts";

/** Matrices on the device that another owner lends to a program, by tensor. */
export type LentMatrices = ReadonlyMap<Tensor, DeviceMatrix>;

/** Settings of a memory plan. */
export interface MemoryPlanOptions {
  /** Tensors kept on the device by another owner: no slot holds them, and they have no panels here. */
  readonly lent?: Pick<LentMatrices, "has">;
  /**
   * Steps behind its last use in which nothing else may be written into a tensor's memory; 0 when absent.
   * Such steps can run block of rows by block of rows (`executors/row_chains.ts`).
   */
  readonly keptSteps?: number;
}

/** Place of columns `[firstCol, firstCol + cols)` of a tensor. */
export interface PlannedPanel {
  /** Column of the tensor that is this panel's column 0. */
  readonly firstCol: number;
  /** Columns, without padding. */
  readonly cols: number;
  /** Number of floats from one row to the next. */
  readonly stride: number;
  /** Index in {@linkcode MemoryPlan.slots} of the buffer. */
  readonly slot: number;
}

/** Memory of a program on a device, without that of its kernels. */
export interface MemoryPlan {
  /** Bytes of each buffer that holds tensors. */
  readonly slots: readonly number[];
  /** Slots that must begin as 0, because a tensor in them is read before all of it is written. */
  readonly zeroed: readonly number[];
  /** Panels of each tensor, by id. */
  readonly panels: readonly (readonly PlannedPanel[])[];
  /** Bytes of all slots together. */
  readonly tensorBytes: number;
  /** Bytes of the tensors if none shared its memory. */
  readonly unsharedBytes: number;
  /** Total bytes that a device allocates: those of the slots, of lists of indices and of control words. */
  readonly bytes: number;
}

/**
 * Plans the place of every tensor: the largest first, each in the smallest buffer whose tensors never overlap
 * with it, in a buffer of its own where there is none (greedy by size with shared objects: Pisarchyk and Lee,
 * "Efficient memory management for deep neural net inference", 2020). Equal programs get equal plans.
 *
 * @throws {OutOfMemoryError} where not even four columns of a tensor fit into one binding of `bindingBytes`.
 */
export function planMemory(
  program: Program,
  bindingBytes: number,
  { lent, keptSteps }: MemoryPlanOptions = {},
): MemoryPlan {
  const lifetimes = lifetimesOf(program);
  const panels = program.tensors.map((tensor) => lent?.has(tensor) ? [] : panelsOf(tensor, bindingBytes));
  const waiting = panels.flatMap((own, id) => own.map((panel) => ({ id, panel, bytes: panel.bytes })));
  waiting.sort((a, b) => b.bytes - a.bytes || a.id - b.id || a.panel.firstCol - b.panel.firstCol);
  const slots: { readonly bytes: number; readonly tenants: Lifetime[] }[] = [];
  const zeroed: number[] = [];
  for (const { id, panel, bytes } of waiting) {
    const lifetime = lifetimes[id];
    // Later slots are smaller or equal, and all are large enough: the last that fits is the tightest.
    let at = slots.findLastIndex(({ tenants }) =>
      !tenants.some((tenant) => lifetimesOverlap(tenant, lifetime, keptSteps))
    );
    if (at < 0) at = slots.push({ bytes, tenants: [] }) - 1;
    slots[at].tenants.push(lifetime);
    panel.slot = at;
    // A tensor that lives always shares with none. Inputs are written whole, padding included.
    if (lifetime === "always" && program.tensors[id].kind !== "input") zeroed.push(at);
  }
  const tensorBytes = sumOf(slots, ({ bytes }) => bytes);
  const indexBytes = sumOf(program.indices, ({ length }) => indexListBytes(length));
  const controlBytes = STEP_BYTES + CORRECTION_BYTES * adamDecays(program).length;
  return {
    slots: slots.map(({ bytes }) => bytes),
    zeroed,
    panels: panels.map((own) =>
      own.map(({ firstCol, cols, stride, slot }) => ({ firstCol, cols, stride, slot }))
    ),
    tensorBytes,
    unsharedBytes: sumOf(waiting, ({ bytes }) => bytes),
    bytes: tensorBytes + indexBytes + controlBytes,
  };
}

/** Bytes of the number of the training step, u32. */
export const STEP_BYTES = 4;
/** Bytes of the divisors of the moments of one kind of Adam: two f32. */
export const CORRECTION_BYTES = 8;

/** Bytes of a list of u32 on a device. */
export function indexListBytes(length: number): number {
  return Math.max(1, length) * 4;
}

/** Pairs of decays of a program, each once: steps of one pair share their corrections. */
export function adamDecays(program: Program): readonly AdamDecays[] {
  const kinds: AdamDecays[] = [];
  for (const step of program.train) {
    if (step.op !== "adam") continue;
    const { beta1, beta2 } = step.constants;
    if (!kinds.some((kind) => kind.beta1 === beta1 && kind.beta2 === beta2)) kinds.push({ beta1, beta2 });
  }
  return kinds;
}

/** Panels of a tensor as `allocateMatrix` cuts them, in no slot yet. */
function panelsOf(
  { rows, cols }: Tensor,
  bindingBytes: number,
): (PlannedPanel & { slot: number; bytes: number })[] {
  const width = panelCols(rows, cols, bindingBytes);
  const panels = [];
  for (let firstCol = 0; firstCol < cols; firstCol += width) {
    const own = Math.min(width, cols - firstCol);
    const stride = paddedStride(own);
    panels.push({ firstCol, cols: own, stride, slot: -1, bytes: Math.max(16, rows * stride * 4) });
  }
  return panels;
}
