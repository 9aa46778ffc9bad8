import assert from "node:assert/strict";
import { join } from "node:path";
import { registerDataset } from "../../../datasets/registry.ts";
import { cachedParts } from "../../../experiments/train/stored_parts.ts";
import { smallMusae } from "../../datasets/formats/small_files.ts";

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
