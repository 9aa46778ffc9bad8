/** @module */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { datasetPaths, fetchDatasets, verifyDatasets } from "../../datasets/dataset_files.ts";
import type { DatasetFile, DatasetRecord } from "../../datasets/dataset.ts";
import { renderFidelity } from "../../datasets/listing_text.ts";
import { loadDataset } from "../../datasets/load.ts";
import { assertDataFolders, locateDataset } from "../../datasets/lookup.ts";
import { registerDataset } from "../../datasets/registry.ts";
import { sha256 } from "../../platform/files/digest.ts";
import { DataError, MissingError, OutOfMemoryError, UsageError } from "../../platform/errors.ts";
import { registerEdgeList } from "./edge_list_record.ts";
import { smallOgbZip, text } from "./formats/small_files.ts";
import { listDatasets } from "../../datasets/dataset_listing.ts";
import { standInFidelity } from "../../datasets/fidelity_listing.ts";

const CONTENT = text("# a triangle\n0 1\n1 2\n2 0\n");

function triangle(url?: string): DatasetFile {
  return {
    name: "triangle.txt",
    need: "graph",
    bytes: CONTENT.length,
    sha256: sha256(CONTENT),
    ...(url === undefined ? {} : { url }),
  };
}

/** A folder for a test, and look-up options that see nothing else. */
async function sandbox(): Promise<
  { root: string; options: { environmentDir: string; cacheDir: string } } & AsyncDisposable
> {
  const root = await Deno.makeTempDir();
  return {
    root,
    options: { environmentDir: "", cacheDir: join(root, "cache") },
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

async function put(path: string, content: Uint8Array): Promise<string> {
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeFile(path, content);
  return path;
}

/** While this is in use the machine has no memory for arrays of this type, but for empty ones. */
function refusing(type: "Float32Array" | "Uint32Array"): Disposable {
  const real = globalThis[type];
  const construct = (target: typeof real, args: unknown[], newTarget: typeof real) => {
    if (typeof args[0] === "number" && args[0] > 0) throw new RangeError("Array buffer allocation failed");
    return Reflect.construct(target, args, newTarget);
  };
  Object.assign(globalThis, { [type]: new Proxy(real, { construct }) });
  return { [Symbol.dispose]: () => void Object.assign(globalThis, { [type]: real }) };
}

/** All paths below a folder. */
async function tree(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory) paths.push(...await tree(path));
    else paths.push(path);
  }
  return paths;
}

/** Serves on 127.0.0.1 while `use` runs. */
async function serving(handler: Deno.ServeHandler, use: (base: string) => Promise<void>): Promise<void> {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, handler);
  try {
    await use(`http://127.0.0.1:${server.addr.port}/`);
  } finally {
    await server.shutdown();
  }
}

Deno.test("files are found at any depth, and --data-dir comes before GNN_REPRO_DATA and the cache", async () => {
  await using box = await sandbox();
  const record = registerEdgeList("test-order", [triangle()]);
  const [first, second] = [join(box.root, "first"), join(box.root, "second")];
  const cached = await put(join(box.options.cacheDir, record.id, "triangle.txt"), CONTENT);
  const deep = await put(join(second, "a", "b", "c", "triangle.txt"), CONTENT);
  const named = await put(join(first, "triangle.txt"), CONTENT);
  const path = async (options: object) =>
    (await datasetPaths(record.id, { ...box.options, ...options })).files[0].path;
  assert.equal(await path({}), cached);
  assert.equal(await path({ environmentDir: second }), deep);
  assert.equal(await path({ environmentDir: second, dataDir: first }), named);
});

Deno.test("links to files are followed; a folder or a dangling link with a file's name is passed over", async () => {
  await using box = await sandbox();
  const record = registerEdgeList("test-links", [triangle()]);
  const options = { ...box.options, dataDir: join(box.root, "data") };
  await Deno.mkdir(join(options.dataDir, "triangle.txt"), { recursive: true });
  await Deno.mkdir(join(options.dataDir, "a"));
  await Deno.symlink("/nonexistent", join(options.dataDir, "a", "triangle.txt"));
  const none = await locateDataset(record, options);
  assert.equal(none.sources[0].complete, false);
  assert.match(none.warnings[0], /unreadable/);
  await put(join(box.root, "elsewhere", "x"), CONTENT);
  await Deno.mkdir(join(options.dataDir, "b"));
  await Deno.symlink(join(box.root, "elsewhere", "x"), join(options.dataDir, "b", "triangle.txt"));
  assert.ok((await locateDataset(record, options)).sources[0].complete);
});

