/** Kernels as they are emitted for AVX-512, which few machines have, on an emulated PC. @module */
import { kernelsOn } from "../../../../../kernels/backend_kernels.ts";
import { gemmBlockedX86 } from "../../../../../kernels/gemm/blocked/x86.ts";
import { gemm } from "../../../../../kernels/gemm/mod.ts";
import { kernelName } from "../../../../../kernels/kernel.ts";
import { spmm } from "../../../../../kernels/spmm/mod.ts";
import { EPILOGUES, FORMS, randomGemm } from "../../../../kernels/gemm/gemm_problem.ts";
import { randomProblem } from "../../../../kernels/spmm/spmm_problem.ts";
import { assertRight } from "./emulated_checks.ts";
import { testOnEmulated } from "./emulated_device.ts";

for (const kernel of kernelsOn(spmm.kernels, "x86")) {
  // Whoever prepares fixed point reads from the PC, which takes seconds each time.
  const widths = kernel.id === "neighbor-group-fixed" ? [17, 100] : [1, 4, 12, 16, 17, 60, 64, 100, 130, 300];
  testOnEmulated(`${kernelName(kernel)} is right at every kind of width`, async (device) => {
    const problems = widths.map((width) =>
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
  testOnEmulated(`${kernelName(kernel)} is right in every form, with every epilogue`, async (device) => {
    const problems = FORMS.flatMap((form) =>
      [1, 16, 33, 64, 100].flatMap((cols, i) => [
        randomGemm(21, 37, { cols, form }),
        randomGemm(21, 37, { cols, form, epilogue: EPILOGUES[i % EPILOGUES.length] }),
      ])
    );
    await assertRight(device, { operation: gemm, kernel }, [...problems, randomGemm(21, 0, { cols: 100 })]);
  });
}

testOnEmulated("the blocked product is right with tiles of four vectors", async (device) => {
  const problems = [1, 33, 64, 100, 130].map((cols, i) =>
    randomGemm(21, 37, { cols, form: "nn", epilogue: EPILOGUES[i % EPILOGUES.length] })
  );
  const blocked = { operation: gemm, kernel: gemmBlockedX86, parameters: { tile: 4 } };
  await assertRight(device, blocked, [...problems, randomGemm(21, 0, { cols: 100 })]);
});

testOnEmulated("sums of divided terms are right", async (device) => {
  const problems = [9, 60].map((cols) => randomGemm(20, 2_100, { cols, form: "tn" }));
  await assertRight(device, { operation: gemm, kernel: gemmBlockedX86 }, problems);
});
