/**
 * Chains of steps on a device of machine code: steps of which each needs only those rows of the others'
 * results that it computes itself run together, block of rows by block of rows. The same calls compute the
 * same numbers; only their order differs.
 *
 * @module
 */
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { X86Device } from "../../hardware/cpu/x86/device.ts";
import type { DeviceMatrix } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import type { Plan } from "../../kernels/kernel.ts";
import { wholePanel } from "../../kernels/plans/plan_wasm.ts";
import { planRowChain } from "../../kernels/machine_code/plan_row_chain.ts";
import { commonRows, type RowWork } from "../../kernels/plans/row_work.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { inputsOf, outputsOf } from "../operations/step_rules.ts";
import type { Tensor } from "../program/tensor.ts";
import type { StepPlan } from "./step_plan.ts";

/** Steps of a chain behind its first one. */
const LINKED_STEPS = 2;
/** Share of a core's second cache that a block of rows may take: the rest is for what is read beside it. */
const CACHE_SHARE = 1 / 2;
/** Blocks of rows that each thread gets at least, so that all end at about the same time. */
const BLOCKS_A_THREAD = 8;

/**
 * Steps behind its last use in which nothing else may be written into a tensor's memory, so that these steps
 * can run in a chain.
 */
export function keptSteps({ backend }: Pick<Device, "backend">): number {
  return backend === "x86" ? LINKED_STEPS : 0;
}

/** Steps that run together, or a step by itself. */
export interface StepChain {
  /** The steps, in order. */
  readonly steps: readonly StepPlan[];
  /** Runs them; they leave the numbers that they leave one by one. */
  readonly run: () => void;
}

/** Sequence of steps that was divided into chains. */
export interface ChainedSteps {
  /** The chains, in order. */
  readonly chains: readonly StepChain[];
  /** Frees the memory of the chains. */
  destroy(): void;
}

/**
 * Divides steps, which are to run in this order, into chains.
 *
 * @param matrixOf Returns the memory of a tensor.
 * @throws {OutOfMemoryError} where the device has no room for the chains; nothing stays allocated.
 */
export function chainSteps(
  device: Device,
  steps: readonly StepPlan[],
  matrixOf: (tensor: Tensor) => DeviceMatrix,
): ChainedSteps {
  const chains: StepChain[] = [], plans: Plan[] = [];
  const destroy = () => plans.splice(0).forEach((plan) => plan.destroy());
  try {
    for (let first = 0; first < steps.length; first += chains.at(-1)!.steps.length) {
      const links = isMachine(device) ? longestChain(device, steps.slice(first), matrixOf) : [];
      if (isMachine(device) && links.length > 1) {
        const plan = planRowChain(device, links.map(({ work }) => work), blockRows(device, links));
        plans.push(plan);
        chains.push({ steps: steps.slice(first, first + links.length), run: () => plan.run() });
      } else chains.push({ steps: [steps[first]], run: () => steps[first].plan.run() });
    }
  } catch (error) {
    destroy();
    throw error;
  }
  return { chains, destroy };
}

function isMachine(device: Device): device is X86Device {
  return device.backend === "x86";
}

/** Memory that a step reads or writes: addresses on the device. */
interface Range {
  readonly begin: number;
  readonly end: number;
}

/** Step whose work is divided by rows. */
interface Link {
  readonly work: RowWork;
  readonly reads: readonly Range[];
  readonly writes: readonly Range[];
  /** Bytes of a row of each matrix that has the step's rows, by the matrix's address. */
  readonly rowBytes: ReadonlyMap<number, number>;
}

/** Links of those first steps that can run together. */
function longestChain(
  device: X86Device,
  steps: readonly StepPlan[],
  matrixOf: (tensor: Tensor) => DeviceMatrix,
): readonly Link[] {
  const chain: Link[] = [];
  for (const step of steps.slice(0, 1 + LINKED_STEPS)) {
    const link = linkOf(step, matrixOf);
    if (link === undefined || !follows(chain, link) || blockRows(device, [...chain, link]) === 0) break;
    chain.push(link);
  }
  return chain;
}

function linkOf({ step, plan }: StepPlan, matrixOf: (tensor: Tensor) => DeviceMatrix): Link | undefined {
  const { rowWork: work } = plan;
  if (work === undefined || work.rows === 0 || work.calls.length === 0) return undefined;
  const rowBytes = new Map<number, number>();
  const rangeOf = (tensor: Tensor): Range => {
    const { address, stride } = wholePanel(matrixOf(tensor) as DeviceMatrix<WasmBuffer>);
    if (tensor.rows === work.rows) rowBytes.set(address, stride);
    return { begin: address, end: address + tensor.rows * stride };
  };
  return { work, reads: inputsOf(step).map(rangeOf), writes: outputsOf(step).map(rangeOf), rowBytes };
}

const overlap = (a: Range, b: Range) => a.begin < b.end && b.begin < a.end;

/** Whether a step can run on a block of rows as soon as the steps of a chain have. */
function follows(chain: readonly Link[], { work, reads, writes }: Link): boolean {
  const byRows = (read: Range, written: Range) =>
    read.begin === written.begin && work.reads.includes(read.begin);
  return chain.every((earlier) => {
    const needsOthers = reads.some((read) =>
      earlier.writes.some((written) => overlap(read, written) && !byRows(read, written))
    );
    const used = [...earlier.reads, ...earlier.writes];
    const spoils = writes.some((written) => used.some((range) => overlap(range, written)));
    return earlier.work.rows === work.rows && !needsOthers && !spoils;
  });
}

/** Rows of a block; 0 where no multiple of what the calls compute with whole items is small enough. */
function blockRows({ threads, secondCacheBytes }: X86Device, chain: readonly Link[]): number {
  const unit = commonRows(chain.flatMap(({ work }) => work.calls));
  const rowBytes = new Map(chain.flatMap((link) => [...link.rowBytes])).values();
  const cached = secondCacheBytes * CACHE_SHARE / sumOf(rowBytes);
  const even = chain[0].work.rows / (threads * BLOCKS_A_THREAD);
  return Math.floor(Math.min(cached, even) / unit) * unit;
}
