/**
 * Report of `doctor` on MPI on this machine.
 *
 * @module
 */
import type { Capability } from "../../platform/capability.ts";
import { MissingError } from "../../platform/errors.ts";
import { findLauncher, launcherAbsence } from "./mpi/launcher.ts";
import { absentMpi, findMpiLibraries, MPI_INSTALL, mpiVersion, openMpi } from "./mpi/library.ts";

/**
 * Reports whether ranks can be MPI processes here. Opens the library, because a file that does not load is
 * useless.
 */
export function capability(): Capability {
  let present = false, detail: string;
  try {
    const [first] = findMpiLibraries();
    if (first === undefined) throw absentMpi("no libmpi.so.40 (Open MPI) or libmpich.so.12 (MPICH)");
    const launcher = findLauncher();
    const library = `${mpiVersion(openMpi(first))}, ${first.path}`;
    present = launcher !== undefined;
    detail = present ? `${library}, started by ${launcher}` : `${library}, ${launcherAbsence()}`;
  } catch (error) {
    if (!(error instanceof MissingError)) throw error;
    detail = error.parts.current;
  }
  return {
    part: "MPI",
    present,
    detail,
    adds:
      "ranks that are processes (--engine mpi), on this machine or, under your own mpirun or srun, on a cluster",
    install: MPI_INSTALL,
    fallback: "--engine local: ranks are workers of one process that talk through shared memory",
  };
}
