/**
 * The verb `doctor`: every room that can lack something says so, and how to get it.
 *
 * @module
 */
import type { Capability } from "./platform/capability.ts";
import { unlessInterrupted } from "./platform/command_line/interruptible.ts";
import { defineVerb, toggle } from "./platform/command_line/verb.ts";
import { ReproError } from "./platform/errors.ts";
import { systemCode } from "./platform/system_error.ts";

/** Parts as text: what is present, and of what is absent how to get it. */
export function renderCapabilities(parts: readonly Capability[]): string {
  return parts.map(({ part, present, detail, adds, install, fallback }) =>
    [
      `${present ? "present" : "absent "}  ${part}: ${detail}`,
      ...(present
        ? []
        : [`         adds      ${adds}`, `         install   ${install}`, `         meanwhile ${fallback}`]),
    ].join("\n")
  ).join("\n");
}

/** Parts that one look finds, or the reason for which it finds none: the other looks go on. */
export async function told(
  part: string,
  look: () => Promise<readonly Capability[]>,
): Promise<readonly Capability[]> {
  try {
    return await look();
  } catch (error) {
    // A defect of the harness says nothing about the machine.
    if (!(error instanceof ReproError) && systemCode(error) === undefined) throw error;
    return [{
      part,
      present: false,
      detail: `cannot be told: ${(error as Error).message}`,
      adds: "unknown here, as is whether it is present",
      install: "nothing; give this user the right to read that folder, or name another one",
      fallback: "a run that needs it ends with the same words",
    }];
  }
}

/** Parts in the order in which they are told. */
export async function capabilities(): Promise<readonly Capability[]> {
  const [wasm, x86, tuning, gpu, metis, mpi, data, peers] = await Promise.all([
    import("./hardware/cpu/capability.ts"),
    import("./hardware/cpu/x86/capability.ts"),
    import("./kernels/tuning/capability.ts"),
    import("./hardware/webgpu/capability.ts"),
    import("./graph/partitions/capability.ts"),
    import("./distributed/communicator/capability.ts"),
    import("./datasets/capability.ts"),
    import("./experiments/peers/capability.ts"),
  ]);
  const one = (part: string, look: () => Promise<Capability>) => told(part, async () => [await look()]);
  const [tuningPart, tunedGpuPart, gpuPart, dawnPart, dataPart, peerParts] = await Promise.all([
    one("tuned machine code", () => tuning.capability()),
    one("tuned WebGPU kernels", () => tuning.adapterCapability()),
    one("WebGPU", () => gpu.capability()),
    one("Dawn", () => gpu.dawnCapability()),
    one("real datasets", () => data.capability()),
    told("peers", () => peers.peerCapabilities()),
  ]);
  return [
    wasm.capability(),
    x86.capability(),
    ...tuningPart,
    ...gpuPart,
    ...dawnPart,
    ...tunedGpuPart,
    metis.capability(),
    mpi.capability(),
    ...dataPart,
    ...peerParts,
  ];
}

/** Says what the machine at hand can run. */
export const doctorVerb = defineVerb({
  name: "doctor",
  description: "what this machine can run, what it lacks and how to get it",
  needs: ["device", "cache", "data", "existing python", "rank launcher"],
  arguments: {},
  flags: { json: toggle("print one JSON object") },
  async run({ json }) {
    const parts = await unlessInterrupted(capabilities);
    console.log(json ? JSON.stringify({ parts }) : renderCapabilities(parts));
  },
});
