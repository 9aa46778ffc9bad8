/**
 * Environment variables by which a process recognises that `mpirun` or `srun` started it as a rank.
 *
 * @module
 */
import { MissingError } from "../../../platform/errors.ts";
import type { MpiFamily } from "./library.ts";

/** Environment variables that {@link launchedRank} reads; permissions must be granted for them. */
export const MPI_LAUNCH_VARIABLES = [
  "OMPI_COMM_WORLD_RANK",
  "OMPI_COMM_WORLD_SIZE",
  "PMIX_RANK",
  "PMIX_HOSTNAME",
  "PMI_RANK",
  "PMI_SIZE",
  "SLURM_PROCID",
  "SLURM_STEP_NUM_TASKS",
] as const;

/** Rank of this process according to its launcher. */
export interface LaunchedRank {
  /** Rank of this process. */
  readonly rank: number;
  /** Number of ranks, where the launcher states it. */
  readonly size: number | undefined;
  /** MPI families compatible with this launcher, the most likely first. */
  readonly families: readonly MpiFamily[];
}

/**
 * Rank of this process according to its launcher; `undefined` without a launcher.
 *
 * @throws {MissingError} under an `srun` of several tasks that sets up no MPI: each task would take itself
 * for the only rank.
 */
export function launchedRank(
  env: (name: typeof MPI_LAUNCH_VARIABLES[number]) => string | undefined = (name) => Deno.env.get(name),
): LaunchedRank | undefined {
  const count = (name: typeof MPI_LAUNCH_VARIABLES[number]) => {
    const text = env(name);
    return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
  };
  const tasks = count("SLURM_STEP_NUM_TASKS");
  const open = count("OMPI_COMM_WORLD_RANK");
  if (open !== undefined) {
    return { rank: open, size: count("OMPI_COMM_WORLD_SIZE"), families: ["openmpi"] };
  }
  const pmix = count("PMIX_RANK");
  if (pmix !== undefined) return { rank: pmix, size: tasks, families: ["openmpi", "mpich"] };
  const pmi = count("PMI_RANK");
  if (pmi !== undefined) {
    return { rank: pmi, size: count("PMI_SIZE") ?? tasks, families: ["mpich", "openmpi"] };
  }
  // A batch script has SLURM_PROCID too; only a step of several tasks starts ranks.
  if (count("SLURM_PROCID") === undefined || tasks === undefined || tasks < 2) return undefined;
  throw new MissingError({
    action: "join the ranks",
    current: `srun with ${tasks} tasks and no PMI`,
    wanted: "an srun that sets MPI up",
    next: "start with `srun --mpi=pmix` (or pmi2); `srun --mpi=list` shows what this cluster has",
  });
}

/**
 * Variables of glibc's allocator in ranks: memory of large arrays goes back to the system when they are
 * freed. Otherwise the allocator keeps arrays of up to 32 MiB for later ones.
 */
export const RANK_ALLOCATOR: Readonly<Record<string, string>> = {
  MALLOC_MMAP_THRESHOLD_: `${2 ** 20}`,
  MALLOC_TRIM_THRESHOLD_: `${2 ** 23}`,
};

/** Name of this process's host as Open MPI's launcher calls it; `undefined` where another one started it. */
export function launchedHost(): string | undefined {
  return Deno.env.get("PMIX_HOSTNAME");
}
