/**
 * Operation that gathers entries of sparse matrices: in another order, and with dropout.
 *
 * @module
 */
import { freeMatrix } from "../../hardware/dense.ts";
import type { Operation } from "../operation.ts";
import { stageOperands } from "../staging.ts";
import type { GatherEntriesOperandsOf, GatherEntriesProblem } from "./entries.ts";
import { assertEntryIndex } from "./entry_wise/operand_fit.ts";
import { gatherEntriesEntryWiseWasm } from "./entry_wise/wasm.ts";
import { gatherEntriesEntryWiseWebGpu } from "./entry_wise/webgpu.ts";
import { gatherEntriesEntryWiseX86 } from "./entry_wise/x86.ts";
import { gatherEntriesOracle } from "./entry_oracle.ts";

/** Operation `y[e] = dropout(x)[index[e]]` with all its kernels. */
export const gatherEntries: Operation<GatherEntriesProblem, GatherEntriesOperandsOf> = {
  id: "gather-entries",
  formula: "y[e] = x[index[e]] * mask(index[e]) / (1 - rate)",
  oracle: gatherEntriesOracle,
  width: ({ x, index }) => index?.length ?? x.length,
  work({ x, index }) {
    const entries = index?.length ?? x.length;
    const indexBytes = index?.byteLength ?? 0;
    return {
      multiplyAdds: entries,
      compulsoryBytes: indexBytes + 4 * (x.length + entries),
      bytesWithoutReuse: indexBytes + 8 * entries,
    };
  },
  stage(device, { x, index, dropout }) {
    if (index) assertEntryIndex(index, x.length);
    // The buffers belong to the backend of the device that allocated them, so the cast is safe.
    return stageOperands(device, ({ matrix, words }) => ({
      x: matrix("x", { rows: 1, cols: x.length }, x),
      ...(index ? { index: words("index", index) } : {}),
      ...(dropout
        ? { dropout: { ...dropout, step: words("training step", Uint32Array.of(dropout.step)) } }
        : {}),
      output: matrix("y", { rows: 1, cols: index?.length ?? x.length }),
    })) as GatherEntriesOperandsOf["wasm"] | GatherEntriesOperandsOf["webgpu"];
  },
  release(device, { x, index, dropout, output }) {
    freeMatrix(device, x);
    freeMatrix(device, output);
    if (index) device.free(index);
    if (dropout) device.free(dropout.step);
  },
  kernels: [gatherEntriesEntryWiseWasm, gatherEntriesEntryWiseX86, gatherEntriesEntryWiseWebGpu],
};