Deno.test("a real graph above the maximum is not loaded, and without a family that is an error", async () => {
  await using box = await sandbox();
  const record = registerEdgeList("test-too-large", [triangle()]);
  await put(join(box.root, "triangle.txt"), CONTENT);
  const options = { ...box.options, dataDir: box.root };
  assert.equal((await loadDataset(record.id, { ...options, maxStoredEdges: 6 })).kind, "real");
  await assert.rejects(
    loadDataset(record.id, { ...options, maxStoredEdges: 5 }),
    (error) => error instanceof MissingError && /above the maximum of 5.*larger profile/.test(error.message),
  );
});

Deno.test("GNN_REPRO_DATA is read from the environment", async () => {
  await using box = await sandbox();
  const record = registerEdgeList("test-environment", [triangle()]);
  const before = Deno.env.get("GNN_REPRO_DATA");
  const path = await put(join(box.root, "x", "triangle.txt"), CONTENT);
  try {
    Deno.env.set("GNN_REPRO_DATA", box.root);
    const { sources } = await locateDataset(record, { cacheDir: box.options.cacheDir });
    assert.equal(sources[0].files.get("triangle.txt")?.path, path);
  } finally {
    if (before === undefined) Deno.env.delete("GNN_REPRO_DATA");
    else Deno.env.set("GNN_REPRO_DATA", before);
  }
});

Deno.test("a file with the right name and a wrong checksum is passed over with a warning", async () => {
  await using box = await sandbox();
  const record = registerEdgeList("test-checksum", [triangle()]);
  const wrong = CONTENT.slice();
  wrong[wrong.length - 2] ^= 1;
  const bad = await put(join(box.root, "data", "a", "triangle.txt"), wrong);
  await put(join(box.root, "data", "b", "triangle.txt"), CONTENT.subarray(1));
  const options = { ...box.options, dataDir: join(box.root, "data") };
  const refused = await locateDataset(record, options);
  assert.equal(refused.sources[0].complete, false);
  assert.equal(refused.warnings.length, 2);
  assert.match(refused.warnings[0], /a.triangle\.txt: wrong checksum/);
  assert.match(refused.warnings[1], /b.triangle\.txt: wrong size/);
  await assert.rejects(
    loadDataset(record.id, options),
    (error) => error instanceof MissingError && error.exitCode === 3 && /wrong checksum/.test(error.message),
  );
  assert.ok(
    ["wrong checksum", "wrong size"].includes((await verifyDatasets([record.id], options))[0].status),
  );

  await put(join(box.root, "data", "c", "triangle.txt"), CONTENT);
  const found = await loadDataset(record.id, options);
  assert.deepEqual(found.counts, record.counts);
  assert.match(found.note, /wrong checksum/);
  assert.deepEqual(await Deno.readFile(bad), wrong, "somebody else's file is left alone");
});

Deno.test("strict loading refuses a damaged copy with its path, offset, checksums and advice", async () => {
  await using box = await sandbox();
  const record = registerEdgeList("test-strict", [{ ...triangle(), url: "http://127.0.0.1/x" }]);
  const other = CONTENT.slice();
  other[other.length - 2] ^= 1;
  const refusal = async (content: Uint8Array): Promise<DataError> => {
    const path = await put(join(box.root, "triangle.txt"), content);
    const load = loadDataset(record.id, { ...box.options, dataDir: box.root, strict: true });
    const error = await load.then(() => undefined, (error) => error);
    assert.ok(error instanceof DataError, String(error));
    assert.equal(error.place.file, path);
    assert.match(error.message, /Next: remove or replace it; deno task datasets fetch test-strict/);
    return error;
  };
  const short = await refusal(CONTENT.slice(0, 9)), long = await refusal(Uint8Array.of(...CONTENT, 10));
  assert.deepEqual([short.place.offset, long.place.offset], [9, CONTENT.length]);
  const changed = await refusal(other);
  assert.match(changed.message, new RegExp(`SHA-256 ${sha256(other)}, wanted ${sha256(CONTENT)}`));

  await put(join(box.root, "whole", "triangle.txt"), CONTENT);
  const options = { ...box.options, dataDir: box.root, strict: true };
  assert.equal((await loadDataset(record.id, options)).kind, "real", "a good copy is enough");
});

