/** Times that a session hands on to later suites. @module */
import assert from "node:assert/strict";
import type { Workload } from "../../../experiments/cell.ts";
import { EarlierAttempts } from "../../../experiments/session/earlier_attempts.ts";
import type { Suite } from "../../../experiments/suite.ts";
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

    const othersLoad = { busy: 1, processors: 2, notable: 0.2 };
    const rows = third.rows.map((row) => ({
      ...row,
      reason: "other programs kept 1.00 of 2 processors busy",
    }));
    await store.commitComparison({ ...third, rows, othersLoad });
    assert.equal((await earlier.times(SUITE, "cora")).size, 2, "a remark on other programs alone");
    assert.deepEqual(earlier.othersLoad(SUITE, "cora"), othersLoad);

    const refused = third.rows.map((row) => ({ ...row, median: undefined, status: "oom" } as const));
    await store.commitComparison({ ...third, rows: refused, samples: [] });
    assert.equal((await earlier.times(SUITE, "cora")).size, 2, "a refused repeat takes none away");
    assert.deepEqual(earlier.othersLoad(SUITE, "cora"), othersLoad, "nor their load");

    await store.commitComparison(comparison("pubmed"));
    for (const commit of ["abc124", `${COMMIT}+`]) {
      assert.equal((await new EarlierAttempts(store, commit).times(SUITE, "pubmed")).size, 0, commit);
    }
    assert.equal((await earlier.times(SUITE, "pubmed")).size, 2);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a workload whose name begins with that of another one has its own failures, code and times", async () => {
  const folder = await Deno.makeTempDir();
  const [whole, part] = ["cora", "cora:w64"].map((id) => ({ id, factors: {} }));
  const suite: Suite = {
    id: SUITE,
    artifact: "Figure 8",
    title: "A whole and its part",
    question: "Are they kept apart?",
    contenders: [{ id: "c0", label: "c0" }],
    baseline: "c0",
    workloads: () => [whole, part],
    settings: {},
    measurement: { kind: "exact", count: () => Promise.reject(new Error("nothing runs here")) },
    metrics: {},
    plots: [],
    notes: [],
    claims: [],
  };
  try {
    using store = await SessionStore.open(folder, { create: sessionDocument() });
    const earlier = new EarlierAttempts(store, COMMIT);
    const measured = comparison("cora", { value: 1 });
    await store.commitComparison(measured);
    await store.commitComparison(comparison("cora:w64", { value: 50 }));
    assert.equal((await earlier.times(SUITE, "cora")).get("c0")?.ms[0], 1);
    assert.equal((await earlier.times(SUITE, "cora:w64")).get("c0")?.ms[0], 50);

    const broken = comparison("cora:w64", { value: 60 });
    const rows = broken.rows.map((row) => ({ ...row, status: "failed", commit: "def456" } as const));
    await store.commitComparison({ ...broken, rows });
    assert.deepEqual([whole, part].map((each) => earlier.hasFailed(suite, each)), [false, true]);
    const isCurrent = (each: Workload, { key }: { readonly key: string }) =>
      earlier.isCurrent(suite, each, key);
    assert.deepEqual([isCurrent(whole, measured), isCurrent(part, broken)], [true, false]);
    assert.ok(!isCurrent(whole, broken), "the key of another comparison");
    assert.ok(earlier.hasFailures);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
