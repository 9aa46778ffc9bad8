/**
 * Answers of git about a folder's history.
 *
 * @module
 */

/**
 * Output of `git -C folder ...args`, without the space around it; `undefined` where git fails: no repository,
 * or no such commit.
 *
 * @throws {Error} as the runtime does, where git is absent or may not be run.
 */
export function gitOutput(folder: string, ...args: readonly string[]): string | undefined {
  const { success, stdout } = new Deno.Command("git", {
    args: ["-C", folder, ...args],
    stdout: "piped",
    stderr: "null",
  }).outputSync();
  return success ? new TextDecoder().decode(stdout).trim() : undefined;
}
