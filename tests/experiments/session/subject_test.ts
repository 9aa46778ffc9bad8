/**
 * Identity of a comparison: a key for resuming on one device, and a subject that devices share.
 *
 * @module
 */
import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import { ComparisonRun } from "../../../experiments/session/comparison/comparison_run.ts";
import type { Workload } from "../../../experiments/cell.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { selectSuites } from "../../../experiments/suites.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { SessionStore } from "../../../results/store/store.ts";
import { comparison, sessionDocument } from "../../results/session_fixture.ts";
import { testContext, testLab } from "../lab.ts";

const [ladder] = selectSuites(["own/kernel-ladder"]);

async function identityOf(
  options: {
    readonly threads?: number;
    readonly suite?: Suite;
    readonly dataset?: string;
    readonly named?: Partial<Workload>;
    readonly seed?: number;
    readonly count?: number;
  } = {},
) {
  const { threads = 1, suite = ladder, dataset = "cora@1/8", named = {}, seed = 1, count = 2 } = options;
  const device = openWasmDevice({ threads });
  try {
    const lab = { ...testLab(device), seed };
    const workload: Workload = { ...suite.workloads(lab.profile)[0], dataset, ...named };
    const contenders = suite.contenders.slice(0, count);
    const run = new ComparisonRun(suite, workload, contenders, { lab, context: testContext() });
    return (await run.open(await loadDataset(dataset, { seed: 1 }))).identity;
  } finally {
    device.close();
  }
}

Deno.test("another device or seed gives the same subject and another key", async () => {
  const own = await identityOf();
  assert.equal(Object.keys(own.subject.kernels).length, 2);
  assert.deepEqual(await identityOf(), own);
  for (const conditions of [{ threads: 2 }, { seed: 2 }]) {
    const other = await identityOf(conditions);
    assert.deepEqual(other.subject, own.subject);
    assert.notEqual(other.key, own.key);
  }
});

Deno.test("other data and other settings are another question, with the same kernels", async () => {
  const own = await identityOf();
  const suite = { ...ladder, settings: { ...ladder.settings, "feature width": "7" } };
  for (const conditions of [{ suite }, { dataset: "cora@1/4" }]) {
    const other = await identityOf(conditions);
    assert.notEqual(other.subject.question, own.subject.question);
    assert.deepEqual(other.subject.kernels, own.subject.kernels);
  }
});

Deno.test("whatever rows name a workload by is part of the question", async () => {
  const named: readonly Partial<Workload>[] = [
    {},
    { id: "other" },
    { model: "gcn" },
    { model: "gat" },
    { ids: "shuffled" },
    { factors: { width: 7 } },
  ];
  const questions = await Promise.all(named.map(async (each) => await identityOf({ named: each })));
  assert.equal(new Set(questions.map(({ subject }) => subject.question)).size, named.length);
  assert.equal(new Set(questions.map(({ key }) => key)).size, named.length);
});

Deno.test("another kernel of a timed suite gives another key and subject, and so does another choice of contenders", async () => {
  const { measurement } = ladder;
  assert.ok(measurement.kind === "timed");
  const changed: Suite = {
    ...ladder,
    measurement: {
      ...measurement,
      trial: async (...of) => ({ ...await measurement.trial(...of), identity: { text: "another" } }),
    },
  };
  const counted: Suite = {
    ...ladder,
    measurement: { kind: "exact", count: () => Promise.reject(new Error("nothing runs here")) },
  };
  for (const suite of [ladder, changed, counted]) {
    const both = await identityOf({ suite }), one = await identityOf({ suite, count: 1 });
    assert.notEqual(one.key, both.key);
    assert.equal(one.subject.question, both.subject.question);
    assert.equal(Object.keys(both.subject.kernels).length, suite === counted ? 0 : 2);
  }
  const own = await identityOf(), other = await identityOf({ suite: changed });
  assert.notEqual(other.key, own.key);
  assert.notDeepEqual(other.subject.kernels, own.subject.kernels);
});

Deno.test("the journal keeps the subject, and is read where it has none", async () => {
  const folder = await Deno.makeTempDir();
  const subject = { question: "q", kernels: { c0: "text" } };
  try {
    using store = await SessionStore.open(folder, { create: sessionDocument() });
    await store.commitComparison({ ...comparison("cora"), subject });
    await store.commitComparison(comparison("pubmed"));
    store.close();
    using again = await SessionStore.open(folder);
    assert.deepEqual(again.journal.map((entry) => entry.subject), [subject, undefined]);
    assert.ok(!("subject" in again.journal[1]));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
