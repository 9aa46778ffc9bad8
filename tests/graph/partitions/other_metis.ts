/**
 * Another build of METIS in the place of this machine's.
 *
 * @module
 */
import { join } from "node:path";
import { writeLibrary } from "../../platform/native/library_file.ts";

/**
 * Runs work while the file of METIS is one of this build. It does not load, so that the built-in partitioner
 * stands in: only its bytes tell one build from another.
 */
export async function withMetisBuild<T>(folder: string, build: string, work: () => Promise<T>): Promise<T> {
  const variable = "GNN_REPRO_METIS", before = Deno.env.get(variable), path = join(folder, "libmetis.so");
  writeLibrary(path, { rest: build });
  Deno.env.set(variable, path);
  try {
    return await work();
  } finally {
    if (before === undefined) Deno.env.delete(variable);
    else Deno.env.set(variable, before);
  }
}
