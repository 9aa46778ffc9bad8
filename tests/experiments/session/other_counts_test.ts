/**
 * A warning on a dataset whose files have other counts than its record says, and notes on the user's graphs.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { profileOf } from "../../../experiments/profiles.ts";
import { SessionDatasets } from "../../../experiments/session/session_datasets.ts";
import { takeUserGraphs, userGraphs } from "../../../experiments/user_graphs.ts";
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

Deno.test("the note on a graph of the user's is told once, before anything is timed", () =>
  inFolder(async (folder) => {
    const file = join(folder, "told.csv");
    await Deno.writeTextFile(file, "source,target,weight\n0,1,3\n1,0,4\n");
    takeUserGraphs({ graph: [file] });
    const told: string[] = [], dataset = userGraphs().at(-1)!.dataset;
    const datasets = new SessionDatasets({
      seed: 1,
      profile: profileOf("smoke"),
      onLoad: () => {},
      onWarning: (text) => told.push(text),
    }, []);
    await datasets.readOwn("s", [{ dataset }, { dataset }]);
    assert.equal(told.length, 1);
    assert.match(told[0], /^note: told: The first line, "source,target,weight", .* Columns behind/);
  }));
