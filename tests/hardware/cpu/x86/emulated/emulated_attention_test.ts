/** Kernels of attention, paths and segments as they are emitted for AVX-512, on an emulated PC. @module */
import { kernelsOn } from "../../../../../kernels/backend_kernels.ts";
import { kernelName } from "../../../../../kernels/kernel.ts";
import { pathSpmm } from "../../../../../kernels/path_spmm/mod.ts";
import { segmentMax, segmentMaxGradient } from "../../../../../kernels/segment_max/mod.ts";
import { OPERATIONS, problemsOf, SHAPES } from "../../../../kernels/attention/every_operation.ts";
import { pattern } from "../../../../kernels/attention/random_patterns.ts";
import { lopsidedGraph, pathProblem } from "../../../../kernels/path_spmm/path_spmm_problem.ts";
import { problemOf } from "../../../../kernels/segment_max/segment_problem.ts";
import { assertRight } from "./emulated_checks.ts";
import { testOnEmulated } from "./emulated_device.ts";

for (const operation of OPERATIONS) {
  for (const kernel of kernelsOn<typeof operation.kernels[number]>(operation.kernels, "x86")) {
    testOnEmulated(`${operation.id} ${kernelName(kernel)} is right for all heads`, async (device) => {
      const matrix = pattern(9, 13, (row) => row === 8 ? 13 : row % 4);
      const problems = SHAPES.flatMap((shape) => problemsOf(matrix, shape))
        .filter(([other]) => other === operation).map(([, problem]) => problem);
      await assertRight(device, { operation, kernel }, problems);
    });
  }
}

for (const kernel of kernelsOn(pathSpmm.kernels, "x86")) {
  testOnEmulated(`${kernelName(kernel)} is right on paths of every kind of width`, async (device) => {
    const problems = [1, 4, 12, 16, 17, 60, 64, 100, 130, 300].map((width) =>
      pathProblem({ graph: lopsidedGraph(60, width % 3 > 0), share: 0.3, hops: 1, width })
    );
    await assertRight(device, { operation: pathSpmm, kernel }, problems);
  });
}

for (const operation of [segmentMax, segmentMaxGradient] as const) {
  const [kernel] = kernelsOn<typeof operation.kernels[number]>(operation.kernels, "x86");
  testOnEmulated(`${operation.id} ${kernelName(kernel)} is right at every kind of width`, async (device) => {
    const problems = [1, 4, 8, 12, 16, 20, 31, 60, 100].map((cols) => problemOf([3, 0, 5, 1], cols));
    await assertRight(device, { operation: operation as never, kernel: kernel as never }, problems);
  });
}