Deno.test("a failed allocation is out of memory, of the graph and of its features", async () => {
  await using box = await sandbox();
  const archive = smallOgbZip["small.zip"];
  const record: DatasetRecord = {
    ...registerEdgeList("test-memory", []),
    id: "test-memory-ogb",
    sources: [{
      title: "archive",
      format: "ogb",
      files: [{ name: "small.zip", need: "graph", sha256: sha256(archive) }],
      rule: { listed: "undirected, once", symmetrise: true, selfLoops: "drop" },
    }],
    counts: { vertices: 5, storedEdges: 8, undirectedEdges: 4 },
  };
  registerDataset(record);
  await put(join(box.root, "small.zip"), archive);
  const load = () => loadDataset(record.id, { ...box.options, dataDir: box.root });
  const isOutOfMemory = (error: unknown) => error instanceof OutOfMemoryError && error.exitCode === 3;
  const loaded = await load();
  {
    using _ = refusing("Float32Array");
    await assert.rejects(loaded.denseFeatures!.load(), isOutOfMemory);
  }
  {
    using _ = refusing("Uint32Array");
    await assert.rejects(load(), isOutOfMemory);
  }
  assert.equal((await loaded.denseFeatures!.load()).length, 10);
});

Deno.test("a name that says too little counts only in its own folder, and an unchecked file is told of", async () => {
  await using box = await sandbox();
  const record = registerEdgeList("test-folder", [{
    name: "edges.txt",
    folder: "test-folder",
    need: "graph",
  }]);
  const options = { ...box.options, dataDir: box.root };
  await put(join(box.root, "else", "edges.txt"), CONTENT);
  assert.equal((await locateDataset(record, options)).sources[0].complete, false);
  await put(join(box.root, "test-folder", "edges.txt"), CONTENT);
  const found = await locateDataset(record, options);
  assert.ok(found.sources[0].complete);
  assert.match(found.warnings[0], /no checksum is recorded/);
});

Deno.test("a folder that was named and is none is a usage error", async () => {
  const record = registerEdgeList("test-no-folder", [triangle()]);
  await assert.rejects(locateDataset(record, { dataDir: "/nowhere/at/all", environmentDir: "" }), UsageError);
});

Deno.test("fetch downloads, checks, keeps, and does not download again", async () => {
  await using box = await sandbox();
  let requests = 0;
  await serving(() => {
    requests++;
    return new Response(CONTENT);
  }, async (base) => {
    const record = registerEdgeList("test-fetch", [triangle(`${base}triangle.txt`)]);
    assert.equal((await listDatasets([record.id], box.options))[0].files, "absent");
    const [fetched] = await fetchDatasets([record.id], box.options);
    assert.equal(fetched.status, "fetched");
    assert.deepEqual(await tree(box.root), [fetched.path]);
    assert.equal((await fetchDatasets([record.id], box.options))[0].status, "already here");
    assert.equal(requests, 1);
    assert.equal((await verifyDatasets([record.id], box.options))[0].status, "ok");
    assert.equal((await listDatasets([record.id], box.options))[0].files, "here");
    assert.equal((await loadDataset(record.id, box.options)).kind, "real");
  });
});

Deno.test("a download that stalls, is too short or too long, fails or has another content leaves nothing", async () => {
  await using box = await sandbox();
  const other = CONTENT.slice();
  other[2] ^= 1;
  const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(CONTENT) });
  const stalled = () =>
    new ReadableStream({ start: (controller) => controller.enqueue(CONTENT.slice(0, 9)) });
  const answers: Record<string, [() => Response, new (...args: never[]) => Error]> = {
    stalled: [() => new Response(stalled()), MissingError],
    short: [() => new Response(CONTENT.slice(0, 9)), DataError],
    endless: [() => new Response(endless()), MissingError],
    missing: [() => new Response("no", { status: 404 }), MissingError],
    other: [() => new Response(other), DataError],
  };
  const quiet = (request: Request) => answers[new URL(request.url).pathname.slice(1)][0]();
  await serving(quiet, async (base) => {
    for (const [name, [, kind]] of Object.entries(answers)) {
      const record = registerEdgeList(`test-download-${name}`, [triangle(base + name)]);
      await assert.rejects(
        fetchDatasets([record.id], { ...box.options, silenceMs: name === "stalled" ? 200 : 60_000 }),
        (error) => error instanceof kind,
        name,
      );
      assert.deepEqual(await tree(box.root), [], name);
    }
    const aborted = registerEdgeList("test-download-aborted", [triangle(`${base}stalled`)]);
    await assert.rejects(
      fetchDatasets([aborted.id], { ...box.options, signal: AbortSignal.timeout(100) }),
      MissingError,
    );
    assert.deepEqual(await tree(box.root), []);
  });
});

