import { emitNaiveRmw } from "../../../../kernels/spmm/naive_rmw/code_x86.ts";
import { naiveRmwWasm } from "../../../../kernels/spmm/naive_rmw/wasm.ts";
import { naiveRmwX86 } from "../../../../kernels/spmm/naive_rmw/x86.ts";
import { testEmission, testSameBits, testX86Kernel } from "./x86_checks.ts";

testX86Kernel(naiveRmwX86);
testEmission(naiveRmwX86.id, emitNaiveRmw);
testSameBits(naiveRmwX86, naiveRmwWasm);
