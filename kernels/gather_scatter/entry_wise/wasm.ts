/**
 * Gathers of entries with dropout on the CPU.
 *
 * @module
 */
import type { WasmBuffer } from "../../../hardware/cpu/device.ts";
import type { ParallelCall } from "../../../platform/wasm/worker_pool.ts";
import { dropoutConstants } from "../../epilogue/epilogue.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../../plans/plan_wasm.ts";
import type { GatherEntriesOperands, GatherEntriesOperandsOf } from "../entries.ts";
import { gatherScatterWasm } from "../gather_scatter_bindings.ts";
import { entryWise } from "./kernel.ts";
import { assertEntries } from "./operand_fit.ts";

/** Cost of a Threefry block of four lanes, in multiply-adds. */
const DRAW_WORK = 128;

/** Call for the combination of index and dropout at hand. */
function callFor(
  { x, index, dropout, output }: GatherEntriesOperands<WasmBuffer>,
  threads: number,
): ParallelCall {
  const vectors = Math.ceil(output.cols / 4);
  const places = { x: wholePanel(x).address, y: wholePanel(output).address };
  const some = (items: number) => ({
    items,
    block: itemsPerBlock(items, items * (dropout ? DRAW_WORK : 4), threads),
  });
  const { threshold, scale } = dropoutConstants(dropout?.rate ?? 0);
  const mask = dropout &&
    { step: dropout.step.address, seed: dropout.seed, stream: dropout.stream, threshold, scale };
  if (!index) {
    return mask
      ? gatherScatterWasm.call("drop_entries", some(Math.ceil(vectors / 4)), { ...places, vectors, ...mask })
      : gatherScatterWasm.call("copy_entries", some(vectors), places);
  }
  // Without entries there is no last one, and no item that would read it.
  const last = Math.max(0, output.cols - 1), lastSource = Math.max(0, x.cols - 1);
  const order = { ...places, index: index.address, last, lastSource };
  return mask
    ? gatherScatterWasm.call("gather_drop_entries", some(vectors), { ...order, ...mask })
    : gatherScatterWasm.call("gather_entries", some(vectors), order);
}

/** Kernel `entry-wise@wasm`; see `assembly/entries.ts`. */
export const gatherEntriesEntryWiseWasm: KernelOn<"wasm", GatherEntriesOperandsOf> = kernelOn(
  "wasm",
  entryWise,
  {
    source: gatherScatterWasm.digest,
    prepare: (device, operands) =>
      planOnWasm(device, gatherScatterWasm, () => {
        assertEntries(operands);
        const call = callFor(operands, device.threads);
        return { run: () => device.parallel(call), facts: { block: call.block } };
      }),
  },
);
