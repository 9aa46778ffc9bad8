/**
 * A run with a budget does what decides most first, leaves what does not fit, and goes on at the next call.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { Budget, byClaimsPerSecond } from "../../../../experiments/session/planning/budget.ts";
import { readClaims } from "../../../../experiments/claims/published_claims.ts";
import { publishedPapers } from "../../../../experiments/papers.ts";
import { planRun } from "../../../../experiments/session/planning/plan.ts";
import { SessionRun } from "../../../../experiments/session/session_run.ts";
import { profileOf } from "../../../../experiments/profiles.ts";
import type { Suite } from "../../../../experiments/suite.ts";
import { allSuites, registerSuite } from "../../../../experiments/suites.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { Interrupted } from "../../../../platform/interrupted.ts";
import { readSession } from "../../../../results/store/store.ts";
import { underTimers } from "../../../under_timers.ts";

const CPU = { backend: "x86", adapterKind: "none" } as const;
const GPU = { backend: "webgpu", adapterKind: "hardware" } as const;

Deno.test("suites come in the order of the claims per second that this device can decide", () => {
  const suites = allSuites();
  const equal = suites.map(({ id }) => ({ suite: id, seconds: 10 }));
  const timed = new Set(
    publishedPapers().flatMap(readClaims).filter(({ tier }) => /^time|peer/.test(tier))
      .map(({ claimId }) => claimId),
  );
  const timedOf = ({ claims }: Suite) => claims.filter(({ claimId }) => timed.has(claimId)).length;
  const falls = (values: readonly number[]) => assert.deepEqual(values, values.toSorted((a, b) => b - a));
  const on = (device: typeof CPU | typeof GPU, costs = equal) =>
    byClaimsPerSecond(suites, costs, { profile: "paper", device });
  const order = on(GPU), untimed = order.findIndex((suite) => timedOf(suite) === 0);
  falls(order.map(timedOf));
  falls(order.slice(untimed).map(({ claims }) => claims.length));
  const last = order[untimed - 1], lastOfAll = order.findLast(({ claims }) => claims.length > 0)!;
  const cheap = (id: string) => equal.map((each) => each.suite === id ? { ...each, seconds: 0.01 } : each);
  assert.equal(on(GPU, cheap(last.id))[0].id, last.id);
  assert.equal(on(GPU, cheap(lastOfAll.id))[untimed].id, lastOfAll.id, "any machine decides it");
  assert.equal(on(CPU, cheap(lastOfAll.id))[0].id, lastOfAll.id);
  assert.notDeepEqual(on(CPU), order, "claims about GPUs count on one only");
});

Deno.test("a comparison fits by its estimate and by how slow the machine has been so far", () => {
  let now = 0;
  using budget = new Budget(100, new Map([["a", 10], ["b", 50], ["c", 95]]), () => now);
  assert.deepEqual(["a", "b", "c", "unknown"].map((name) => budget.fits(name)), [true, true, false, true]);
  now = 30_000;
  budget.ended("a", 30);
  assert.equal(budget.fits("b"), false, "three times as slow as estimated");
  assert.equal(budget.fits("a"), true);
  now = 50_000;
  assert.equal(budget.fits("unknown"), true);
  budget.reported(20_000);
  assert.equal(budget.fits("unknown"), false, "three reports of 20 s do not fit into 50 s");
  now = 90_000;
  assert.equal(budget.fits("unknown"), false);
});

Deno.test("work is afforded that takes no more than a quarter of the time that is left", () => {
  let now = 0;
  using budget = new Budget(100, new Map(), () => now);
  const left = budget.remainingMs;
  assert.deepEqual([left / 4, left / 4 + 1].map((ms) => budget.affords(ms)), [true, false]);
  now = 90_000;
  assert.equal(budget.affords(left / 4), false);
});

const suite: Suite = {
  id: "own/budgeted",
  artifact: "Budgeted",
  title: "Comparisons under a budget",
  question: "Which of them run?",
  contenders: [{ id: "one", label: "one" }],
  baseline: "one",
  workloads: () => ["quick", "slow"].map((id) => ({ id, factors: {} })),
  settings: {},
  measurement: { kind: "exact", count: () => Promise.resolve({ counted: 1 }) },
  metrics: { counted: { label: "counted", unit: "1" } },
  plots: [],
  notes: [],
  claims: [],
};

const hanging: Suite = {
  ...suite,
  id: "own/hanging",
  workloads: () => ["ends", "hangs"].map((id) => ({ id, factors: {} })),
  measurement: {
    kind: "exact",
    count: (_lab, _dataset, { id }) =>
      id === "ends" ? Promise.resolve({ counted: 1 }) : new Promise(() => {}),
  },
};

/** Session of a suite under a budget of so many seconds. */
async function sessionOf(suite: Suite, seconds: number) {
  registerSuite(suite);
  const out = await Deno.makeTempDir(), device = openWasmDevice({ threads: 1 }), profile = profileOf("smoke");
  try {
    using budget = new Budget(seconds, new Map());
    const options = { papers: [suite.id], out, quiet: true, threads: 1 };
    const planned = planRun([suite], profile);
    const session = await SessionRun.open({
      ...{ options, device, profile, name: "s", suites: [suite], planned, commit: "c", budget },
    });
    const { left, abandoned } = await session.run(() => 1),
      { document, rows } = await readSession(join(out, "s"));
    return { left, abandoned, document, ran: rows.map(({ cell }) => cell.split(":")[1]) };
  } finally {
    device.close();
    await Deno.remove(out, { recursive: true });
  }
}

