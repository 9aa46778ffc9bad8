/**
 * Fetches Dawn, a second implementation of WebGPU, into the user's cache folder: the library of npm's package
 * `webgpu` for this machine, 12 to 37 MB of the package's 138. The folder appears whole or not at all. Exit
 * code 3 where the package has none for this machine, or it does not load here.
 *
 * @module
 */
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { dawnBuild, dawnFolder, dawnLibrary, findDawn } from "../../hardware/webgpu/dawn/dawn.ts";
import { EXIT, MissingError, ReproError, UsageError } from "../../platform/errors.ts";
import { systemError } from "../../platform/system_error.ts";

/** Copies the files of a folder into another, which appears whole or not at all. */
async function copyWhole(from: string, to: string): Promise<void> {
  await Deno.mkdir(dirname(to), { recursive: true });
  const parts = await Deno.makeTempDir({ dir: dirname(to), prefix: `.${basename(to)}-` });
  try {
    for await (const { name } of Deno.readDir(from)) await Deno.copyFile(join(from, name), join(parts, name));
    await Deno.rename(parts, to);
  } catch (error) {
    await Deno.remove(parts, { recursive: true });
    // Another process may have been first; its folder is as good as ours.
    if (findDawn().library === undefined) throw error;
  }
}

async function setUp(): Promise<string> {
  const { library } = findDawn();
  if (library !== undefined) return library;
  const folder = dawnFolder();
  if (folder === undefined) {
    throw new MissingError({
      action: "set up Dawn",
      current: "no cache folder",
      wanted: "one",
      next: "set GNN_REPRO_CACHE to a folder",
    });
  }
  // Evaluated so that Deno fetches the package, and to see that the library loads on this machine.
  await import("webgpu");
  const packed = dirname(createRequire(import.meta.url).resolve("webgpu"));
  await copyWhole(join(packed, "dist", dawnBuild()), folder);
  return dawnLibrary(folder);
}

/** The error with its sentence; the last line of one of Deno's says why, such as that a disk is full. */
function refusal(error: unknown): ReproError {
  const known = error instanceof ReproError ? error : systemError(error, "set up Dawn");
  if (known !== undefined) return known;
  const lines = (error instanceof Error ? error.message : String(error)).split("\n").map((line) =>
    line.trim()
  );
  return new MissingError({
    action: "set up Dawn",
    current: [...new Set([lines[0], lines.findLast((line) => line !== "")])].join(" / "),
    wanted: "npm's package webgpu, with a library for this machine",
    next:
      "run it again where npm's registry is reached and its cache (DENO_DIR) can be written, or leave Dawn out: " +
      "--webgpu native",
  });
}

async function main(words: readonly string[]): Promise<number> {
  try {
    if (words.length > 0) {
      throw new UsageError({
        action: "set up Dawn",
        current: words.join(" "),
        wanted: "no arguments",
        next: "deno task dawn:setup",
      });
    }
    console.log(`Dawn is in ${await setUp()}`);
    return EXIT.ok;
  } catch (error) {
    const { message, exitCode } = refusal(error);
    console.error(`error: ${message}`);
    return exitCode;
  }
}

Deno.exit(await main(Deno.args));
