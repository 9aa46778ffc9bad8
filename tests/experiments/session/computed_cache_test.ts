import assert from "node:assert/strict";
import { ComputedCache } from "../../../experiments/session/computed_cache.ts";

Deno.test("what was computed is kept with what it took, under its key alone", async () => {
  const folder = await Deno.makeTempDir();
  try {
    let computed = 0;
    const compute = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return Uint32Array.of(++computed);
    };
    const first = await new ComputedCache(folder).get({ ordering: "rcm", graph: "a" }, compute);
    const again = await new ComputedCache(folder).get({ ordering: "rcm", graph: "a" }, compute);
    assert.deepEqual([...again.value], [1]);
    assert.ok(first.ms > 4 && Math.abs(again.ms - first.ms) < 0.002, `${first.ms} ms, kept as ${again.ms}`);
    const other = await new ComputedCache(folder).get({ ordering: "rcm", graph: "b" }, compute);
    assert.deepEqual([...other.value], [2]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
