/**
 * Adam on the CPU, in vectors of four floats.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm.ts";
import type { KernelOn } from "../kernel.ts";
import { alignedPanels, assertFit } from "../operand_fit.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../plan_wasm.ts";
import type { AdamOperandsOf } from "./adam.ts";

const module = await loadWasm(new URL("./adam.wasm", import.meta.url));

/** Kernel `entry-wise@wasm`; see `assembly/adam.ts`. */
export const adamEntryWiseWasm: KernelOn<"wasm", AdamOperandsOf> = {
  id: "entry-wise",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping: "a thread takes blocks of vectors of four entries",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 5 }),
  prepare: (device, operands) =>
    planOnWasm(device, module, () => {
      const { output, gradient, firstMoment, secondMoment, corrections } = operands;
      const { learningRate, beta1, beta2, epsilon, weightDecay } = operands;
      const matrices = [output, gradient, firstMoment, secondMoment];
      alignedPanels("take an Adam step", matrices);
      assertFit("take an Adam step", [{ name: "corrections", buffer: corrections, words: 2 }]);
      const items = output.rows * wholePanel(output).stride / 16;
      const call = {
        module,
        fn: "adam",
        items,
        block: itemsPerBlock(items, 28 * items, device.threads),
        args: [
          ...[...matrices.map((matrix) => wholePanel(matrix).address), corrections.address],
          ...[learningRate, beta1, 1 - beta1, beta2, 1 - beta2, epsilon, weightDecay],
        ],
      };
      return { run: () => device.parallel(call), facts: { block: call.block } };
    }),
};
