import { emitRowSplitScalar } from "../../../../kernels/spmm/row_split_scalar/code_x86.ts";
import { rowSplitScalarWasm } from "../../../../kernels/spmm/row_split_scalar/wasm.ts";
import { rowSplitScalarX86 } from "../../../../kernels/spmm/row_split_scalar/x86.ts";
import { testEmission, testSameBits, testX86Kernel } from "./x86_checks.ts";

testX86Kernel(rowSplitScalarX86);
testEmission(rowSplitScalarX86.id, emitRowSplitScalar);
testSameBits(rowSplitScalarX86, rowSplitScalarWasm);
