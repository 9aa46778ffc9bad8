import assert from "node:assert/strict";
import {
  findInstallation,
  findLauncher,
  LAUNCHER_VARIABLE,
  launcherAbsence,
} from "../../../../distributed/communicator/mpi/launcher.ts";
import { MissingError } from "../../../../platform/errors.ts";
import { readEnd } from "../../../../distributed/communicator/mpi/reported_end.ts";
import { launcherArguments } from "../../../../distributed/communicator/mpi/launcher_arguments.ts";

const RULE = "-".repeat(74);
const noRank = () => undefined;

Deno.test("Open MPI's text names the rank and how it ended", () => {
  const killed =
    `${RULE}\nPrimary job  terminated normally, but 1 process returned\na non-zero exit code. Per user-direction, the job has been aborted.\n${RULE}\n${RULE}\nmpirun noticed that process rank 1 with PID 0 on node vm exited on signal 9 (Killed).\n${RULE}\n`;
  assert.deepEqual(readEnd(killed, noRank), { rank: 1, reason: "SIGKILL", code: 137 });
  const exited =
    `${RULE}\nmpirun detected that one or more processes exited with non-zero status, thus causing\nthe job to be terminated. The first process to do so was:\n\n  Process name: [[8204,1],2]\n  Exit code:    3\n${RULE}\n`;
  assert.deepEqual(readEnd(exited, noRank), { rank: 2, reason: "it ended by itself", code: 3 });
  const newer =
    `The first process to do so was:\n\n   Process name: [prterun-vm-1234@1,1]\n   Exit code:    3\n`;
  assert.deepEqual(readEnd(newer, noRank), { rank: 1, reason: "it ended by itself", code: 3 });
  const aborted =
    `${RULE}\nMPI_ABORT was invoked on rank 1 in communicator MPI_COMM_WORLD\nwith errorcode 7.\n\nNOTE: invoking MPI_ABORT causes Open MPI to kill all MPI processes.\n`;
  assert.deepEqual(readEnd(aborted, noRank), { rank: 1, reason: "it ended by itself", code: 7 });
  const lost =
    `${RULE}\nORTE has lost communication with a remote daemon.\n\n  HNP daemon   : [[26080,0],0] on node head\n  Remote daemon: [[26080,0],2] on node worker-2\n\nThis is usually due to either a failure of the TCP network\n`;
  assert.deepEqual(readEnd(lost, noRank), {
    lostHost: "worker-2",
    reason: "its host worker-2 does not answer",
  });
  const improper =
    `${RULE}\nmpirun has exited due to process rank 1 with PID 0 on\nnode vm exiting improperly. There are three reasons this could occur:\n`;
  assert.deepEqual(readEnd(improper, noRank), { rank: 1, reason: "it ended by itself", code: 0 });
});

Deno.test("MPICH's text names a process, which its rank is known by, unless it may have been ended by MPICH itself", () => {
  const rule = "=".repeat(83);
  const textOf = (code: number, ending: string) =>
    `\n${rule}\n=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES\n=   PID 4711 RUNNING AT vm\n=   EXIT CODE: ${code}\n=   CLEANING UP REMAINING PROCESSES\n${rule}\n${ending}`;
  const rankOf = (pid: number) => pid === 4711 ? 3 : undefined;
  const crashed = textOf(
    139,
    "YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Segmentation fault (signal 11)\n",
  );
  assert.deepEqual(readEnd(crashed, rankOf), { rank: 3, reason: "SIGSEGV", code: 139 });
  assert.deepEqual(readEnd(textOf(3, ""), rankOf), { rank: 3, reason: "it ended by itself", code: 3 });
  const killed = textOf(9, "YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Killed (signal 9)\n");
  assert.deepEqual(readEnd(killed, rankOf), { reason: "SIGKILL", code: 137 });
});

Deno.test("a launcher that is named in vain is not looked for elsewhere, and its path is told", () => {
  const before = Deno.env.get(LAUNCHER_VARIABLE);
  try {
    Deno.env.set(LAUNCHER_VARIABLE, "/no/such/mpirun");
    assert.equal(findLauncher(), undefined);
    assert.equal(launcherAbsence(), "but GNN_REPRO_MPIRUN=/no/such/mpirun is no file");
  } finally {
    if (before === undefined) Deno.env.delete(LAUNCHER_VARIABLE);
    else Deno.env.set(LAUNCHER_VARIABLE, before);
  }
});

Deno.test("a launcher that is gone, or no program, is an error of ours that names it", async () => {
  // Deno refuses to start what is no program before there is a promise to wait for.
  await assert.rejects(
    findInstallation("/no/such/mpirun"),
    (error) => error instanceof MissingError && /mpirun|no MPI library/.test(error.message),
  );
});

Deno.test("text of another kind names nobody", () => {
  assert.deepEqual(readEnd("There are not enough slots available in the system\n", noRank), {});
});

Deno.test("ranks get the folders of libraries, where there are any, by the launcher of either family", () => {
  const libraryPath = "/opt/mpi/lib:/opt/cuda/lib";
  const of = (family: "openmpi" | "mpich", path: string) =>
    launcherArguments({ family, ranks: 2, libraryPath: path }).join(" ");
  assert.match(of("openmpi", libraryPath), / -x LD_LIBRARY_PATH=\/opt\/mpi\/lib:\/opt\/cuda\/lib -n 2$/);
  assert.match(of("mpich", libraryPath), new RegExp(` -genv LD_LIBRARY_PATH ${libraryPath} -n 2$`));
  for (const family of ["openmpi", "mpich"] as const) {
    assert.doesNotMatch(of(family, ""), /LD_LIBRARY_PATH/);
    assert.match(of(family, ""), / MALLOC_MMAP_THRESHOLD_[= ]\d+ .*-n 2$/);
  }
});
