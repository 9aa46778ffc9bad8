import assert from "node:assert/strict";
import { join } from "node:path";
import { partFolder } from "../../../distributed/partition_files/part_layout.ts";
import { readRankData } from "../../../distributed/partition_files/read_part.ts";
import { FolderLock } from "../../../platform/files/folder_lock.ts";
import { registerDataset } from "../../../datasets/registry.ts";
import { cachedParts } from "../../../experiments/train/stored_parts.ts";
import { smallMusae } from "../../datasets/formats/small_files.ts";
import { withMetisBuild } from "../../graph/partitions/other_metis.ts";
import { inFolder } from "../../in_folder.ts";

Deno.test("a partition in the cache is cut anew once a file of labels or features is there", async () => {
  const folder = await Deno.makeTempDir(), cache = join(folder, "cache");
  const rule = { listed: "undirected, once", symmetrise: true, selfLoops: "drop" } as const;
  registerDataset({
    id: "grows",
    title: "files that come one after another",
    publisher: "a test",
    licence: "none",
    citation: "",
    printed: [],
    sources: [{
      title: "MUSAE",
      format: "musae",
      files: [
        { name: "edges.csv", need: "graph" },
        { name: "target.csv", need: "labels" },
        { name: "features.json", need: "features" },
      ],
      rule,
    }],
    counts: { vertices: 3, storedEdges: 4, undirectedEdges: 2 },
    countsFrom: "unknown",
    featureWidth: 3,
    classes: 2,
    standIn: false,
  });
  try {
    const load = { dataDir: folder, environmentDir: "" };
    const drawn: (readonly string[])[] = [];
    for (const name of ["edges.csv", "target.csv", "features.json"]) {
      await Deno.writeFile(join(folder, name), smallMusae[name]);
      const request = { dataset: "grows", ranks: 2 };
      const { manifest, notes } = await cachedParts(request, { load, cache, seed: 1, say: () => {} });
      drawn.push(manifest.drawn);
      assert.deepEqual(notes, manifest.notes);
      assert.deepEqual(
        await cachedParts(request, { load, cache, seed: 1, say: assert.fail }).then((it) => it.manifest),
        manifest,
      );
    }
    assert.deepEqual(drawn, [["features", "labels", "split"], ["features", "split"], ["split"]]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a damaged partition in the cache is cut again, by one of two that need it at once", async () => {
  const cache = await Deno.makeTempDir(), request = { dataset: "reddit@1/1024", ranks: 2 };
  const said: string[] = [];
  const open = () =>
    cachedParts(request, { load: { seed: 1 }, cache, seed: 1, say: (line) => said.push(line) });
  try {
    const [{ folder, manifest }, second] = await Promise.all([open(), open()]);
    assert.deepEqual(second.manifest, manifest);
    assert.deepEqual(said.splice(0).map((line) => /waiting for process|cutting/.exec(line)?.[0]).sort(), [
      "cutting",
      "waiting for process",
    ]);
    const faults: readonly (() => Promise<void>)[] = [
      () => Deno.truncate(join(folder, partFolder(1), "features.npy"), 100),
      () => Deno.remove(join(folder, partFolder(0), "manifest.json")),
      () => Deno.truncate(join(folder, "manifest.json"), 90),
    ];
    for (const damage of faults) {
      await damage();
      assert.deepEqual((await open()).manifest, manifest);
      assert.match(
        said.splice(0).join("\n"),
        /^note: cutting .* again: a file of those in the cache is damaged$/,
      );
      await readRankData(folder, 1);
    }
    using _ = await FolderLock.acquire(folder);
    await open();
    assert.deepEqual(said, [], "parts that are whole are opened while another process holds them");
  } finally {
    await Deno.remove(cache, { recursive: true });
  }
});

Deno.test("a partition in the cache is cut anew by another build of METIS, but for one rank", () =>
  inFolder(async (folder) => {
    const cuts = async (ranks: number) => {
      const said: string[] = [], request = { dataset: "reddit@1/1024", ranks };
      for (const build of ["5.1.0", "5.2.1", "5.1.0", "5.2.1"]) {
        const say = (line: string) => void said.push(`${build}: ${/cutting/.exec(line)?.[0]}`);
        await withMetisBuild(
          folder,
          build,
          () => cachedParts(request, { load: { seed: 1 }, cache: folder, seed: 1, say }),
        );
      }
      return said;
    };
    assert.deepEqual(await cuts(2), ["5.1.0: cutting", "5.2.1: cutting"]);
    assert.deepEqual(await cuts(1), ["5.1.0: cutting"]);
  }));
