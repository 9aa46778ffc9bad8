import { CSR_LAYOUT, planRowsX86 } from "../../../../kernels/spmm/plans/csr_plan_x86.ts";
import { emitRowSplit, rowSplitTuning } from "../../../../kernels/spmm/row_split/code_x86.ts";
import { rowSplitWasm } from "../../../../kernels/spmm/row_split/wasm.ts";
import { rowSplitX86 } from "../../../../kernels/spmm/row_split/x86.ts";
import { type SpmmOnX86, testEmission, testSameBits, testX86Kernel } from "./x86_checks.ts";

testX86Kernel(rowSplitX86, [{}, { block: 1 }, { block: 10_000 }]);
testEmission(rowSplitX86.id, emitRowSplit);

/**
 * The kernel with one accumulator a column. With several, whose sums are added in the end, it rounds
 * otherwise than WebAssembly does.
 */
const oneAccumulator: SpmmOnX86 = {
  ...rowSplitX86,
  parameters: {},
  prepare: (device, operands) =>
    planRowsX86(device, operands, {
      id: rowSplitX86.id,
      emit: (shape) => {
        const tuning = { ...rowSplitTuning(device.isa, shape.columns), unroll: 1 };
        return { layout: CSR_LAYOUT, code: emitRowSplit(device.isa, shape, tuning) };
      },
    }),
};

testSameBits(oneAccumulator, rowSplitWasm);
