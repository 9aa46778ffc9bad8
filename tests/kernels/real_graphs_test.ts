/**
 * Checks of every SpMM kernel on every available backend against the oracle, on the real graphs.
 *
 * @module
 */
import assert from "node:assert/strict";
import { randomFeatures } from "../../kernels/random_features.ts";
import { loadDataset } from "../../datasets/load.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import type { Device } from "../../hardware/device.ts";
import { openWasmDevice } from "../../hardware/cpu/device.ts";
import { openX86Device } from "../../hardware/cpu/x86/device.ts";
import { requestAdapter } from "../../hardware/webgpu/adapter.ts";
import { openWebGpuDevice } from "../../hardware/webgpu/open_device.ts";
import { References } from "../../kernels/checks/references.ts";
import { verifyKernel } from "../../kernels/checks/verify_kernel.ts";
import { kernelName } from "../../kernels/kernel.ts";
import { spmm } from "../../kernels/spmm/mod.ts";
import { NO_MACHINE_CODE } from "../hardware/cpu/x86/machine_code.ts";

const GRAPHS = [
  "cora",
  "citeseer",
  "pubmed",
  "twitter",
  "musae-facebook",
  "soc-epinions1",
  "p2p-gnutella31",
  "web-notredame",
] as const;
/** Feature widths: one of whole vectors of four, and one with a partial last vector. */
const WIDTHS = [16, 18] as const;
/** The width on an adapter that is emulated: the largest graph takes it half a minute. */
const EMULATED_WIDTHS: readonly number[] = [18];

const data = Deno.env.get("GNN_REPRO_DATA");
if (!data) console.log("real graphs: skipped, GNN_REPRO_DATA is not set");

async function devices(): Promise<Device[]> {
  const cpu: Device[] = [openWasmDevice({ threads: 2 })];
  if (NO_MACHINE_CODE === undefined) cpu.push(openX86Device({ threads: 2 }));
  const { adapter } = await requestAdapter({ allowSoftware: true });
  if (adapter === undefined) console.log("real graphs: CPU only, no adapter for WebGPU");
  return adapter === undefined ? cpu : [...cpu, await openWebGpuDevice({ allowSoftware: true })];
}

for (const name of GRAPHS) {
  Deno.test({
    name: `every kernel on every backend equals the oracle on the real ${name} graph`,
    ignore: !data,
    sanitizeResources: false,
    fn: async () => {
      const { graph, kind } = await loadDataset(name, { strict: true });
      assert.equal(kind, "real");
      const matrix = gcnNormalise(graph);
      const problems = WIDTHS.map((width) => {
        return { matrix, features: randomFeatures(matrix.cols, width, 1), width };
      });
      const options = { seed: 1, references: new References() };
      for (const device of await devices()) {
        const emulated = device.backend === "webgpu" && device.adapterKind === "software";
        for (const problem of problems) {
          if (emulated && !EMULATED_WIDTHS.includes(problem.width)) continue;
          for (const kernel of spmm.kernels.filter(({ backend }) => backend === device.backend)) {
            const report = await verifyKernel({ operation: spmm, kernel, device }, problem, options);
            assert.ok(
              report.ok,
              `${kernelName(kernel)}, width ${problem.width}: ${JSON.stringify(report.worst)}`,
            );
            assert.equal(report.checkedRows, matrix.rows);
          }
        }
        device.close();
      }
    },
  });
}
