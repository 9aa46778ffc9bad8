/**
 * The build of CuPy for the NVIDIA driver of this machine.
 *
 * @module
 */
import { MissingError } from "../../platform/errors.ts";
import type { Requirements } from "./environments/environments.ts";

/**
 * Builds of CuPy, the newest first, with the first driver that runs them (CUDA's release notes, minor version
 * compatibility).
 */
const BUILDS: readonly { readonly requirements: Requirements; readonly driver: number }[] = [
  { requirements: "cupy-cuda13", driver: 580 },
  { requirements: "cupy-cuda12", driver: 525 },
];

const QUERY = ["--query-gpu=driver_version", "--format=csv,noheader"];
const PATIENCE_MS = 30_000;

/**
 * The build of CuPy for the driver that `nvidia-smi` names.
 *
 * @throws {MissingError} where there is no driver, or only one that is too old.
 */
export async function cupyBuild(): Promise<Requirements> {
  const said = await driverVersion();
  const major = Number(/^(\d+)\./.exec(said)?.[1]);
  const build = BUILDS.find(({ driver }) => major >= driver);
  if (build !== undefined) return build.requirements;
  throw missing(`nvidia-smi that says ${JSON.stringify(said.slice(0, 80))}`);
}

async function driverVersion(): Promise<string> {
  try {
    const { success, stdout } = await new Deno.Command("nvidia-smi", {
      args: QUERY,
      stdin: "null",
      stderr: "null",
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).output();
    const text = new TextDecoder().decode(stdout).trim();
    if (!success) throw missing(`nvidia-smi that fails${text && `: ${text.slice(0, 80)}`}`);
    return text;
  } catch (error) {
    if (error instanceof MissingError) throw error;
    throw missing(error instanceof Deno.errors.NotFound ? "no nvidia-smi" : String(error));
  }
}

function missing(current: string): MissingError {
  return new MissingError({
    action: "choose the build of CuPy",
    current,
    wanted: `an NVIDIA GPU with driver ${BUILDS.at(-1)!.driver} or later`,
    next: "install NVIDIA's driver, or leave CuPy out",
  });
}
