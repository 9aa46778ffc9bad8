/** Times that a session hands on to later suites. @module */
import assert from "node:assert/strict";
import { EarlierAttempts } from "../../../experiments/session/earlier_attempts.ts";
import { SessionStore } from "../../../results/store/store.ts";
import { comparison, sessionDocument } from "../../results/session_fixture.ts";

const SUITE = "hetu-gnn/figure-8", COMMIT = "abc123";

Deno.test("a session hands on the times of a finished comparison that are right and by the same code", async () => {
  const folder = await Deno.makeTempDir();
  try {
    using store = await SessionStore.open(folder, { create: sessionDocument() });
    const earlier = new EarlierAttempts(store, COMMIT);
    assert.equal((await earlier.times(SUITE, "cora")).size, 0, "not measured yet");

    await store.commitComparison(comparison("cora", { value: 1 }));
    await store.commitComparison(comparison("cora", { value: 5 }));
    const times = await earlier.times(SUITE, "cora");
    assert.deepEqual([...times.keys()], ["c0", "c1"]);
    const { ms, check, timer } = times.get("c0")!;
    assert.deepEqual(ms, [5, 5 + 1 / 7, 5 + 2 / 7], "of the last attempt, in the order of rounds");
    assert.deepEqual([check.ok, check.relErr, check.checkedRows, timer], [true, 1e-7, 100, "wall"]);
    assert.equal((await earlier.times(SUITE, "cor")).size, 0, "another workload");

    const third = comparison("cora", { value: 9 });
    const [wrong, remarked] = third.rows;
    await store.commitComparison({
      ...third,
      rows: [{ ...wrong, status: "wrong" }, { ...remarked, reason: "underpowered" }],
    });
    assert.equal((await earlier.times(SUITE, "cora")).size, 0, "neither wrong ones nor with a remark");

    await store.commitComparison(comparison("pubmed"));
    for (const commit of ["abc124", `${COMMIT}+`]) {
      assert.equal((await new EarlierAttempts(store, commit).times(SUITE, "pubmed")).size, 0, commit);
    }
    assert.equal((await earlier.times(SUITE, "pubmed")).size, 2);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
