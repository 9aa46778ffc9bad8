/**
 * Compiles every `<room>/**\/assembly/<module>.ts` of the repository to `<room>/**\/<module>.wasm`, one
 * module an operation. A source that others import is shared and no module of its own: each of them gets a
 * copy of what it uses. With `--check` nothing is written: the committed bytes must be the ones that the
 * sources give. The compiler is 100 MB, so it stays in this folder, out of the harness's own dependencies.
 *
 * @module
 */
import asc from "assemblyscript/asc";

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

/** Paths, from the root, of all sources below a folder's `assembly/` folders. */
async function sources(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(new URL(folder, ROOT))) {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory) found.push(...await sources(`${path}/`));
    else if (folder.endsWith("/assembly/") && path.endsWith(".ts")) found.push(path);
  }
  return found;
}

/** Paths of the sources that a source imports. */
function imports(source: string, text: string): string[] {
  const specifiers = [...text.matchAll(/\bfrom "(\.[^"]+)"/g)].map(([, specifier]) => specifier);
  return specifiers.map((specifier) =>
    new URL(specifier, new URL(source, ROOT)).href.slice(ROOT.href.length)
  );
}

async function compile(
  source: string,
  texts: ReadonlyMap<string, string>,
): Promise<Uint8Array<ArrayBuffer>> {
  const output = new Map<string, Uint8Array<ArrayBuffer>>();
  const { error, stderr } = await asc.main([source, "--outFile", "module.wasm", ...OPTIONS], {
    readFile: (name: string) => texts.get(name) ?? null,
    writeFile: (name: string, content: string | Uint8Array) => {
      if (typeof content !== "string") output.set(name, new Uint8Array(content));
    },
    listFiles: () => [],
  });
  const bytes = output.get("module.wasm");
  if (error || !bytes) throw new Error(`Cannot compile ${source}: ${stderr.toString() || error?.message}`);
  return bytes;
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
const shared = new Set([...texts].flatMap(([source, text]) => imports(source, text)));
let stale = 0;
for (const source of texts.keys()) {
  if (shared.has(source)) continue;
  const target = source.replace(/assembly\/([^/]+)\.ts$/, "$1.wasm");
  const bytes = await compile(source, texts);
  if (check) {
    const there = await Deno.readFile(new URL(target, ROOT)).catch(() => undefined);
    const same = there?.length === bytes.length && there.every((byte, i) => byte === bytes[i]);
    if (!same) stale++;
    console.log(`${target}: ${same ? "as its source gives it" : "differs from its source"}`);
  } else {
    await Deno.writeFile(new URL(target, ROOT), bytes);
    console.log(`${target}: ${bytes.length} bytes`);
  }
}
if (stale > 0) Deno.exit(1);
