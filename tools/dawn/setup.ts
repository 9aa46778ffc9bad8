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
import { EXIT } from "../../platform/errors.ts";

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
  if (folder === undefined) throw new Error("no cache folder: set GNN_REPRO_CACHE to one");
  // Evaluated so that Deno fetches the package, and to see that the library loads on this machine.
  await import("webgpu");
  const packed = dirname(createRequire(import.meta.url).resolve("webgpu"));
  await copyWhole(join(packed, "dist", dawnBuild()), folder);
  return dawnLibrary(folder);
}

try {
  console.log(`Dawn is in ${await setUp()}`);
} catch (error) {
  const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
  console.error(`error: Cannot set up Dawn: ${reason}. Next: use --webgpu native`);
  Deno.exit(EXIT.missing);
}
