/** Kernels as they are emitted for AVX-512, which few machines have, on an emulated PC. @module */
import { kernelsOn } from "../../../../../kernels/backend_kernels.ts";
import { gemm } from "../../../../../kernels/gemm/mod.ts";
import { kernelName } from "../../../../../kernels/kernel.ts";
import { spmm } from "../../../../../kernels/spmm/mod.ts";
import { FORMS, randomGemm } from "../../../../kernels/gemm/gemm_problem.ts";
import { randomProblem } from "../../../../kernels/spmm/spmm_problem.ts";
import { assertRight } from "./emulated_checks.ts";
import { testOnEmulated } from "./emulated_device.ts";

// The additions of the groups' sums are WebAssembly.
for (const kernel of kernelsOn(spmm.kernels, "x86").filter(({ id }) => id !== "neighbor-group-fixed")) {
  testOnEmulated(`${kernelName(kernel)} is right at every kind of width`, async (device) => {
    const problems = [1, 4, 12, 16, 17, 60, 64, 100, 130, 300].map((width) =>
      randomProblem({
        rows: 30,
        cols: 40,
        width,
        weighted: width % 3 > 0,
        entries: (row) => row % 7 === 3 ? 35 : row % 5,
      })
    );
    await assertRight(device, { operation: spmm, kernel }, problems);
  });
}

for (const kernel of kernelsOn(gemm.kernels, "x86")) {
  testOnEmulated(`${kernelName(kernel)} is right in every form`, async (device) => {
    // The blocked kernel adds the shares of a transposed product in WebAssembly.
    const forms = FORMS.filter((form) => form !== "tn" || kernel.id !== "blocked");
    const problems = forms.flatMap((form) =>
      [1, 16, 33, 64, 100].map((cols) => randomGemm(21, 37, { cols, form }))
    );
    await assertRight(device, { operation: gemm, kernel }, problems);
  });
}
