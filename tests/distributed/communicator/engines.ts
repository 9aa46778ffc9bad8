/**
 * Engines that this machine can run, for tests of both.
 *
 * @module
 */
import { type AnyRankJob, runRanks } from "../../../distributed/communicator/run_ranks.ts";
import { RANK_ENGINES, type RankEngine } from "../../../distributed/communicator/communicator.ts";
import { findLauncher } from "../../../distributed/communicator/mpi/launcher.ts";
import { findMpiLibraries } from "../../../distributed/communicator/mpi/library.ts";
import { cacheFolder } from "../../../platform/files/user_folders.ts";

/** Whether ranks can be MPI processes here. */
export const hasMpi: boolean = findMpiLibraries().length > 0 && findLauncher() !== undefined;

if (!hasMpi) console.log("ignored: tests with MPI ranks (no Open MPI or MPICH with its mpirun here)");

/** Permission flags of an MPI rank in tests: the library is granted by path, as in a run. */
export const FLAGS: readonly string[] = [
  `--allow-ffi=${findMpiLibraries().map(({ path }) => path).join(",")}`,
  "--allow-env",
  "--allow-read",
  `--allow-write=${cacheFolder()}`,
];

/** Declares one test for each engine. */
export function testEngines(criterion: string, body: (engine: RankEngine) => Promise<void>): void {
  for (const engine of RANK_ENGINES) {
    Deno.test({
      name: `${engine}: ${criterion}`,
      ignore: engine === "mpi" && !hasMpi,
      fn: () => body(engine),
    });
  }
}

/** Runs an exported function of rank_functions.ts. */
export function runFunction<Output>(
  job: Omit<AnyRankJob, "module"> & { readonly module?: URL },
): Promise<Output[]> {
  return runRanks<Output>({
    module: new URL("./rank_functions.ts", import.meta.url),
    flags: FLAGS,
    stallSeconds: 30,
    ...job,
  });
}
