import type { InstructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import { type CsrShape, planRowsX86 } from "../../../../kernels/spmm/plans/csr_plan_x86.ts";
import { emitRowSplit, rowSplitTuning } from "../../../../kernels/spmm/row_split/code_x86.ts";
import { rowSplitWasm } from "../../../../kernels/spmm/row_split/wasm.ts";
import { rowSplitX86 } from "../../../../kernels/spmm/row_split/x86.ts";
import { type SpmmOnX86, testEmission, testSameBits, testX86Kernel } from "./x86_checks.ts";

testX86Kernel(rowSplitX86, [{}, { block: 1 }, { block: 10_000 }]);
testEmission(rowSplitX86.id, emitRowSplit);

/** Emits the kernel with one accumulator a column; the sums of several round otherwise than WebAssembly. */
const emitOneAccumulator = (isa: InstructionSet, shape: CsrShape) =>
  emitRowSplit(isa, shape, { ...rowSplitTuning(isa, shape), unroll: 1 });

const oneAccumulator: SpmmOnX86 = {
  ...rowSplitX86,
  parameters: {},
  prepare: (device, operands) =>
    planRowsX86(device, operands, { id: rowSplitX86.id, emit: emitOneAccumulator }),
};

testSameBits(oneAccumulator, rowSplitWasm);
