/**
 * The verb `partition` through the launcher, which grants it the folder that it writes.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readRankData } from "../distributed/partition_files/read_part.ts";
import { EXIT } from "../platform/errors.ts";

const LAUNCH = fileURLToPath(new URL("../launch.ts", import.meta.url));

async function partition(...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", LAUNCH, "partition", ...args],
    env: { NO_COLOR: "1" },
  }).output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

Deno.test("partition writes parts that ranks read, keeps them the second time, and leaves others alone", async () => {
  const root = await Deno.makeTempDir();
  try {
    const folder = join(root, "new", "parts"), same = ["reddit@1/1024", "--parts", "2", "--out", folder];
    const first = await partition(...same, "--method", "fennel", "--json");
    assert.equal(first.code, EXIT.ok, first.err);
    const { manifest, kept, measures, seconds } = JSON.parse(first.out);
    assert.deepEqual([manifest.engine, manifest.shape.ranks, kept], ["fennel", 2, []]);
    assert.ok(measures.cutShare > 0 && measures.cutShare < 1 && measures.replication > 1);
    assert.ok(Object.values(seconds).every((each) => Number(each) >= 0));
    const { part } = await readRankData(folder, 1);
    assert.equal(part.vertices.length, manifest.parts[1].counts.solid + manifest.parts[1].counts.halo);

    const again = await partition(...same, "--method", "fennel");
    assert.equal(again.code, EXIT.ok, again.err);
    assert.match(again.out, /^reddit@1\/1024, a stand-in \(228 vertices, [\d,]+ entries\) by fennel, in /);
    assert.match(again.out, /part-0001 +\d+ +\d+ +[\d,]+ +\d+ {2}[\d.]+ KiB, kept\n/);
    assert.match(again.out, /kept 2 of 2 parts.*\nload \S+ s, cut \S+ s, write \S+ s; peak memory \d/);
    assert.match(
      again.out,
      /cut \d+\.\d % of the entries, replication factor \d\.\d\d; balance of vertices 1\./,
    );

    const byVertices = ["--method", "fennel", "--balance", "vertices", "--json"];
    const uneven = await partition(...same.slice(0, -1), join(root, "vertices"), ...byVertices);
    assert.equal(uneven.code, EXIT.ok, uneven.err);
    assert.ok(JSON.parse(uneven.out).measures.entryBalance > measures.entryBalance);

    const other = await partition(...same, "--seed", "2");
    assert.equal(other.code, EXIT.usage);
    assert.match(other.err, /^error: Cannot write a partition into .*: found another one, of reddit@1\/1024/);
    const wide = await partition(...same.slice(0, -1), join(root, "wide"), "--width", "8", "--json");
    assert.equal(JSON.parse(wide.out).manifest.shape.width, 8, wide.err);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("a graph of one's own is cut from its file, by the name that train takes", async () => {
  const root = await Deno.makeTempDir();
  try {
    const file = join(root, "My ring.el"), folder = join(root, "$HOME parts");
    await Deno.writeTextFile(file, "0 1\n1 2\n2 3\n3 0\n");
    const args = [
      file,
      "--parts",
      "2",
      "--out",
      folder,
      "--width",
      "4",
      "--classes",
      "2",
      "--method",
      "multilevel",
    ];
    const cut = await partition(...args, "--symmetrise");
    assert.equal(cut.code, EXIT.ok, cut.err);
    assert.match(cut.out, /^my-ring \(4 vertices, 8 entries\) by built-in multilevel/);
    assert.ok(cut.out.includes(`next: deno task train my-ring --ranks 2 --partition '${folder}'`), cut.out);
    const manyParts = args.with(2, "65").with(4, join(root, "many"));
    assert.match((await partition(...manyParts)).out, /^next: .* --ranks 65 .* --engine mpi$/m);
    const directed = await partition(...args);
    assert.equal(directed.code, EXIT.usage);
    assert.match(directed.err, /found another one, of my-ring into 2 parts/);
    const unknown = await partition("my-rin", ...args.slice(1));
    assert.match(unknown.err, /Cannot take the graph "my-rin": found no such name, wanted a dataset \(cora/);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("what was passed over of a table is said, and kept with the ids that the file has", async () => {
  const root = await Deno.makeTempDir();
  try {
    const file = join(root, "table.csv"), folder = join(root, "parts");
    await Deno.writeTextFile(file, "id,source,target\n0,5,600\n1,70000,5\n");
    const args = [file, "--parts", "1", "--out", folder, "--width", "2", "--classes", "2"];
    const cut = await partition(...args);
    assert.equal(cut.code, EXIT.ok, cut.err);
    const note =
      /^note: The first line, "id,source,target", .* column 2 to column 3\. .*Gaps of the ids, up to/m;
    assert.match(cut.out, note);
    assert.match(cut.out, /^ids of the file, one a vertex: .*original_ids\.npy$/m);
    const bytes = await Deno.readFile(join(folder, "original_ids.npy"));
    assert.match(new TextDecoder().decode(bytes.subarray(0, 128)), /'descr': '<i8'.*'shape': \(3,\)/);
    assert.deepEqual([...new BigInt64Array(bytes.slice(-24).buffer)], [5n, 600n, 70_000n]);
    const json = await partition(...args, "--json");
    assert.match(json.err, note);
    const { notes, originalIds } = JSON.parse(json.out).manifest;
    assert.equal(notes.length, 1);
    assert.equal(originalIds.bytes, bytes.length);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("a dataset that states no classes or width says which flags do", async () => {
  const root = await Deno.makeTempDir();
  try {
    const args = ["amazon0505@1/256", "--parts", "2", "--out", join(root, "parts")];
    const bare = await partition(...args);
    assert.equal(bare.code, EXIT.missing);
    assert.match(bare.err, /no features.*--width and --classes/);
    const told = await partition(...args, "--width", "4", "--classes", "3", "--json");
    assert.deepEqual(JSON.parse(told.out).manifest.drawn, ["features", "labels", "split"], told.err);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
