/**
 * What a session does with comparisons that it has already.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { NO_DATASET } from "../../../experiments/lab.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { repro } from "../../../experiments/session/repro.ts";
import type { ReproOptions } from "../../../experiments/session/repro_options.ts";
import { renderSummary, type ReproSummary } from "../../../experiments/session/summary.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { registerSuite } from "../../../experiments/suites.ts";
import { OutOfMemoryError, UsageError, WrongResultError } from "../../../platform/errors.ts";
import { countingRows } from "../../../results/store/counting_rows.ts";
import { readSession } from "../../../results/store/store.ts";
import { inFolder } from "../../in_folder.ts";
import { instantTrial } from "./comparison/instant_trial.ts";

const FIGURE_8 = "hetu-gnn/figure-8";

function run(out: string, paper: string, options: Partial<ReproOptions> = {}): Promise<ReproSummary> {
  const always = { profile: "smoke", device: "wasm", threads: 1, session: "s", quiet: true } as const;
  return repro({ ...always, papers: [paper], out, ...options });
}

Deno.test("contenders that filters brought into a session one after another are compared in the same rounds", () =>
  inFolder(async (out) => {
    for (const id of ["degsort", "rcm"]) {
      await run(out, FIGURE_8, { filter: `contender=${id} && dataset~archaea` });
    }
    const { rows, samples: all, journal } = await readSession(join(out, "s"));
    const current = countingRows(rows), samples = all.filter(({ attempt }) => attempt === 2);
    assert.deepEqual(
      new Set(current.map(({ contender }) => contender)),
      new Set(["natural", "degsort", "rcm"]),
    );
    assert.deepEqual(new Set(current.map(({ attempt }) => attempt)), new Set([2]));

    await run(out, FIGURE_8, { filter: "contender=degsort && dataset~archaea", stale: true });
    assert.equal((await readSession(join(out, "s"))).journal.length, journal.length, "nothing is stale");

    // Sessions of earlier versions may hold contenders of different attempts.
    const mixed = current.map((row) => row.contender === "rcm" ? { ...row, attempt: 1 } : row);
    const evidence = new SuiteEvidence(FIGURE_8, { rows: mixed, samples }, 1);
    const at = (contender: string) => ({ workload: "archaea", contender });
    assert.equal(evidence.faster(at("degsort"), at("natural")).found.n, PROFILES.smoke.rounds);
    assert.throws(() => evidence.faster(at("rcm"), at("natural")), /not measured in the same rounds/);
  }));

Deno.test("a device too small for the A/A run leaves no session, and one that exists as it is", () =>
  inFolder(async (out) => {
    const tooSmall = { deviceMemory: 2 ** 16 };
    await assert.rejects(run(out, FIGURE_8, tooSmall), OutOfMemoryError);
    assert.deepEqual([...Deno.readDirSync(out)].map(({ name }) => name), []);

    await run(out, "hetu-gnn/table-2", tooSmall);
    const { rows } = await readSession(join(out, "s"));
    await assert.rejects(run(out, FIGURE_8, tooSmall), OutOfMemoryError);
    assert.deepEqual((await readSession(join(out, "s"))).rows, rows);
  }));

const COMMIT = /^[0-9a-f]+$/;
let counted = 0;

const suite: Suite = {
  id: "own/counted-anew",
  artifact: "Counted anew",
  title: "Counts",
  question: "How often is it counted?",
  contenders: [{ id: "one", label: "one" }],
  baseline: "one",
  workloads: () => [{ id: "all", factors: {} }],
  settings: {},
  measurement: {
    kind: "exact",
    count: () => Promise.resolve({ counted: ++counted }),
  },
  metrics: { counted: { label: "counted", unit: "1" } },
  plots: [],
  notes: [],
  claims: [],
};

Deno.test("a repeat that is refused leaves the earlier result, says so, and --failed tries it again", () =>
  inFolder(async (out) => {
    let refuses = false;
    const parts = { action: "count", current: "4 GiB", wanted: "1 GiB", next: "free some" };
    const own: Suite = {
      ...suite,
      id: "own/refused-repeat",
      contenders: ["one", "two"].map((id) => ({ id, label: id })),
      measurement: {
        kind: "exact",
        count: () => refuses ? Promise.reject(new OutOfMemoryError(parts)) : Promise.resolve({ counted: 1 }),
      },
    };
    registerSuite(own);
    await run(out, own.id, { filter: "contender=one" });
    refuses = true;
    const wider = await run(out, own.id);
    assert.deepEqual([wider.cells.ok, wider.cells.oom, wider.refusedRepeats], [1, 1, 1]);
    assert.match(await renderSummary(wider), /^repeats refused: 1; earlier results count/m);
    const report = await Deno.readTextFile(wider.paths.report);
    assert.match(report, /attempt 2 at <code>all<\/code> was refused \(oom: 4 GiB; free some\)/);
    await run(out, own.id, { filter: "contender=one", failed: true });
    refuses = false;
    const again = await run(out, own.id, { filter: "contender=one", failed: true });
    assert.deepEqual([again.cells.ok, again.cells.oom, again.refusedRepeats], [2, 0, 0]);
    const attempts = (await readSession(again.paths.session)).rows.map(({ attempt }) => attempt);
    assert.deepEqual(attempts, [1, 2, 2, 3, 3, 4, 4]);
  }));

Deno.test("--stale measures what a refused repeat left unmeasured, and no more", () =>
  inFolder(async (out) => {
    let kernel = "old", refuses = false;
    const parts = { action: "allocate", current: "4 GiB", wanted: "1 GiB", next: "free some" };
    const prepare = () => Promise.reject(new OutOfMemoryError(parts));
    const own: Suite = {
      ...suite,
      id: "own/stale-refused",
      measurement: {
        kind: "timed",
        decides: false,
        trial: () =>
          Promise.resolve({
            ...instantTrial(),
            identity: { kernel },
            facts: {},
            ...(refuses && { prepare }),
          }),
      },
      metrics: { time: { label: "time", unit: "ms", better: "lower" } },
    };
    registerSuite(own);
    const attempts = async () => {
      await run(out, own.id, { stale: true });
      const { rows, journal } = await readSession(join(out, "s"));
      const counting = countingRows(rows).filter(({ metric }) => metric === "time");
      return [journal.length, ...counting.map(({ attempt }) => attempt)];
    };
    assert.deepEqual(await attempts(), [1, 1]);
    [kernel, refuses] = ["new", true];
    assert.deepEqual(await attempts(), [2, 1]);
    refuses = false;
    assert.deepEqual(await attempts(), [3, 3], "the time that counts is still the old kernel's");
    assert.deepEqual(await attempts(), [3, 3]);
    [kernel, refuses] = ["newer", true];
    assert.deepEqual(await attempts(), [4, 3]);
    [kernel, refuses] = ["new", false];
    assert.deepEqual(await attempts(), [4, 3], "the time that counts is this kernel's");
  }));

Deno.test("--stale counts again what another commit, or changed files, may count otherwise", () =>
  inFolder(async (out) => {
    registerSuite(suite);
    await run(out, suite.id);
    await run(out, suite.id);
    assert.equal(counted, 1);
    await run(out, suite.id, { stale: true });
    const file = join(out, "s", "rows.csv"), [row] = (await readSession(join(out, "s"))).rows;
    assert.equal(counted, COMMIT.test(row.commit) ? 1 : 2);

    await Deno.writeTextFile(file, (await Deno.readTextFile(file)).replaceAll(row.commit, "0123456789ab"));
    // As another commit would have written it: the journal vouches for its own rows only.
    const journal = join(out, "s", "journal.jsonl");
    await Deno.writeTextFile(
      journal,
      (await Deno.readTextFile(journal)).replaceAll(/,"digest":{[^}]*}/g, ""),
    );
    const before = counted;
    await run(out, suite.id, { stale: true });
    assert.equal(counted, before + 1);
  }));

Deno.test("a report is there while the second suite runs", () =>
  inFolder(async (out) => {
    const [first, second] = ["own/read-first", "own/read-second"];
    let report = "";
    const count = () => {
      report = Deno.readTextFileSync(join(out, "s", "report.html"));
      return Promise.resolve({ counted: 1 });
    };
    registerSuite({ ...suite, id: first });
    registerSuite({ ...suite, id: second, measurement: { kind: "exact", count } });
    await run(out, first, { papers: [first, second] });
    assert.ok(report.includes(first), "the first suite is on the page");
  }));

Deno.test("a session goes on with as many ranks as it began with", () =>
  inFolder(async (out) => {
    await run(out, "hetu-gnn/table-2", { ranks: 2 });
    await assert.rejects(
      run(out, "hetu-gnn/table-2", { ranks: 4 }),
      (error: Error) =>
        error instanceof UsageError && /ranks 4, local, wanted ranks 2, local/.test(error.message),
    );
    await run(out, "hetu-gnn/table-2", { ranks: 2 });
  }));

Deno.test("a suite's text has the command that repeats it alone, under the same conditions", () =>
  inFolder(async (out) => {
    await run(out, "hetu-gnn/table-2", { seed: 7, deviceMemory: 2 ** 26, strictData: true });
    const { document: { suites: [{ command }] } } = await readSession(join(out, "s"));
    assert.equal(
      command,
      "deno task repro hetu-gnn/table-2 --profile smoke --seed 7 --device wasm --threads 1 " +
        "--device-memory 67108864 --strict-data",
    );
  }));

Deno.test("a wrong result that a suite finds by itself fails the run", () =>
  inFolder(async (out) => {
    const parts = {
      action: "time it",
      current: "1",
      wanted: "2, as the oracle has",
      next: "correct the kernel",
    };
    const count = () => Promise.reject(new WrongResultError(parts));
    registerSuite({ ...suite, id: "own/wrong", measurement: { kind: "exact", count } });
    const { failed, cells } = await run(out, "own/wrong");
    assert.ok(failed);
    assert.deepEqual([cells.wrong, cells.failed, cells.ok], [1, 0, 0]);
  }));

/** Two workloads whose times are rounds of one loop, which runs once a process. */
const sharedLoop: Suite = {
  ...suite,
  id: "own/shared-loop",
  workloads: () => [{ id: "few", factors: {} }, { id: "many", factors: {} }],
  measurement: {
    kind: "joint",
    measure: async (lab) => {
      const ms = await lab.once(
        ({ profile }) => Array.from({ length: profile.rounds }, () => 20),
        NO_DATASET,
        {},
      );
      const check = { ok: true, relErr: 0, tolerance: 1e-5, checkedRows: 1 };
      return () => ({ times: { time: { ms, check, timer: "wall", waits: 0 } }, facts: {} });
    },
  },
  metrics: { time: { label: "time", unit: "ms", better: "lower" } },
};

Deno.test("times of two workloads are compared where one run of the session took them, and no more after a resume", () =>
  inFolder(async (out) => {
    registerSuite(sharedLoop);
    const { id } = sharedLoop, at = (workload: string) => ({ workload, contender: "one" });
    const compared = async (session: string) => {
      const { rows, samples, journal } = await readSession(join(out, session));
      return new SuiteEvidence(id, { rows, samples, journal }, 1).faster(at("few"), at("many")).found.n;
    };
    await run(out, id, { session: "whole" });
    assert.equal(await compared("whole"), PROFILES.smoke.rounds);

    await run(out, id, { session: "halves", filter: "workload=few" });
    await run(out, id, { session: "halves" });
    const { rows } = await readSession(join(out, "halves"));
    assert.deepEqual(rows.map(({ attempt }) => attempt), [1, 1]);
    await assert.rejects(
      compared("halves"),
      /^EvidenceMissing: one on few and one on many were not measured in the same rounds$/,
    );
  }));
