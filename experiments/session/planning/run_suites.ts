/**
 * Suites of a run, whose options are refused here where that takes no device: a plan and a run refuse the
 * same ones.
 *
 * @module
 */
import { assertDataFolders } from "../../../datasets/lookup.ts";
import { UsageError } from "../../../platform/errors.ts";
import { reservedFor } from "../../../results/store/session_path.ts";
import type { Suite } from "../../suite.ts";
import { selectSuites } from "../../suites.ts";
import type { ReproOptions } from "../repro_options.ts";
import { assertUserFilesServe, takeUserFiles } from "../user_files.ts";

/** Windows drops a dot at the end of a name: `mine.` would be the folder of `mine`. */
const SESSION_NAME = /^(?!.*\.$)[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Refuses a name that no folder of a session can have, or that is another folder's. */
function assertSessionName(name: string): void {
  const action = `open session ${JSON.stringify(name)}`;
  if (!SESSION_NAME.test(name)) {
    throw new UsageError({
      action,
      current: "a name that is not a plain file name",
      wanted: "letters, digits, '.', '_' and '-', at most 100, no '.' at the end",
      next: "choose another name",
    });
  }
  const owner = reservedFor(name);
  if (owner === undefined) return;
  throw new UsageError({
    action,
    current: `a name of ${owner}`,
    wanted: "a name that does not end in .zip or -report and is not site",
    next: "choose another name; to go on with a session of this one, rename its folder or unpack its archive",
  });
}

/**
 * Takes the user's kernels and graphs, and selects the suites of a run.
 *
 * @throws {UsageError} for suites or artifacts that do not exist, the name of a session or a data folder that
 * cannot be, and a user's files that cannot be taken or that no suite takes.
 */
export async function suitesOfRun(options: Omit<ReproOptions, "out">): Promise<readonly Suite[]> {
  takeUserFiles(options);
  const suites = selectSuites(options.papers, options.artifact);
  assertUserFilesServe(options, suites);
  await assertDataFolders(options.dataDir === undefined ? {} : { dataDir: options.dataDir });
  if (options.session !== undefined) assertSessionName(options.session);
  return suites;
}
