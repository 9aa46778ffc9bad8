/**
 * The commit of the harness, which goes into every row.
 *
 * @module
 */
import { readVariable } from "../platform/environment_variable.ts";
import { UsageError } from "../platform/errors.ts";
import { gitOutput } from "../platform/git_output.ts";

/**
 * Environment variable that names the commit where there is no git to ask: a container, an unpacked archive.
 */
export const COMMIT_VARIABLE = "GNN_REPRO_COMMIT";

const COMMIT = /^[0-9a-f]{7,40}\+?$/i;
/** Number of digits that git is asked for. */
const DIGITS = 12;

/**
 * Commit of the working tree at `folder`, with `+` where files differ from it: from git, else from {@link
 * COMMIT_VARIABLE}, else `unknown`.
 *
 * @param named Value of the variable.
 * @throws {UsageError} where the variable holds anything but a commit, even if git has an answer.
 */
export function harnessCommit(
  folder: string,
  named: string | undefined = readVariable(COMMIT_VARIABLE),
): string {
  if (named && !COMMIT.test(named)) {
    throw new UsageError({
      action: "name the commit of the harness",
      current: `${COMMIT_VARIABLE}=${JSON.stringify(named.slice(0, 80))}`,
      wanted: "7 to 40 hexadecimal digits, and + where files differ from that commit",
      next: `correct it (git rev-parse HEAD), or unset ${COMMIT_VARIABLE}`,
    });
  }
  return gitCommit(folder) ?? (named ? shortCommit(named) : "unknown");
}

function shortCommit(named: string): string {
  return named.slice(0, DIGITS).replace("+", "").toLowerCase() + (named.endsWith("+") ? "+" : "");
}

function gitCommit(folder: string): string | undefined {
  const commit = git(folder, "rev-parse", `--short=${DIGITS}`, "HEAD");
  if (!commit) return undefined;
  return git(folder, "status", "--porcelain", "--untracked-files=no") ? `${commit}+` : commit;
}

/** Output of git; `undefined` where it fails, is absent or may not be run. */
function git(folder: string, ...args: string[]): string | undefined {
  try {
    return gitOutput(folder, ...args);
  } catch {
    return undefined;
  }
}
