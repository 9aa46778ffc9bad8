import { emitNaiveRegister } from "../../../../kernels/spmm/naive_register/code_x86.ts";
import { naiveRegisterWasm } from "../../../../kernels/spmm/naive_register/wasm.ts";
import { naiveRegisterX86 } from "../../../../kernels/spmm/naive_register/x86.ts";
import { testEmission, testSameBits, testX86Kernel } from "./x86_checks.ts";

testX86Kernel(naiveRegisterX86);
testEmission(naiveRegisterX86.id, emitNaiveRegister);
testSameBits(naiveRegisterX86, naiveRegisterWasm);
