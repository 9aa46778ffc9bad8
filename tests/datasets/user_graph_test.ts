import assert from "node:assert/strict";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { loadDataset } from "../../datasets/load.ts";
import { datasetOrFile, registerUserGraph } from "../../datasets/user_graph.ts";
import { DataError, UsageError } from "../../platform/errors.ts";
import { smallScipy } from "./formats/small_files.ts";

/** Gives a folder with these text files to `work`. */
async function withFiles(
  files: Readonly<Record<string, string>>,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(join(folder, name), text);
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const MATRIX = "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n3 2\n";

Deno.test("an edge list and a matrix give the same rows: a vertex lists whom its edges come from", () =>
  withFiles({ "my graph (1).tsv": "# mine\n0\t1\n2\t1\n", "matrix.mtx": MATRIX }, async (folder) => {
    const list = registerUserGraph(join(folder, "my graph (1).tsv"));
    assert.equal(list, "my-graph-1");
    const matrix = registerUserGraph(join(folder, "matrix.mtx"));
    for (const id of [list, matrix]) {
      const { graph, kind, note } = await loadDataset(id, { maxStoredEdges: 1 });
      assert.equal(kind, "real");
      assert.deepEqual([...graph.rowPtr], [0, 0, 2, 2]);
      assert.deepEqual([...graph.colIdx], [0, 2]);
      assert.equal(note, "");
    }
    assert.equal(registerUserGraph(join(folder, "matrix.mtx")), matrix);
  }));

Deno.test("a METIS graph file is read by its suffix, and keeps vertices without edges", () =>
  withFiles({ "path.graph": "4 2\n2\n1 4\n\n2\n" }, async (folder) => {
    const { graph, note } = await loadDataset(registerUserGraph(join(folder, "path.graph")));
    assert.deepEqual([[...graph.rowPtr], [...graph.colIdx]], [[0, 1, 3, 3, 4], [1, 0, 3, 1]]);
    assert.equal(note, "");
  }));

Deno.test("both directions are stored where that is asked for", () =>
  withFiles({ "both.txt": "0 1\n2 1\n" }, async (folder) => {
    const { graph } = await loadDataset(registerUserGraph(join(folder, "both.txt"), { symmetrise: true }));
    assert.deepEqual([...graph.colIdx], [1, 0, 2, 1]);
  }));

Deno.test("a file of which each listed edge is taken both ways and once is two graphs", () =>
  withFiles({ "twice.txt": "0 1\n" }, async (folder) => {
    const [once, both, again] = [false, true, false].map((symmetrise) =>
      registerUserGraph(join(folder, "twice.txt"), { symmetrise })
    );
    assert.deepEqual([once, both, again], ["twice", "twice-file", "twice"]);
    assert.equal((await loadDataset(once)).counts.storedEdges, 1);
    assert.equal((await loadDataset(both)).counts.storedEdges, 2);
  }));

Deno.test("a long name is cut to an id, and a third file of one name is refused by its name", () => {
  const long = `${"a".repeat(57)}-b.txt`;
  return withFiles(
    { [long]: "0 1\n", "one.txt": "0 1\n", "one.el": "0 1\n", "one.csv": "0,1\n" },
    (folder) => {
      const take = (name: string) => registerUserGraph(join(folder, name));
      assert.equal(take(long), "a".repeat(57));
      assert.deepEqual([take("one.txt"), take("one.el")], ["one", "one-file"]);
      assert.throws(
        () => take("one.csv"),
        (error) =>
          error instanceof UsageError &&
          /one\.csv": found the names one and one-file taken/.test(error.message),
      );
      return Promise.resolve();
    },
  );
});

Deno.test("gaps of the ids of an edge list are closed up, and the note says so", () =>
  withFiles({ "gaps.txt": "1 2\n2 5\n" }, async (folder) => {
    const { graph, note, originalIds } = await loadDataset(registerUserGraph(join(folder, "gaps.txt")));
    assert.deepEqual(originalIds, Uint32Array.of(1, 2, 5));
    assert.deepEqual([[...graph.rowPtr], [...graph.colIdx]], [[0, 0, 1, 2], [0, 1]]);
    assert.equal(note, "Gaps of the ids, up to 5, are closed up: 3 vertices have an edge.");
  }));

Deno.test("a symmetric matrix, of which the file holds one triangle, is loaded whole", () =>
  withFiles(
    { "triangle.mtx": "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n2 1\n3 2\n3 3\n" },
    async (
      folder,
    ) => {
      const { graph } = await loadDataset(registerUserGraph(join(folder, "triangle.mtx")));
      assert.deepEqual([...graph.rowPtr], [0, 1, 3, 5]);
      assert.deepEqual([...graph.colIdx], [1, 0, 2, 1, 2]);
    },
  ));

Deno.test("a name without a suffix is a dataset's, unless there is a file of that name", () =>
  withFiles({ "edges.el": "0 1\n", "plain": "0 1\n" }, (folder) => {
    for (const name of ["cora", "reddit@1/16:drift"]) assert.equal(datasetOrFile(name), name);
    assert.throws(() => datasetOrFile("cora", { symmetrise: true }), /leave --symmetrise out/);
    assert.equal(datasetOrFile(join(folder, "edges.el")), "edges");
    assert.throws(() => datasetOrFile(join(folder, "plain")), /an unknown suffix/);
    assert.throws(() => datasetOrFile("no-such"), /take the graph "no-such": found no such name/);
    assert.throws(
      () => datasetOrFile("no-such.mtx"),
      new RegExp(`no such file in ${JSON.stringify(Deno.cwd())}`),
    );
    return Promise.resolve();
  }));

Deno.test("a SciPy matrix that gzip has packed once more is read", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const file = join(folder, "packed.npz.gz");
    await Deno.writeFile(file, gzipSync(smallScipy["small.npz"]));
    const { graph } = await loadDataset(registerUserGraph(file));
    assert.deepEqual([[...graph.rowPtr], [...graph.colIdx]], [[0, 2, 3, 4], [1, 2, 0, 0]]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a file with the name of a known dataset is the file", () =>
  withFiles({ "cora.el": "0 1\n" }, async (folder) => {
    const id = registerUserGraph(join(folder, "cora.el"));
    assert.equal(id, "cora-file");
    assert.equal((await loadDataset(id)).graph.rows, 2);
  }));

Deno.test("a file that is absent, a folder, of another kind or damaged is refused by name", () =>
  withFiles(
    { "a.parquet": "", "bad.el": "0 one\n", "empty.txt": "", "none.csv": "u,v\n" },
    async (folder) => {
      const refused = (name: string, says: RegExp) =>
        assert.throws(() => registerUserGraph(join(folder, name)), (error) => {
          assert.ok(error instanceof UsageError);
          assert.match(error.message, says);
          return true;
        });
      refused("absent.mtx", /absent\.mtx": found no such file/);
      refused("a.parquet", /an unknown suffix, wanted one of \.mtx.*else convert it$/);
      await Deno.mkdir(join(folder, "folder.txt"));
      refused("folder.txt", /found a folder, wanted a file/);
      if (Deno.build.os !== "windows") {
        await Deno.symlink("/dev/zero", join(folder, "device.txt"));
        refused("device.txt", /found a pipe or device, wanted a file/);
      }
      const damaged = (name: string, says: RegExp) =>
        assert.rejects(loadDataset(registerUserGraph(join(folder, name))), (error) => {
          assert.ok(error instanceof DataError);
          assert.match(error.message, says);
          return true;
        });
      await damaged("bad.el", /bad\.el.*line 1/);
      await damaged("empty.txt", /empty\.txt": found a graph without edges, wanted at least one/);
      await damaged("none.csv", /none\.csv": found a graph without edges, wanted at least one/);
    },
  ));