Deno.test("a budget that the A/A run spends leaves a session to go on with", async () => {
  const ladder = allSuites().find(({ id }) => id === "own/kernel-ladder")!;
  const timed = { ...ladder, id: "own/ladder-budgeted" };
  const { left, document, ran } = await sessionOf(timed, 0.2);
  assert.deepEqual({ calibration: document.calibration, ran }, { calibration: null, ran: [] });
  assert.ok(left > 0 && !document.finished);
});

Deno.test("a comparison that never ends does not take a session with a budget along", async () => {
  const { left, abandoned, document, ran } = await sessionOf(hanging, 8);
  assert.deepEqual({ left, abandoned }, { left: 1, abandoned: true });
  assert.equal(document.finished, false);
  assert.deepEqual(ran, ["ends"]);
});

const long: Suite = {
  ...suite,
  id: "own/long",
  workloads: () => ["long", "short"].map((id) => ({ id, factors: {} })),
  measurement: {
    kind: "joint",
    measure: async (lab, _dataset, { id }) => {
      while (id === "long") {
        await new Promise((resolve) => setTimeout(resolve, 5));
        lab.signal!.throwIfAborted();
      }
      return () => ({ times: {}, facts: { counted: 1 } });
    },
  },
};

Deno.test("a comparison that takes more than its part of a budget is dropped, and the next one runs", async () => {
  const { left, abandoned, ran } = await sessionOf(long, 12);
  assert.deepEqual({ left, abandoned }, { left: 1, abandoned: false });
  assert.deepEqual(ran, ["short"]);
});

Deno.test("the part is a quarter of what is left, or three times the estimate", () =>
  underTimers(async (pass) => {
    using budget = new Budget(4, new Map([["known", 0.2]]));
    const lasts = (name: string, ms: number, isLast = false) =>
      budget.run(name, async () => {
        await pass(ms);
        budget.signal.throwIfAborted();
      }, isLast);
    assert.equal(await lasts("unknown", 100), true);
    assert.equal(await lasts("unknown", 476), false, "a quarter of 1.9 s");
    assert.equal(await lasts("unknown", 355), true, "a quarter of 1.424 s");
    assert.equal(await lasts("known", 599), true);
    assert.equal(await lasts("unknown", 400, true), true, "nobody waits for the last one");
    await assert.rejects(lasts("unknown", 71, true), Interrupted, "all is spent");
  }));

Deno.test("a session keeps what fitted into its budget, says how much is left, and goes on with it", async () => {
  registerSuite(suite);
  const out = await Deno.makeTempDir();
  const device = openWasmDevice({ threads: 1 });
  const profile = profileOf("smoke");
  const attempt = async (budget?: Budget) => {
    const options = { papers: [suite.id], out, quiet: true, threads: 1 };
    const planned = planRun([suite], profile);
    const session = await SessionRun.open({
      ...{ options, device, profile, name: "s", suites: [suite], planned, commit: "c", budget },
    });
    const { left } = await session.run(() => 1), { document, rows } = await readSession(join(out, "s"));
    const ran = rows.map(({ cell, attempt }) => `${cell.split(":")[1]} ${attempt}`);
    return { left, finished: document.finished, ran };
  };
  try {
    using spent = new Budget(2, new Map());
    assert.deepEqual(await attempt(spent), { left: 2, finished: false, ran: [] });
    using short = new Budget(3600, new Map([["own/budgeted slow", 1e6]]));
    assert.deepEqual(await attempt(short), { left: 1, finished: false, ran: ["quick 1"] });
    assert.deepEqual(await attempt(), { left: 0, finished: true, ran: ["quick 1", "slow 1"] });
  } finally {
    device.close();
    await Deno.remove(out, { recursive: true });
  }
});
