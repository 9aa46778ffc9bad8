/**
 * Names of Arm CPUs. Linux on arm64 tells numbers in place of a name: who designed a core, and which it is.
 *
 * @module
 */

/** Cores by implementer and part of their identification registers (MIDR_EL1), named as `lscpu` does. */
const CORES: Readonly<Record<string, string>> = {
  "0x41/0xd03": "Arm Cortex-A53",
  "0x41/0xd05": "Arm Cortex-A55",
  "0x41/0xd07": "Arm Cortex-A57",
  "0x41/0xd08": "Arm Cortex-A72",
  "0x41/0xd0b": "Arm Cortex-A76",
  "0x41/0xd0c": "Arm Neoverse-N1",
  "0x41/0xd40": "Arm Neoverse-V1",
  "0x41/0xd41": "Arm Cortex-A78",
  "0x41/0xd42": "Arm Cortex-A78AE",
  "0x41/0xd44": "Arm Cortex-X1",
  "0x41/0xd49": "Arm Neoverse-N2",
  "0x41/0xd4f": "Arm Neoverse-V2",
  "0x41/0xd84": "Arm Neoverse-V3",
  "0x41/0xd85": "Arm Cortex-X925",
  "0x41/0xd87": "Arm Cortex-A725",
  "0x41/0xd8e": "Arm Neoverse-N3",
  "0x43/0x0af": "Cavium ThunderX2",
  "0x46/0x001": "Fujitsu A64FX",
  "0x48/0xd01": "HiSilicon TaiShan-v110",
  "0x4e/0x003": "NVIDIA Denver 2",
  "0x4e/0x004": "NVIDIA Carmel",
  "0x4e/0x010": "NVIDIA Olympus",
  "0x51/0x001": "Qualcomm Oryon",
  "0xc0/0xac3": "Ampere-1",
  "0xc0/0xac4": "Ampere-1a",
};

/**
 * Names of the kinds of cores in the text of `/proc/cpuinfo`, joined by `+` where a machine has several; a
 * kind without a name here stands with its numbers. `undefined` where the text tells no such numbers, as on
 * x86-64.
 *
 * @example
 * ```ts
 * import { armCores } from "./arm_cores.ts";
 * const grace = "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd4f\n";
 * if (armCores(grace) !== "Arm Neoverse-V2") throw new Error("the cores of a Grace");
 * ```
 */
export function armCores(cpuinfo: string): string | undefined {
  const kinds = cpuinfo.split(/\n\s*\n/).flatMap((processor) => {
    const [implementer, part] = ["implementer", "part"].map((name) =>
      processor.match(new RegExp(`^CPU ${name}\\s*:\\s*(0x[0-9a-f]+)`, "m"))?.[1]
    );
    if (implementer === undefined || part === undefined) return [];
    return CORES[`${implementer}/${part}`] ?? `Arm CPU of implementer ${implementer}, part ${part}`;
  });
  return kinds.length === 0 ? undefined : [...new Set(kinds)].join(" + ");
}
