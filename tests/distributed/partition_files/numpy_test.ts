/**
 * The format as others read it: three lines of NumPy, the lines of the room's documentation.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rankPartitions } from "../../../distributed/partition/rank_partitions.ts";
import { writePartitions } from "../../../distributed/partition_files/write_partitions.ts";
import { peerPythons } from "../../../experiments/peers/environments/environments.ts";
import { existingPython } from "../../../experiments/peers/environments/existing_python.ts";
import { partitioned, temporaryFolder } from "./partition_fixture.ts";

const README = fileURLToPath(new URL("../../../distributed/partition_files/README.md", import.meta.url));

async function python(interpreter: string, program: string, cwd = "."): Promise<string | undefined> {
  const { code, stdout } = await new Deno.Command(interpreter, {
    args: ["-c", program],
    cwd,
    stdout: "piped",
    stderr: "null",
  }).output();
  return code === 0 ? new TextDecoder().decode(stdout).trim() : undefined;
}

async function pythonWithNumpy(): Promise<string | undefined> {
  for (const interpreter of [...peerPythons(), existingPython()?.path]) {
    if (interpreter && await python(interpreter, "import numpy") !== undefined) return interpreter;
  }
  return undefined;
}

const interpreter = await pythonWithNumpy();
if (interpreter === undefined) console.log("ignored: three lines of NumPy: no Python with NumPy was found");

Deno.test({
  name: "three lines of NumPy read a part",
  ignore: interpreter === undefined,
  fn: async () => {
    await using folder = await temporaryFolder();
    const data = await partitioned("reddit@1/1024", 3);
    await writePartitions(folder.path, data);
    const [, lines] = (await Deno.readTextFile(README)).match(/```python\n([\s\S]*?)```/)!;
    assert.equal(lines.trim().split("\n").length, 3);
    const said = await python(
      interpreter!,
      `${lines}
import json
own = a["labels"].size
print(json.dumps({
  "vertices": a["vertices"].tolist(),
  "neighbours": neighbours.tolist(),
  "sum": float(a["features"].astype("f8").sum()),
  "shape": list(a["features"].shape),
  "own": own,
}))`,
      join(folder.path, "part-0001"),
    );
    const [, part] = rankPartitions(data.dataset.graph, data.partition, data.split.train);
    const { sum, ...rest } = JSON.parse(said!);
    const { rowPtr, colIdx } = part.graph;
    assert.deepEqual(rest, {
      vertices: [...part.vertices],
      neighbours: [...colIdx.subarray(rowPtr[0], rowPtr[1])].map((p) => part.vertices[p]),
      shape: [part.solid, 602],
      own: part.solid,
    });
    assert.ok(sum !== 0 && Math.abs(sum) < 0.05 * part.solid * 602);
  },
});
