/**
 * Sums of entries over rows and over columns: the gradient of scores, to which an entry's row and its column
 * both contribute.
 *
 * @module
 */
import { assertCsr, nnz } from "../../../graph/csr.ts";
import { freeMatrix } from "../../../hardware/dense.ts";
import type { Operation } from "../../operation.ts";
import { stageOperands } from "../../staging.ts";
import { assertHeads, assertOrder } from "../attention_fit.ts";
import type { EntrySumsOperands, EntrySumsOperandsOf, EntrySumsProblem } from "./entry_sums.ts";
import { entrySumsOracle } from "./oracle.ts";
import { entrySumsRowWiseWasm } from "./row_wise/wasm.ts";
import { entrySumsRowWiseWebGpu } from "./row_wise/webgpu.ts";
import { entrySumsRowWiseX86 } from "./row_wise/x86.ts";

export type * from "./entry_sums.ts";

/** Operation that computes `to[v, h]` by row and `to[v, H + h]` by column, with all its kernels. */
export const entrySums: Operation<EntrySumsProblem, EntrySumsOperandsOf> = {
  id: "entry-sums",
  formula: "Y[v, h] = sum over row v of X[e, h], Y[v, H + h] = sum over column v of X[e, h]",
  oracle: entrySumsOracle,
  width: ({ heads }) => heads,
  work({ matrix, transposed, order, heads }) {
    const numbers = nnz(matrix) * heads;
    const own = matrix.rowPtr.byteLength + transposed.rowPtr.byteLength + order.byteLength +
      8 * matrix.cols * heads;
    return {
      multiplyAdds: 2 * numbers,
      compulsoryBytes: own + 4 * numbers,
      bytesWithoutReuse: own + 8 * numbers,
    };
  },
  stage(device, { matrix, transposed, order, entries, heads }) {
    const action = "stage sums of entries";
    assertHeads(action, heads, 1);
    for (const each of [matrix, transposed]) assertCsr(each);
    assertOrder(action, matrix, order);
    // The buffers belong to the backend of the device that allocated them, so the cast is safe.
    return stageOperands(device, (staging): EntrySumsOperands => ({
      matrix,
      transposed,
      heads,
      order: staging.words("order", order),
      entries: staging.matrix("entries", { rows: nnz(matrix), cols: heads }, entries),
      output: staging.matrix("sums", { rows: matrix.cols, cols: 2 * heads }),
    })) as EntrySumsOperandsOf["wasm"] | EntrySumsOperandsOf["webgpu"];
  },
  release(device, { order, entries, output }) {
    device.free(order);
    for (const matrix of [entries, output]) freeMatrix(device, matrix);
  },
  kernels: [entrySumsRowWiseWasm, entrySumsRowWiseX86, entrySumsRowWiseWebGpu],
};
