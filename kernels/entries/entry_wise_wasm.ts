/**
 * Gathers of entries with dropout on the CPU.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm.ts";
import { dropoutConstants } from "../epilogue.ts";
import type { KernelOn } from "../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../plan_wasm.ts";
import type { GatherEntriesOperandsOf } from "./entries.ts";
import { assertEntries } from "./entry_fit.ts";

const module = await loadWasm(new URL("./entries.wasm", import.meta.url));

/** Cost of a Threefry block of four lanes, in multiply-adds. */
const DRAW_WORK = 128;

/** Kernel `entry-wise@wasm`; see `assembly/entries.ts`. */
export const gatherEntriesEntryWiseWasm: KernelOn<"wasm", GatherEntriesOperandsOf> = {
  id: "entry-wise",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping: "a thread takes blocks of vectors of four entries of y",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 4 }),
  prepare: (device, operands) =>
    planOnWasm(device, module, () => {
      assertEntries(operands);
      const { x, index, dropout, output } = operands;
      const vectors = Math.ceil(output.cols / 4);
      const places = [wholePanel(x).address, wholePanel(output).address];
      const order = index ? [index.address, output.cols - 1, x.cols - 1] : [];
      const mask: number[] = [];
      if (dropout) {
        const { threshold, scale } = dropoutConstants(dropout.rate);
        mask.push(dropout.step.address, dropout.seed, dropout.stream, threshold, scale);
      }
      const [fn, items, args] = index
        ? [dropout ? "gather_drop" : "gather", vectors, [...places, ...order, ...mask]] as const
        : dropout
        ? ["drop", Math.ceil(vectors / 4), [...places, vectors, ...mask]] as const
        : ["copy", vectors, places] as const;
      const work = items * (dropout ? DRAW_WORK : 4);
      const call = { module, fn, items, block: itemsPerBlock(items, work, device.threads), args };
      return { run: () => device.parallel(call), facts: { block: call.block } };
    }),
};
