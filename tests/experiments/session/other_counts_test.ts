/**
 * A warning on a dataset whose files have other counts than its record says.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { profileOf } from "../../../experiments/profiles.ts";
import { SessionDatasets } from "../../../experiments/session/session_datasets.ts";
import { registerEdgeList } from "../../datasets/edge_list_record.ts";
import { inFolder } from "../../in_folder.ts";

/** Warnings on a dataset with this file, loaded twice, and the note of the session on it. */
async function warnings(id: string, content: string): Promise<{ warned: string[]; note: string }> {
  const warned: string[] = [];
  registerEdgeList(id, [{ name: `${id}.txt`, need: "graph" }], { countsFrom: "published" });
  let note = "";
  await inFolder(async (dataDir) => {
    await Deno.writeTextFile(join(dataDir, `${id}.txt`), content);
    const datasets = new SessionDatasets({
      dataDir,
      seed: 1,
      profile: profileOf("smoke"),
      onLoad: () => {},
      onWarning: (text) => warned.push(text),
    }, []);
    for (const _ of [1, 2]) ({ note } = await datasets.load({ dataset: id }));
  });
  return { warned, note };
}

Deno.test("counts that differ from the record are a warning with both numbers, once, and in the session", async () => {
  const { warned, note } = await warnings("other-counts", "0 1\n1 2\n2 3\n3 0\n");
  const sentence =
    "The files have 4 vertices and 8 stored edges, the record says 3 vertices and 6 stored edges (published).";
  assert.deepEqual(warned, [`warning: other-counts: ${sentence}`]);
  assert.ok(note.startsWith(sentence), note);
});

Deno.test("the number that agrees is not named, and a record that agrees has no warning", async () => {
  const { warned } = await warnings("other-edges", "0 1\n1 2\n");
  assert.deepEqual(warned, [
    "warning: other-edges: The files have 4 stored edges, the record says 6 stored edges (published).",
  ]);
  assert.deepEqual((await warnings("same-counts", "0 1\n1 2\n2 0\n")).warned, []);
});