Deno.test("a connection that breaks off in the middle of a file leaves nothing", async () => {
  await using box = await sandbox();
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serve = async () => {
    using connection = await listener.accept();
    await connection.read(new Uint8Array(4096));
    await connection.write(text(`HTTP/1.1 200 OK\r\nContent-Length: ${CONTENT.length}\r\n\r\n# a tri`));
  };
  const record = registerEdgeList("test-download-broken", [
    triangle(`http://127.0.0.1:${listener.addr.port}/x`),
  ]);
  const served = serve();
  await assert.rejects(fetchDatasets([record.id], box.options), MissingError);
  await served;
  assert.deepEqual(await tree(box.root), []);
});

Deno.test("fetch of a dataset without a URL says how to obtain it", async () => {
  await using box = await sandbox();
  await assert.rejects(
    fetchDatasets(["blog"], box.options),
    (error) => error instanceof MissingError && /blogcatalog\.datasets\.syr\.edu/.test(error.message),
  );
});

Deno.test("every verb refuses a name that is none, without touching a path", async () => {
  await using box = await sandbox();
  for (
    const name of [
      "<img src=x onerror=alert(1)>",
      "../../etc/passwd",
      "__proto__",
      "constructor",
      "",
      "Cora",
      "cora\n",
    ]
  ) {
    for (
      const act of [
        () => loadDataset(name, box.options),
        () => listDatasets([name], box.options),
        () => fetchDatasets([name], box.options),
        () => verifyDatasets([name], box.options),
        () => datasetPaths(name, box.options),
      ]
    ) await assert.rejects(act(), (error) => error instanceof UsageError && error.exitCode === 2, name);
  }
  assert.deepEqual(await tree(box.root), []);
});

Deno.test("an archive that was fetched is loaded: edges, labels, split and dense features", async () => {
  await using box = await sandbox();
  const archive = smallOgbZip["small.zip"];
  await serving(() => new Response(Uint8Array.from(archive)), async (base) => {
    const record: DatasetRecord = {
      ...registerEdgeList("test-archive", []),
      id: "test-archive-ogb",
      sources: [{
        title: "archive",
        format: "ogb",
        files: [{ name: "small.zip", need: "graph", url: `${base}small.zip`, sha256: sha256(archive) }],
        rule: { listed: "undirected, once", symmetrise: true, selfLoops: "drop" },
      }],
      counts: { vertices: 5, storedEdges: 8, undirectedEdges: 4 },
    };
    registerDataset(record);
    assert.equal((await fetchDatasets([record.id], box.options))[0].status, "fetched");
    const loaded = await loadDataset(record.id, box.options);
    assert.deepEqual([loaded.kind, loaded.counts, loaded.featureWidth], ["real", record.counts, 2]);
    assert.deepEqual([[...loaded.labels!], loaded.classes], [[0, 2, 1, 0, 1], 3]);
    assert.deepEqual([...loaded.split!.train], [0, 3]);
    assert.equal((await loaded.denseFeatures!.load()).length, 10);
  });
});

Deno.test("fidelity of a misspelt dataset names the one that is meant", async () => {
  await assert.rejects(standInFidelity(["coar"]), /find dataset "coar".*did you mean "cora"/);
});

Deno.test("fidelity draws stand-ins and shows each measure beside the real graph's, or that it is unknown", async () => {
  const [cora, ppi] = await standInFidelity(["cora@1/1:community", "ppi@1/64"], { seed: 2 });
  assert.deepEqual([cora.dataset, cora.counts.vertices], ["cora@1/1:community", 2708]);
  assert.equal(cora.measures.find(({ measure }) => measure === "median degree")!.wanted! > 2, true);
  const page = renderFidelity([cora, ppi]);
  assert.match(page, /^cora@1\/1:community: 2,708 vertices, 10,556 stored edges\n/);
  assert.match(page, /fidelity score of 23 measures/);
  assert.match(page, /clustering coefficient +unknown +0\.[0-9]+/);
  await assert.rejects(standInFidelity(["cora"]), UsageError);
});

Deno.test({
  name: "a folder of data that may not be read is not taken for one that is not there",
  permissions: { read: false },
  fn: async () => {
    const options = { dataDir: "/some/folder", environmentDir: "" };
    await assert.rejects(assertDataFolders(options), Deno.errors.NotCapable);
  },
});
