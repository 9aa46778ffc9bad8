/**
 * The floors of the house and the sizes of its rooms, read from the sources themselves.
 *
 * @module
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join, relative as nativeRelative } from "node:path";
import { fileURLToPath } from "node:url";

const home = fileURLToPath(new URL("..", import.meta.url));

/**
 * A folder imports from lower floors only, and from itself. Two rooms of one floor do not know each other. A
 * room may be yet to come.
 */
const FLOORS: Readonly<Record<string, number>> = {
  "platform": 0,
  "graph": 1,
  "hardware": 1,
  "results": 1,
  "datasets": 2,
  "kernels": 2,
  "training": 3,
  "distributed": 4,
  "experiments": 5,
  "": 6,
};

function roomOf(path: string): string {
  const [first, second] = relative(home, path).split("/");
  return second === undefined ? "" : first;
}

function* sources(folder: string): Generator<string> {
  if (!existsSync(folder)) return;
  for (const entry of Deno.readDirSync(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory && entry.name !== "assembly" && entry.name !== "sessions") yield* sources(path);
    else if (entry.isFile && entry.name.endsWith(".ts") && entry.name !== "assembly.ts") yield path;
  }
}

/** Path from one to another, with slashes on every system. */
const relative = (from: string, to: string) => nativeRelative(from, to).replaceAll("\\", "/");

