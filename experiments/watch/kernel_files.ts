/**
 * Files that a kernel consists of: its module and all that it imports from `kernels/`, shaders included.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import type { DeviceBackend } from "../../hardware/device.ts";
import { contentKey } from "../../platform/files/digest.ts";
import { UsageError } from "../../platform/errors.ts";
import { HOME } from "./home.ts";
import { runDeno, typeErrors } from "./run_deno.ts";
import type { WatchedFiles } from "./watched_files.ts";

const graphSchema = z.object({
  modules: z.array(z.looseObject({ local: z.string().nullish(), specifier: z.string() })),
});

/**
 * Folder of a kernel, relative to the harness: named as its id with underscores, in the operation's folder.
 *
 * @throws {UsageError} where there is none.
 */
function kernelFolder(operation: string, id: string): string {
  const folder = join("kernels", operation, id.replaceAll("-", "_"));
  if (existsSync(join(HOME, folder, "kernel.ts"))) return folder;
  throw new UsageError({
    action: `watch kernel "${operation}/${id}"`,
    current: `no ${folder}/kernel.ts`,
    wanted: "a kernel of the repository, in a folder of its own",
    next: "give the kernel a folder named as its id, as CONTRIBUTING.md says",
  });
}

/** Files of one kernel on one backend. */
export class KernelFiles implements WatchedFiles {
  /** Module of the kernel on the backend, relative to the harness. */
  readonly module: string;
  /** Folder of the kernel, relative to the harness. */
  readonly folder: string;
  #paths: readonly string[];

  private constructor(folder: string, module: string) {
    this.folder = folder;
    this.module = module;
    this.#paths = [module];
  }

  /**
   * Files of a kernel; on `x86`, of its WebAssembly where it has no machine code.
   *
   * @throws {UsageError} for a kernel without a folder of its own.
   */
  static async of(
    operation: string,
    id: string,
    backend: DeviceBackend,
    signal: AbortSignal,
  ): Promise<KernelFiles> {
    const folder = kernelFolder(operation, id);
    const own = join(folder, `${backend}.ts`);
    const files = new KernelFiles(folder, existsSync(join(HOME, own)) ? own : join(folder, "wasm.ts"));
    await files.refresh(signal);
    return files;
  }

  /** Paths of all files, relative to the harness. */
  get paths(): readonly string[] {
    return this.#paths;
  }

  /** Finds anew what the module imports. A module that cannot be read keeps the files that it had. */
  async refresh(signal: AbortSignal): Promise<void> {
    const { code, stdout } = await runDeno(["info", "--json", this.module], signal);
    if (code !== 0) return;
    const paths = graphSchema.parse(JSON.parse(stdout)).modules
      .flatMap(({ local }) => local ? [relative(HOME, local)] : [])
      .filter((path) => path.startsWith("kernels"));
    if (this.module.endsWith("wasm.ts")) paths.push(...this.#assemblyPaths());
    // A module's text that cannot be parsed has no imports: nothing that was watched is dropped for it.
    this.#paths = [...new Set([...this.#paths, ...paths])].filter((path) => existsSync(join(HOME, path)));
  }

  /** Sources of AssemblyScript: the kernel's own, and those that all kernels of its operation share. */
  #assemblyPaths(): string[] {
    const shared = join(dirname(this.folder), "assembly"), at = join(HOME, shared);
    const names = existsSync(at) ? readdirSync(at).filter((name) => name.endsWith(".ts")) : [];
    return [join(this.folder, "assembly.ts"), ...names.map((name) => join(shared, name))];
  }

  /** Errors of the module's types. */
  errors(signal: AbortSignal): Promise<string> {
    return typeErrors(this.module, signal);
  }

  /** Folders of the files. */
  get folders(): readonly string[] {
    return [...new Set([this.folder, ...this.#paths.map((path) => dirname(path))])];
  }

  /** Digest of the files as they are now. */
  digest(): string {
    return digestOf(this.#paths);
  }

  /** Digest of the sources of AssemblyScript among the files. */
  assemblyDigest(): string {
    return digestOf(this.#paths.filter((path) => /(^|[\\/])assembly([\\/]|\.ts$)/.test(path)));
  }
}

function digestOf(paths: readonly string[]): string {
  return contentKey(paths.map((path) => [path, textOf(join(HOME, path))]));
}

/** Text of a file; empty where it is absent, as it is for a moment while an editor replaces it. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
