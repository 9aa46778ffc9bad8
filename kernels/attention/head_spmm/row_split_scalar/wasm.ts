/**
 * Sparse-times-dense multiplication with weights for each head, on the CPU, by a scalar loop that looks up
 * the weight of each column.
 *
 * @module
 */
import { type KernelOn, kernelOn } from "../../../kernel.ts";
import { rowsPerBlock } from "../../../spmm/plans/device_csr_wasm.ts";
import { headOffsets } from "../../head_offsets.ts";
import { planEntryCall } from "../../plans/entry_call_wasm.ts";
import { headArguments } from "../head_arguments_wasm.ts";
import type { HeadSpmmOperandsOf } from "../head_spmm.ts";
import { assertHeadSpmm } from "../operand_fit.ts";
import { headSpmmScalarWasm } from "./head_spmm_scalar_bindings.ts";
import { rowSplitScalar } from "./kernel.ts";

/** Kernel `row-split-scalar@wasm` of head-spmm; see `assembly/head_spmm_scalar.ts`. */
export const headSpmmRowSplitScalarWasm: KernelOn<"wasm", HeadSpmmOperandsOf> = kernelOn(
  "wasm",
  rowSplitScalar,
  {
    source: headSpmmScalarWasm.digest,
    prepare: (device, operands) =>
      planEntryCall(device, "head-spmm", headSpmmScalarWasm, ({ share, upload }) => {
        assertHeadSpmm(operands);
        const { matrix, heads, headWidth } = operands, width = heads * headWidth;
        const rows = { items: matrix.rows, block: rowsPerBlock(matrix, width, device.threads) };
        return headSpmmScalarWasm.call("head_spmm_scalar", rows, {
          ...headArguments(share, operands),
          headOf: upload("head of each column", headOffsets(operands)),
          width: 4 * width,
        });
      }),
  },
);
