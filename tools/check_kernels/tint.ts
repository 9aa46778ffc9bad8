/**
 * Puts every `.wgsl` file of the repository through a second compiler, Dawn's Tint (Chromium's): it validates
 * what Deno's does not, as barriers in non-uniform control flow and workgroup memory above the limit. A file
 * whose header names preludes (`Prelude: other.wgsl`) is compiled behind them; one without an entry point as
 * a module, unless it is a prelude itself and so may need what comes behind it. The one argument, a file that
 * `check_kernels.ts --pipelines` wrote, adds every pipeline as the kernels compiled it, constants included.
 * Needs no GPU. Exit code 1 if something does not compile; 0 with the reason if the compiler cannot be had.
 *
 * @module
 */
import { dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SKIPPED = new Set(["node_modules", "sessions", "recorded"]);

/** WGSL and how it is compiled; without an entry point only as a module. */
interface Compilation {
  readonly label: string;
  readonly source: string;
  readonly entry?: string;
  readonly constants?: Readonly<Record<string, number>>;
}

/** Paths of all WGSL files below a folder, from the root. */
function* wgslFiles(folder = ""): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(ROOT + folder)) {
    if (isDirectory && !name.startsWith(".") && !SKIPPED.has(name)) yield* wgslFiles(`${folder}${name}/`);
    else if (name.endsWith(".wgsl")) yield folder + name;
  }
}

/** A WGSL file. */
interface WgslFile {
  /** Path of the file, from the root. */
  readonly path: string;
  readonly text: string;
  /** Paths, from the root, of what it is compiled behind. */
  readonly preludes: readonly string[];
}

function readWgsl(path: string): WgslFile {
  const text = Deno.readTextFileSync(ROOT + path);
  const header = text.match(/^(?:\/\/.*\n)*/)![0].replaceAll(/\n\/\/ */g, " ");
  const names = header.match(/\bPrelude: ((?:[\w./]+\.wgsl)(?:, [\w./]+\.wgsl)*)/)?.[1].split(", ") ?? [];
  return { path, text, preludes: names.map((name) => join(dirname(path), name)) };
}

/** Preludes of a file and theirs, each once, before what needs it. */
function preludesOf(file: WgslFile): ReadonlyMap<string, WgslFile> {
  const found = new Map<string, WgslFile>();
  for (const prelude of file.preludes.map(readWgsl)) {
    for (const [path, each] of preludesOf(prelude)) found.set(path, each);
    found.set(prelude.path, prelude);
  }
  return found;
}

/** Every file behind its preludes, once for each of its entry points. */
function* compilationsOf(files: readonly WgslFile[]): Generator<Compilation> {
  const preludes = new Set(files.flatMap((file) => file.preludes));
  for (const file of files) {
    const { path, text } = file;
    const source = [...preludesOf(file).values()].map((prelude) => prelude.text).join("") + text;
    const entries = [...source.matchAll(/@compute[^{]*?\bfn\s+(\w+)/g)].map(([, entry]) => entry);
    if (entries.length === 0 && !preludes.has(path)) yield { label: path, source };
    for (const entry of entries) yield { label: `${path} ${entry}`, source, entry };
  }
}

/** Instance of Dawn, kept alive: Dawn frees it, and crashes, once nothing in JavaScript refers to it. */
let instance: GPU | undefined;

/** The compiler, or why there is none. */
async function dawn(): Promise<GPUDevice | string> {
  try {
    const { create, globals } = await import("webgpu");
    Object.assign(globalThis, globals);
    // Dawn's own null backend: it validates and compiles with WebGPU's default limits, and nothing runs.
    instance = create(["backend=null"]);
    const adapter = await instance.requestAdapter();
    if (!adapter) return "its null backend offers no adapter";
    return await adapter.requestDevice({
      requiredFeatures: adapter.features.has("subgroups") ? ["subgroups"] : [],
    });
  } catch (error) {
    return error instanceof Error ? error.message.split("\n")[0] : String(error);
  }
}

/** Complaint of the compiler about a text; empty if there is none. */
async function complaint(gpu: GPUDevice, { label, source, entry, constants }: Compilation): Promise<string> {
  gpu.pushErrorScope("validation");
  const module = gpu.createShaderModule({ label, code: source });
  const { messages } = await module.getCompilationInfo();
  const wrong = messages.filter(({ type }) => type === "error");
  if (wrong.length === 0 && entry !== undefined) {
    const compute = { module, entryPoint: entry, ...(constants ? { constants: { ...constants } } : {}) };
    gpu.createComputePipeline({ label, layout: "auto", compute });
  }
  const error = await gpu.popErrorScope();
  const lines = wrong.map(({ lineNum, linePos, message }) => `${lineNum}:${linePos} ${message}`);
  return [...lines, ...(error && wrong.length === 0 ? [error.message] : [])].join("\n  ");
}

async function main(): Promise<number> {
  const gpu = await dawn();
  if (typeof gpu === "string") {
    console.log(`second compiler (Tint): skipped (npm package "webgpu": ${gpu})`);
    return 0;
  }
  const files = [...wgslFiles()].sort().map(readWgsl);
  const compilations = [...compilationsOf(files)];
  const [pipelines] = Deno.args;
  if (pipelines !== undefined) compilations.push(...JSON.parse(Deno.readTextFileSync(pipelines)));
  let wrong = 0;
  for (const compilation of compilations) {
    const found = await complaint(gpu, compilation);
    if (found === "") continue;
    wrong++;
    console.error(`${compilation.label} ${JSON.stringify(compilation.constants ?? {})}\n  ${found}`);
  }
  const texts = new Set(compilations.map((each) => JSON.stringify(each))).size;
  console.log(`second compiler (Tint): ${files.length} files, ${texts} pipelines, ${wrong} refused`);
  gpu.destroy();
  return files.length === 0 || wrong > 0 ? 1 : 0;
}

Deno.exit(await main());
