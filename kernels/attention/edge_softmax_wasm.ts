/**
 * Softmaxes over the entries of rows, and their gradient, on the CPU.
 *
 * @module
 */
import { nnz } from "../../graph/csr.ts";
import { loadWasm } from "../../platform/wasm.ts";
import type { KernelOn } from "../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../plan_wasm.ts";
import { planSharing } from "../spmm/plans/shared_arrays.ts";
import type { EdgeSoftmaxGradientOperandsOf, EdgeSoftmaxOperandsOf } from "./attention.ts";
import { assertEdgeSoftmax, assertEdgeSoftmaxGradient } from "./attention_fit.ts";

const module = await loadWasm(new URL("./attention.wasm", import.meta.url));

/** Cost of an exponential and three visits of an entry, in multiply-adds. */
const SHARE = 24;
/** Cost of two visits of an entry, in multiply-adds. */
const SLOPE = 8;

const kernel = {
  id: "row-wise",
  backend: "wasm",
  origin: { paper: "own", section: "" },
  mapping: "a thread takes blocks of rows; four heads of a row's entries go in vectors",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 6 }),
} as const;

/** Kernel `row-wise@wasm` of edge-softmax; see `assembly/edge_softmax.ts`. */
export const edgeSoftmaxRowWiseWasm: KernelOn<"wasm", EdgeSoftmaxOperandsOf> = {
  ...kernel,
  prepare: (device, operands) =>
    planSharing(device, "edge-softmax", (share) =>
      planOnWasm(device, module, () => {
        assertEdgeSoftmax(operands);
        const { matrix, scores, heads, negativeSlope, output } = operands;
        const from = wholePanel(scores), to = wholePanel(output);
        const block = itemsPerBlock(matrix.rows, nnz(matrix) * heads * SHARE, device.threads);
        const args = [
          share("rowPtr", { of: matrix.rowPtr }).address,
          share("colIdx", { of: matrix.colIdx }).address,
          ...[from.address, from.stride, heads, negativeSlope, to.address, to.stride],
        ];
        const call = { module, fn: "edge_softmax", items: matrix.rows, block, args };
        return { run: () => device.parallel(call), facts: { block } };
      })),
};

/** Kernel `row-wise@wasm` of edge-softmax-gradient; see `assembly/edge_softmax.ts`. */
export const edgeSoftmaxGradientRowWiseWasm: KernelOn<"wasm", EdgeSoftmaxGradientOperandsOf> = {
  ...kernel,
  prepare: (device, operands) =>
    planSharing(device, "edge-softmax-gradient", (share) =>
      planOnWasm(device, module, () => {
        assertEdgeSoftmaxGradient(operands);
        const { matrix, scores, heads, negativeSlope, attention, gradient, output } = operands;
        const from = wholePanel(scores), to = wholePanel(output);
        const block = itemsPerBlock(matrix.rows, nnz(matrix) * heads * SLOPE, device.threads);
        const args = [
          share("rowPtr", { of: matrix.rowPtr }).address,
          share("colIdx", { of: matrix.colIdx }).address,
          ...[from.address, from.stride, heads, negativeSlope],
          ...[wholePanel(attention).address, wholePanel(gradient).address, to.address, to.stride],
        ];
        const call = { module, fn: "edge_softmax_gradient", items: matrix.rows, block, args };
        return { run: () => device.parallel(call), facts: { block } };
      })),
};
