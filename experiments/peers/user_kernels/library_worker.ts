/**
 * Worker of a user's kernel in a shared library: answers the requests of `serve.py` that a product needs, one
 * JSON line each. It runs in a process of its own, so that a crash of the library ends nothing else.
 *
 *     deno run --allow-all library_worker.ts LIBRARY THREADS
 *
 * @module
 */
import { basename } from "node:path";
import { sha256 } from "../../../platform/files/digest.ts";
import { LibraryProduct, openKernel } from "./library_product.ts";
import { rest } from "./rest.ts";

/** Request: the operation and its members. */
type Request = Readonly<Record<string, unknown>>;

const [path, threadsText] = Deno.args;
const threads = Number(threadsText);
const products: LibraryProduct[] = [];
let next = 0;
let shape = { cells: 0 };

function number(request: Request, name: string): number {
  const value = request[name];
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    throw new Error(`"${name}" is ${JSON.stringify(value)}, not a whole number`);
  }
  return value;
}

function loaded(): readonly LibraryProduct[] {
  if (products.length === 0) throw new Error("nothing is loaded");
  return products;
}

function unload(): void {
  for (const product of products.splice(0)) product.destroy();
  next = 0;
}

/** Answers by operation. */
const ANSWERS: Readonly<Record<string, (request: Request) => Record<string, unknown>>> = {
  hello: () => {
    openKernel(path);
    const digest = sha256(Deno.readFileSync(path)).slice(0, 12);
    return { peer: basename(path), versions: { [basename(path)]: digest }, threads };
  },
  load: (request) => {
    unload();
    const operands = {
      rows: number(request, "rows"),
      cols: number(request, "cols"),
      entries: number(request, "nnz"),
      width: number(request, "width"),
      threads,
      files: request.files as Readonly<Record<string, string | null>>,
    };
    shape = { cells: operands.cols * operands.width };
    const kernel = openKernel(path);
    for (let copy = number(request, "copies"); copy > 0; copy--) {
      products.push(new LibraryProduct(kernel, operands));
    }
    return { seconds: products[0].prepareSeconds };
  },
  unload: () => {
    unload();
    return {};
  },
  check: (request) => {
    loaded()[0].write(String(request.file));
    return {};
  },
  replace_features: (request) => {
    const features = Deno.readFileSync(String(request.features));
    if (features.byteLength !== 4 * shape.cells) {
      throw new Error(`"features" has ${features.byteLength} bytes, not ${4 * shape.cells}`);
    }
    for (const product of loaded()) product.replaceFeatures(features);
    products[next].write(String(request.file));
    return {};
  },
  digest: () => ({ sets: loaded().map((product) => product.digests()) }),
  run: (request) => {
    const calls = number(request, "n"), sets = loaded();
    const start = performance.now();
    for (let call = 0; call < calls; call++) {
      sets[next].run();
      next = (next + 1) % sets.length;
    }
    return { seconds: (performance.now() - start) / 1000 };
  },
};

/** Reply to one line; undefined to end. */
function answer(line: string): Record<string, unknown> | undefined {
  try {
    const request = JSON.parse(line) as Request;
    const op = String(request.op);
    if (op === "quit") return undefined;
    if (!Object.hasOwn(ANSWERS, op)) throw new Error(`a shared library has no ${op}`);
    return { ok: true, ...ANSWERS[op](request) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const kind = error instanceof RangeError ? "memory" : "failed";
    return { ok: false, kind, error: text.split("\n")[0].slice(0, 500) };
  }
}

// Ctrl-C goes to the whole terminal; the harness decides what becomes of a round in progress.
if (Deno.build.os !== "windows") Deno.addSignalListener("SIGINT", () => {});

let pending = "";
const encoder = new TextEncoder();
read: for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (pending + chunk).split("\n");
  pending = lines.pop()!;
  for (const line of lines) {
    const reply = answer(line);
    if (reply === undefined) break read;
    rest();
    // A library may print without an end of line.
    Deno.stdout.writeSync(encoder.encode(`\n${JSON.stringify(reply)}\n`));
  }
}
unload();
Deno.exit(0);
