import assert from "node:assert/strict";
import { join } from "node:path";
import { repro } from "../../../experiments/session/repro.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { registerSuite } from "../../../experiments/suites.ts";
import { Interrupted } from "../../../platform/interrupted.ts";
import { readSession } from "../../../results/store/store.ts";
import { inFolder } from "../../in_folder.ts";

const stop = new AbortController();

/** A suite within whose second comparison the run is interrupted. */
const suite: Suite = {
  id: "own/interrupted-within",
  artifact: "Interrupted within",
  title: "Numbers",
  question: "Which are known?",
  contenders: [{ id: "one", label: "one" }],
  baseline: "one",
  workloads: () => ["first", "second"].map((id) => ({ id, factors: {} })),
  settings: {},
  measurement: {
    kind: "joint",
    measure(lab, _dataset, { id }) {
      if (id === "first") return Promise.resolve(() => ({ times: {}, facts: { number: 7 } }));
      stop.abort(new Interrupted("SIGINT"));
      lab.signal!.throwIfAborted();
      throw new Error("goes on after the signal");
    },
  },
  metrics: { number: { label: "number", unit: "1" } },
  answers: (rows) => rows.map(({ cell, median }) => `${cell} is ${median}.`),
  plots: [],
  notes: [],
  claims: [],
};

/** Suites whose first contender computes while the signal comes, when it is counted or set up. */
const stoppedSuites = (asked: string[], stop: AbortController): readonly Suite[] => {
  const compute = (_lab: unknown, _dataset: unknown, _workload: unknown, { id }: { readonly id: string }) => {
    asked.push(id);
    setTimeout(() => stop.abort(new Interrupted("SIGINT")));
    for (const end = performance.now() + 100; performance.now() < end;);
  };
  const contenders = ["one", "two"].map((id) => ({ id, label: id }));
  const common = { ...suite, contenders, workloads: () => [{ id: "first", factors: {} }] };
  return [
    {
      ...common,
      id: "own/interrupted-counting",
      measurement: { kind: "exact", count: (...of) => (compute(...of), Promise.resolve({ number: 7 })) },
    },
    {
      ...common,
      id: "own/interrupted-set-up",
      measurement: {
        kind: "timed",
        decides: false,
        trial: (...of) => (compute(...of), Promise.reject(new Error("none"))),
      },
    },
  ];
};

Deno.test("a signal that comes while a contender computes ends the run before the next contender", () =>
  inFolder(async (out) => {
    for (const at of [0, 1]) {
      const asked: string[] = [], stop = new AbortController(), each = stoppedSuites(asked, stop)[at];
      registerSuite(each);
      const always = { profile: "smoke", device: "wasm", threads: 1, quiet: true } as const;
      const run = repro({ ...always, papers: [each.id], session: `s${at}`, out, signal: stop.signal });
      await assert.rejects(run, Interrupted);
      assert.deepEqual(asked, ["one"]);
      assert.deepEqual((await readSession(join(out, `s${at}`))).journal, []);
    }
  }));

/** Suites whose first contender is interrupted itself, where it is counted, set up, prepared or read. */
function interruptedWithin(asked: string[]): readonly Suite[] {
  const stops = (_lab: unknown, _dataset: unknown, _workload: unknown, { id }: { readonly id: string }) => {
    asked.push(id);
    return Promise.reject(new Interrupted("SIGINT"));
  };
  const contenders = ["one", "two"].map((id) => ({ id, label: id }));
  const common = { ...suite, contenders, workloads: () => [{ id: "first", factors: {} }] };
  const timed = { kind: "timed", decides: false } as const;
  const work = { multiplyAdds: 0, compulsoryBytes: 0, bytesWithoutReuse: 0 };
  const read = (id: string) => {
    asked.push(id);
    throw new Interrupted("SIGINT");
  };
  return [
    { ...common, id: "own/stops-counting", measurement: { kind: "exact", count: stops } },
    { ...common, id: "own/stops-set-up", measurement: { ...timed, trial: stops } },
    {
      ...common,
      id: "own/stops-prepared",
      measurement: {
        ...timed,
        trial: (...of) =>
          Promise.resolve({ identity: {}, bytes: 0, work, facts: {}, prepare: () => stops(...of) }),
      },
    },
    { ...common, id: "own/stops-read", measurement: { kind: "joint", measure: () => Promise.resolve(read) } },
  ];
}

Deno.test("an interruption of one contender's work is no failure of it, and the next one is not asked", () =>
  inFolder(async (out) => {
    const asked: string[] = [];
    for (const each of interruptedWithin(asked)) {
      registerSuite(each);
      const session = each.id.replace("/", "-");
      const always = { profile: "smoke", device: "wasm", threads: 1, quiet: true } as const;
      await assert.rejects(repro({ ...always, papers: [each.id], session, out }), Interrupted, each.id);
      assert.deepEqual(asked.splice(0), ["one"], each.id);
      assert.deepEqual((await readSession(join(out, session))).journal, []);
    }
  }));

Deno.test("an interrupted run leaves answers and a report on what it has finished", () =>
  inFolder(async (out) => {
    registerSuite(suite);
    const always = { profile: "smoke", device: "wasm", threads: 1, quiet: true } as const;
    const run = repro({ ...always, papers: [suite.id], session: "s", out, signal: stop.signal });
    await assert.rejects(run, Interrupted);
    const { journal, document } = await readSession(join(out, "s"));
    assert.deepEqual(journal.map(({ workload }) => workload), ["first"]);
    const answers = [`${suite.id}:first:one is 7.`];
    assert.deepEqual(document.suites.map((each) => each.answers), [answers]);
    assert.ok((await Deno.readTextFile(join(out, "s", "report.html"))).includes(answers[0]));
  }));
