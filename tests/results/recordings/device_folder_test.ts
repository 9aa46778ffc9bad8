/** Names of devices' folders. @module */
import assert from "node:assert/strict";
import { deviceFolder } from "../../../results/recordings/device_folder.ts";
import { sessionDocument } from "../session_fixture.ts";

Deno.test("a device's folder is its name, with the instruction set where that is not the usual one", () => {
  const of = (name: string, isa?: string) =>
    deviceFolder({
      device: { ...sessionDocument().device, name },
      environment: isa === undefined ? {} : { "instruction set": isa },
    });
  assert.equal(of("AMD EPYC (2 threads)"), "amd-epyc-2-threads");
  assert.equal(of("AMD EPYC (2 threads)", "avx2"), "amd-epyc-2-threads");
  assert.equal(of("AMD EPYC (2 threads)", "avx512"), "amd-epyc-avx512-2-threads");
  assert.equal(of("Intel(R) Xeon(R) Processor (2 threads)", "avx512"), "intel-xeon-avx512-2-threads");
  assert.equal(
    of("Intel(R) Core(TM) i7-9700 CPU @ 3.00GHz (8 threads)"),
    "intel-core-i7-9700-3-00ghz-8-threads",
  );
  assert.equal(of("NVIDIA H100 80GB HBM3"), "nvidia-h100-80gb-hbm3");
});