/** Relative modules that a source imports or re-exports, statically or not. */
function importsOf(path: string): string[] {
  const text = Deno.readTextFileSync(path).replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const found = text.matchAll(/(?:from\s+|import\s+|import\(\s*|new URL\(\s*)["'](\.{1,2}\/[^"']+)["']/g);
  return [...found].map(([, specifier]) => join(dirname(path), specifier));
}

const files = Object.keys(FLOORS).flatMap((room) =>
  room === ""
    ? [...Deno.readDirSync(home)].filter((e) => e.isFile && e.name.endsWith(".ts")).map((e) =>
      join(home, e.name)
    )
    : [...sources(join(home, room))]
);

Deno.test("every import goes down a floor or stays in its room", () => {
  const wrong: string[] = [];
  let arrows = 0;
  for (const file of files) {
    const from = roomOf(file);
    for (const target of importsOf(file)) {
      const to = roomOf(target);
      // Configuration has no floor, nor has the repository's folder as such.
      if (!(to in FLOORS) || to === from || /[\\/]deno\.json$/.test(target)) continue;
      if (relative(home, target) === "") continue;
      arrows++;
      if (FLOORS[to] >= FLOORS[from]) wrong.push(`${relative(home, file)} imports ${relative(home, target)}`);
    }
  }
  assert.ok(arrows > 50, `read only ${arrows} arrows: the reader of imports is broken`);
  assert.deepEqual(wrong, []);
});

/** Most files of code that lie directly in a folder. */
const MOST_FILES = 25;

function* codeFolders(folder: string): Generator<[path: string, files: number]> {
  const entries = [...Deno.readDirSync(folder)];
  yield [
    relative(home, folder),
    entries.filter(({ name, isFile }) => isFile && /\.(ts|wgsl)$/.test(name)).length,
  ];
  for (const { name, isDirectory } of entries) {
    if (isDirectory && name !== "sessions") yield* codeFolders(join(folder, name));
  }
}

Deno.test("no folder of code holds more than 25 files", () => {
  const rooms = Object.keys(FLOORS).filter((room) => room !== "");
  const sizes = new Map(rooms.flatMap((room) => [...codeFolders(join(home, room))]));
  assert.ok(sizes.size > 100, `found only ${sizes.size} folders: the reader of folders is broken`);
  const large = [...sizes].filter(([, files]) => files > MOST_FILES).map(([path]) => path);
  assert.deepEqual(large, []);
});

Deno.test("no module is longer than 400 lines", () => {
  const long = files.map((file) => [relative(home, file), Deno.readTextFileSync(file).split("\n").length - 1])
    .filter(([, lines]) => Number(lines) > 400);
  assert.deepEqual(long, []);
});

/** Lines within which half of all suite files stay, and which none exceeds. */
const SUITE_LINES = { half: 120, most: 200 };

Deno.test("suites read as data: half of their files have at most 120 lines, none more than 200", () => {
  const suites = files.map((file) => [relative(home, file), Deno.readTextFileSync(file)] as const)
    .filter(([path, text]) =>
      path.startsWith("experiments/") && /^export const \w+(: \w*Suite\b| = \w*Suite[<(])/m.test(text)
    )
    .map(([path, text]) => ({ path, lines: text.split("\n").length - 1 }))
    .sort((a, b) => a.lines - b.lines);
  assert.ok(suites.length > 90, `found only ${suites.length} suites: their reader is broken`);
  assert.ok(suites[suites.length >> 1].lines <= SUITE_LINES.half);
  assert.deepEqual(suites.filter(({ lines }) => lines > SUITE_LINES.most), []);
});

/** Circles of modules, each in the order of its imports. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [], done = new Set<string>(), path: string[] = [];
  const visit = (module: string): void => {
    const at = path.indexOf(module);
    if (at >= 0) found.push([...path.slice(at), module]);
    if (at >= 0 || done.has(module)) return;
    path.push(module);
    for (const target of graph.get(module) ?? []) visit(target);
    path.pop();
    done.add(module);
  };
  for (const module of graph.keys()) visit(module);
  return found;
}

Deno.test("no modules import each other in a circle, type imports included", () => {
  assert.deepEqual(circles(new Map([["a", ["b"]], ["b", ["c"]], ["c", ["b"]]])), [["b", "c", "b"]]);
  const graph = new Map(files.map((file) => [file, importsOf(file)]));
  assert.deepEqual(circles(graph).map((circle) => circle.map((file) => relative(home, file))), []);
});

/** Modules that a source imports for their values: what is left of its imports when its types are gone. */
function valueImportsOf(path: string): string[] {
  const text = Deno.readTextFileSync(path).replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const found = text.matchAll(
    /^(?:import|export)\s+(?!type\b)(?:([^"';]*?)\s+from\s+)?"([^"]+)"|\bimport\(\s*"([^"]+)"/gm,
  );
  return [...found].flatMap(([, names, specifier, dynamic]) => {
    const listed = /^\{([\s\S]*)\}$/.exec(names ?? "")?.[1].split(",").map((name) => name.trim()).filter(
      Boolean,
    );
    if (listed !== undefined && listed.every((name) => name.startsWith("type "))) return [];
    const target = specifier ?? dynamic;
    return [target.startsWith(".") ? join(dirname(path), target) : target];
  });
}

/** All modules behind an entry, by their values. */
function modulesBehind(entry: string): ReadonlySet<string> {
  const reached = new Set<string>(), waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    if (/\.(ts|js)$/.test(path)) waiting.push(...valueImportsOf(path));
  }
  return reached;
}

Deno.test("the page that runs itself has no module of Deno, of Node or of a package behind it", () => {
  const modules = modulesBehind(join(home, "experiments/try/page/page.js"));
  for (
    const path of [
      "kernels/spmm/webgpu_kernels.ts",
      "hardware/webgpu/clock/timer.ts",
      "hardware/measuring/measure.ts",
    ]
  ) {
    assert.ok(
      modules.has(join(home, path)),
      `${path} is not behind the page: the reader of imports is broken`,
    );
  }
  // Asks whether there is a Deno.
  const asks = join(home, "platform/available_memory.ts");
  const foreign = [...modules].filter((path) => {
    if (path === asks) return false;
    if (!path.startsWith(home)) return true;
    if (!/\.(ts|js)$/.test(path)) return !path.endsWith(".wgsl");
    const code = Deno.readTextFileSync(path).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    return /\bDeno\b/.test(code.replaceAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, ""));
  });
  assert.deepEqual(foreign.map((path) => path.startsWith(home) ? relative(home, path) : path), []);
  // A module that does import something of Deno is seen.
  assert.ok([...modulesBehind(join(home, "hardware/webgpu/open_device.ts"))].includes("node:path"));
});

const PAPER_FOLDERS = [...Deno.readDirSync(join(home, "experiments"))]
  .filter(({ name, isDirectory }) => isDirectory && existsSync(join(home, "experiments", name, "paper.ts")))
  .map(({ name }) => name);

/** Folder of the paper that a file belongs to, or nothing. */
function paperOf(path: string): string | undefined {
  const [room, folder] = relative(home, path).split("/");
  return room === "experiments" && PAPER_FOLDERS.includes(folder) ? folder : undefined;
}

Deno.test("a paper is one folder: no other paper's folder is imported, and nothing but the list of papers knows it", () => {
  assert.ok(PAPER_FOLDERS.length > 5);
  const wrong: string[] = [];
  for (const file of files) {
    for (const target of importsOf(file)) {
      const to = paperOf(target);
      const listed = relative(home, file) === "experiments/papers.ts" && /[\\/]paper\.ts$/.test(target);
      if (to !== undefined && to !== paperOf(file) && !listed) {
        wrong.push(`${relative(home, file)} imports ${relative(home, target)}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("what judges, runs and draws experiments names no paper", () => {
  const wrong: string[] = [];
  for (const file of files) {
    const room = roomOf(file);
    if (!["experiments", "results", ""].includes(room) || paperOf(file) !== undefined) continue;
    if (relative(home, file) === "experiments/papers.ts") continue;
    const text = Deno.readTextFileSync(file).replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(
      /^\s*\/\/.*$/gm,
      "",
    );
    for (const paper of PAPER_FOLDERS.filter((name) => name !== "own")) {
      if (new RegExp(`["'\`/]${paper}["'\`/.]`).test(text)) {
        wrong.push(`${relative(home, file)} names ${paper}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("turns are interleaved by the one loop of hardware/, and emulated GPUs are refused in one place", () => {
  const loops = files.filter((file) =>
    /\.shuffle\(\[\.\.\./.test(Deno.readTextFileSync(file)) &&
    relative(home, file) !== "hardware/measuring/turn_loop.ts"
  );
  assert.deepEqual(loops.map((file) => relative(home, file)), []);
  const refusals = files.filter((file) => /current: "software adapter"/.test(Deno.readTextFileSync(file)));
  assert.deepEqual(refusals.map((file) => relative(home, file)), ["hardware/emulated.ts"]);
});

Deno.test("no file has a name that says nothing", () => {
  const vague = files.filter((file) => /[\\/](utils?|helpers?|common|misc|stuff|index)\.ts$/.test(file));
  assert.deepEqual(vague, []);
});

Deno.test("the product names no package but those of its import map", () => {
  const { imports } = JSON.parse(Deno.readTextFileSync(join(home, "deno.json"))) as {
    imports: Record<string, string>;
  };
  const strange: string[] = [];
  for (const file of files) {
    const text = Deno.readTextFileSync(file).replaceAll(/\/\*[\s\S]*?\*\//g, "");
    for (const [, specifier] of text.matchAll(/^(?:import|export)[^"';]*?from\s+["']([^."'][^"']*)["']/gm)) {
      const known = specifier.startsWith("node:") ||
        Object.keys(imports).some((name) => specifier === name || specifier.startsWith(`${name}/`));
      if (!known) strange.push(`${relative(home, file)}: ${specifier}`);
    }
  }
  assert.deepEqual(strange, []);
});

Deno.test("suites remember nothing in their modules and read no setting back from a text", () => {
  const suites = files.filter((file) => {
    const path = relative(home, file);
    return path.startsWith("experiments/") && !/^experiments\/(peers|session)\//.test(path);
  });
  assert.ok(suites.length > 100);
  const refused = [
    /new WeakMap/,
    /^(export )?let /m,
    /= new (Map|Set)(<.*>)?\(\);$/m,
    /Number\([\w.]*factors/,
    /\.split\(":"\)/,
  ];
  for (const file of suites) {
    const text = Deno.readTextFileSync(file);
    // What is indented lies within a function.
    const modules = text.split("\n").filter((line) => !line.startsWith(" ")).join("\n");
    for (const [i, pattern] of refused.entries()) {
      const searched = i === 1 || i === 2 ? modules : text;
      assert.ok(!pattern.test(searched), `${relative(home, file)}: ${pattern}`);
    }
    assert.ok(!/median!/.test(text), `${relative(home, file)}: read values by medianOf`);
  }
});

/** Modules with values that a process has once: registries, loaded code, child processes, late constants. */
const OF_THE_PROCESS = [
  "datasets/registry.ts",
  "experiments/peers/environments/python_probe.ts",
  "experiments/peers/open_peers.ts",
  "hardware/cpu/x86/assembler/assembler.ts",
  "hardware/webgpu/choose_implementation.ts",
  "hardware/webgpu/clock/timer.ts",
  "hardware/webgpu/dawn/dawn.ts",
  "hardware/webgpu/uniform.ts",
  "kernels/registry.ts",
  "platform/files/durable_files.ts",
  "platform/text/number.ts",
  "platform/wasm/module.ts",
];

Deno.test("a module keeps values by objects only through oncePerObject, by names only those of the process", () => {
  const keptBy = (pattern: RegExp) =>
    files.filter((file) => pattern.test(Deno.readTextFileSync(file))).map((file) => relative(home, file));
  assert.deepEqual(keptBy(/^(export )?(const|let) \w+.*= new Weak(Map|Set)\b/m), []);
  const byName = keptBy(/^(export )?(const|let) \w+.*= new (Map|Set)(<.*>)?\(\);$/m);
  assert.deepEqual(byName.toSorted(), OF_THE_PROCESS);
});
