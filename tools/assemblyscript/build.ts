/**
 * Compiles every `<room>/**\/assembly/<module>.ts` of the repository to `<room>/**\/<module>.wasm`, one
 * module an operation, and writes the typed bindings `<module>_bindings.ts` beside it. A source that others
 * import is shared and no module of its own: each of them gets a copy of what it uses. With `--check` nothing
 * is written: the committed files must be the ones that the sources give. The compiler is 100 MB, so it stays
 * in this folder, out of the harness's own dependencies.
 *
 * @module
 */
import asc from "assemblyscript/asc";
import { bindings } from "./bindings.ts";
import { moduleSources } from "./modules.ts";

const ROOT = new URL("../../", import.meta.url);
const ROOMS = ["platform", "hardware", "graph", "datasets", "kernels", "training", "distributed"];

/**
 * The same for every module: threads over one imported memory of up to 4 GiB, no runtime, no data of its own.
 */
const OPTIONS = [
  ...["-O3", "--noAssert", "--runtime", "stub"],
  ...["--enable", "simd", "--enable", "threads", "--enable", "relaxed-simd"],
  ...[
    "--importMemory",
    "--sharedMemory",
    "--noExportMemory",
    "--initialMemory",
    "1",
    "--maximumMemory",
    "65536",
  ],
];

/**
 * Paths, from the root, of all sources below a folder: those of `assembly/` folders, and `assembly.ts`, the
 * part of a module that one kernel's folder holds.
 */
async function sources(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(new URL(folder, ROOT))) {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory) found.push(...await sources(`${path}/`));
    else if (folder.endsWith("/assembly/") ? path.endsWith(".ts") : entry.name === "assembly.ts") {
      found.push(path);
    }
  }
  return found;
}

/** Output of the compiler for one source. */
interface Compiled {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** TypeScript declarations of the exports. */
  readonly declarations: string;
}

async function compile(source: string, texts: ReadonlyMap<string, string>): Promise<Compiled> {
  let bytes: Uint8Array<ArrayBuffer> | undefined, declarations: string | undefined;
  const { error, stderr } = await asc.main(
    [source, "--outFile", "module.wasm", "--bindings", "raw", ...OPTIONS],
    {
      readFile: (name: string) => texts.get(name) ?? null,
      writeFile: (name: string, content: string | Uint8Array) => {
        if (name === "module.wasm" && typeof content !== "string") bytes = new Uint8Array(content);
        if (name === "module.d.ts" && typeof content === "string") declarations = content;
      },
      listFiles: () => [],
    },
  );
  if (error || !bytes || declarations === undefined) {
    throw new Error(`Cannot compile ${source}: ${stderr.toString() || error?.message}`);
  }
  return { bytes, declarations };
}

/** Files that a source gives, by path from the root. */
async function outputs(
  source: string,
  texts: ReadonlyMap<string, string>,
): Promise<readonly (readonly [path: string, content: Uint8Array<ArrayBuffer>])[]> {
  const { bytes, declarations } = await compile(source, texts);
  const target = source.replace(/assembly\/([^/]+)\.ts$/, "$1");
  const folders = target.split("/").slice(0, -1);
  const module = target.slice(target.lastIndexOf("/") + 1);
  const platform = folders.map(() => "..").join("/") + "/platform";
  const text = new TextEncoder().encode(bindings(module, platform, declarations));
  return [[`${target}.wasm`, bytes], [`${target}_bindings.ts`, text]];
}

const check = Deno.args.includes("--check");
const texts = new Map<string, string>();
for (const room of ROOMS) {
  const paths = await sources(`${room}/`).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  });
  for (const path of paths.sort()) texts.set(path, await Deno.readTextFile(new URL(path, ROOT)));
}
let stale = 0;
for (const source of moduleSources(texts)) {
  for (const [target, content] of await outputs(source, texts)) {
    if (check) {
      const there = await Deno.readFile(new URL(target, ROOT)).catch(() => undefined);
      const same = there?.length === content.length && there.every((byte, i) => byte === content[i]);
      if (!same) stale++;
      console.log(`${target}: ${same ? "as its source gives it" : "differs from its source"}`);
    } else {
      await Deno.writeFile(new URL(target, ROOT), content);
      console.log(`${target}: ${content.length} bytes`);
    }
  }
}
if (stale > 0) Deno.exit(1);
