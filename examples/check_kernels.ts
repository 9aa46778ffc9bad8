/**
 * Is every sparse product right? Runs each SpMM kernel that this machine's threads can run on a small graph
 * and compares its output with the oracle, entry by entry.
 *
 *     deno run -A examples/check_kernels.ts
 *
 * @module
 */
import {
  gcnNormalise,
  kernelName,
  loadDataset,
  openWasmDevice,
  randomFeatures,
  spmm,
  verifyKernel,
} from "gnn-repro";

const { graph } = await loadDataset("reddit@1/256", { seed: 1 });
const matrix = gcnNormalise(graph);
const width = 32;
const problem = { matrix, features: randomFeatures(matrix.cols, width, 1), width };

const device = openWasmDevice({ threads: 2 });
for (const kernel of spmm.kernels.filter(({ backend }) => backend === "wasm")) {
  const { ok, relErr, tolerance, checkedRows } = await verifyKernel(
    { operation: spmm, kernel, device },
    problem,
    { seed: 1 },
  );
  console.log(
    `${kernelName(kernel).padEnd(26)} ${ok ? "right" : "WRONG"}: ${checkedRows} rows, ` +
      `error ${relErr.toExponential(1)} where ${tolerance.toExponential(1)} is allowed`,
  );
}
device.close();
