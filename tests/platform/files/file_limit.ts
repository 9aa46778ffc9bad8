/**
 * A disk that takes only a part of a file.
 *
 * @module
 */
import { join } from "node:path";

/**
 * Runs `code` below `imports` in a process whose files may have so many KiB, 1 unless told: the kernel writes
 * up to it, then fails with an error to which Deno gives no code. Code caches would meet the same limit.
 *
 * @returns what it prints, which is the message of an error that it throws.
 */
export async function underFileLimit(
  folder: string,
  imports: string,
  code: string,
  kibibytes = 1,
): Promise<string> {
  const script = join(folder, "child.ts");
  await Deno.writeTextFile(
    script,
    `${imports}\ntry { ${code} } catch (error) { console.log(error.message); }\n`,
  );
  const { stdout } = await new Deno.Command("bash", {
    args: [
      "-c",
      `trap '' XFSZ; ulimit -f ${kibibytes}; exec "$@"`,
      "bash",
      Deno.execPath(),
      "run",
      "-A",
      "--no-lock",
      "--no-check",
      "--no-code-cache",
      script,
    ],
    stderr: "null",
  }).output();
  return new TextDecoder().decode(stdout);
}
