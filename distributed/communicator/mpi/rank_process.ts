/**
 * Program that `mpirun` starts for each rank of a job: `rank_process.ts FOLDER`.
 *
 * @module
 */
import { ReproError } from "../../../platform/errors.ts";
import { reasonOf } from "../rank_error.ts";
import { checkNoneLeft, onStrayError, runWork } from "../rank_job.ts";
import { MpiCommunicator } from "./communicator.ts";
import { JobFolder } from "./job_folder.ts";
import { launchedHost, launchedRank } from "./launch_environment.ts";
import { MpiProcess } from "./process.ts";
import { gatherOutputs } from "../cloned_values.ts";

/** Runs this rank's part of the job described in a folder. */
async function runRank(folder: JobFolder): Promise<void> {
  const rank = launchedRank()?.rank ?? 0;
  const host = launchedHost();
  if (host !== undefined) folder.writeHost(rank, host);
  folder.writePid(rank, Deno.pid);
  const lastWord = (reason: string, code: number) =>
    folder.writeLastWord(rank, { reason, code, at: Date.now() });
  const { work, stallSeconds, library } = folder.readOrder();
  let process: MpiProcess;
  try {
    process = new MpiProcess({ library, stallSeconds, onAbort: lastWord });
  } catch (error) {
    lastWord(reasonOf(error), 1);
    throw error;
  }
  const fail = (error: unknown): never =>
    process.abort(reasonOf(error), error instanceof ReproError ? error.exitCode : 1);
  onStrayError(fail);
  try {
    const control = MpiCommunicator.world(process, { patient: true });
    const output = await runWork(MpiCommunicator.world(process, { patient: false }), {
      ...work,
      own: folder.readOwn(rank),
    });
    checkNoneLeft(process.underWay.count);
    const outputs = gatherOutputs(control, output);
    if (outputs) folder.writeOutputs(outputs);
    process.end();
  } catch (error) {
    fail(error);
  }
}

if (import.meta.main) {
  await runRank(new JobFolder(Deno.args[0]));
  // Resources that the function left open must not delay the job's end.
  Deno.exit(0);
}
