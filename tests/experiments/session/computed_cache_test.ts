import assert from "node:assert/strict";
import { ComputedCache } from "../../../experiments/session/computed_cache.ts";
import { withMetisBuild } from "../../graph/partitions/other_metis.ts";
import { inFolder } from "../../in_folder.ts";

Deno.test("what was computed is kept with what it took, under its key alone", async () => {
  const folder = await Deno.makeTempDir();
  try {
    let computed = 0;
    const compute = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return Uint32Array.of(++computed);
    };
    const here = () => new ComputedCache(folder, "one machine"), a = { ordering: "rcm", graph: "a" };
    const first = await here().getWithCost(a, compute);
    const again = await here().getWithCost(a, compute);
    assert.deepEqual([...again.value], [1]);
    assert.ok(first.ms > 4 && Math.abs(again.ms - first.ms) < 0.002, `${first.ms} ms, kept as ${again.ms}`);
    assert.deepEqual([...await here().get({ ordering: "rcm", graph: "b" }, compute)], [2]);

    const elsewhere = () => new ComputedCache(folder, "another");
    assert.deepEqual([...await elsewhere().get(a, compute)], [1], "a value is that of any machine");
    const own = await elsewhere().getWithCost(a, compute);
    assert.deepEqual([[...own.value], own.ms > 4], [[3], true], "a cost is not");
    assert.equal((await elsewhere().getWithCost(a, compute)).value[0], 3);
    assert.ok(Math.abs((await here().getWithCost(a, compute)).ms - first.ms) < 0.002);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("what was kept under another build of METIS, or without any, is computed anew, and stays", () =>
  inFolder(async (folder) => {
    let computed = 0;
    const kept = async () => {
      const cache = new ComputedCache(`${folder}/cache`, "one machine");
      return [...await cache.get({ ordering: "metis" }, () => Uint32Array.of(++computed))];
    };
    const builds = ["5.1.0", "5.2.1", "5.1.0", "5.2.1"], found: number[][] = [];
    for (const build of builds) found.push(await withMetisBuild(folder, build, kept));
    assert.deepEqual(found, [[1], [2], [1], [2]]);
    assert.deepEqual(await kept(), [3]);
  }));
