/** Differences of sessions outside their cells. @module */
import assert from "node:assert/strict";
import { isAbsence, sessionChanges } from "../../../results/compare/session_changes.ts";
import { renderComparisonPage } from "../../../results/compare/comparison_page.ts";
import { compareSessions } from "../../../results/compare/compare.ts";
import type { SessionDocument } from "../../../results/store/session_document.ts";
import type { SessionContents } from "../../../results/store/store.ts";
import { journalEntry, sessionDocument } from "../session_fixture.ts";
import { timedSession } from "./timed_session.ts";

const { device, calibration, suites: [suite] } = sessionDocument();

const session = (document: Partial<SessionDocument> = {}): SessionContents =>
  timedSession("s", { x: 1 }, { document });

/** Differences from the baseline in lines: `part: name: value, value`. */
function lines(baseline: SessionContents, ...others: readonly SessionContents[]): string[] {
  return sessionChanges(baseline, others).map(({ part, name, values }) =>
    `${part}: ${name}: ${values.join(", ")}`
  );
}

Deno.test("profile and seed, datasets and settings are listed by name, with nothing where a session has none", () => {
  const dataset = (name: string, hash: string) => ({ name, kind: "real", hash }) as never;
  const [a, b] = [
    session({ datasets: [dataset("cora", "0123456789abcdef"), dataset("pubmed", "1")] }),
    session({
      profile: "paper",
      seed: 2,
      datasets: [dataset("cora", "0123456789abXXXX"), dataset("reddit", "2")],
      suites: [{
        ...suite,
        contenders: [suite.contenders[0]],
        settings: { "feature width": "64", epochs: "3" },
      }],
    }),
  ];
  assert.deepEqual(lines(a, b), [
    "session: profile: smoke, paper",
    "session: seed: 1, 2",
    "dataset: pubmed: real, 1, ",
    "dataset: reddit: , real, 2",
    `suite: ${suite.id} contenders: natural, rcm, natural`,
    `suite: ${suite.id} feature width: 128, 64`,
    `suite: ${suite.id} epochs: , 3`,
  ]);
  const named = session({ environment: { ...sessionDocument().environment, driver: "1" } });
  const [driver] = sessionChanges(a, [named]).filter(({ part }) => part === "environment");
  assert.deepEqual([driver.values, isAbsence(driver)], [["", "1"], false]);
  const absent = sessionChanges(a, [b]).filter(isAbsence).map(({ name }) => name);
  assert.deepEqual(absent, ["pubmed", "reddit", `${suite.id} epochs`]);
});

Deno.test("sessions differ in how many comparisons other programs disturbed", () => {
  const othersLoad = { busy: 1.2, processors: 2, notable: 0.2 };
  const beside: SessionContents = { ...session(), journal: [journalEntry({ othersLoad })] };
  assert.deepEqual(lines(session(), beside), [
    "session: disturbed by other programs: , 1 of 1 comparison (up to 1.20 of 2 processors)",
  ]);
});

Deno.test("probes are compared on two devices alone, and the environment does not name the device again", () => {
  const probes = { calibration: { ...calibration!, gflops: 100 } };
  assert.deepEqual(lines(session(), session(probes)), []);
  const other = { ...device, name: "Other CPU" };
  const elsewhere = session({
    ...probes,
    device: other,
    environment: { commit: "abc123", cpu: "Other CPU" },
  });
  assert.deepEqual(lines(session(), session(), elsewhere), [
    "device: name: Some CPU, Some CPU, Other CPU",
    "device: arithmetic by probe: 50 GFLOP/s, 50 GFLOP/s, 100 GFLOP/s",
  ]);
  const uncalibrated = session({
    calibration: null,
    device: other,
    environment: session().document.environment,
  });
  assert.deepEqual(lines(session(), uncalibrated).slice(0, 3), [
    "device: name: Some CPU, Other CPU",
    "device: clock: wall, ",
    "device: bandwidth by probe: 20 GB/s, ",
  ]);
});

Deno.test("code is compared where both sessions have the comparison, by texts where all name theirs, else by keys", () => {
  const entry = (workload: string, key: string, rcm?: string) => ({
    suite: suite.id,
    workload,
    key,
    attempt: 1,
    rows: 0,
    samples: 0,
    finished: "",
    ...(rcm !== undefined && { subject: { question: "q", kernels: { rcm } } }),
  });
  const code = (a: SessionContents["journal"], b: SessionContents["journal"]) =>
    lines({ ...session(), journal: a }, { ...session(), journal: b });
  const [cora, pubmed] = [entry("cora", "k", "one"), entry("pubmed", "k", "one")];
  assert.deepEqual(code([cora, pubmed], [cora]), []);
  assert.deepEqual(code([cora, pubmed], [cora, entry("pubmed", "l", "two")]), [
    `code: ${suite.id} kernel texts: , 1 of 2 with another text`,
  ]);
  // The last attempt of a comparison counts.
  assert.deepEqual(code([entry("cora", "k", "old"), cora], [cora]), []);
  // One comparison without texts leaves the keys of all.
  assert.deepEqual(code([cora, pubmed], [entry("cora", "l"), pubmed]), [
    `code: ${suite.id} content keys: , 1 of 2 with another key: kernel text, parameters or data`,
  ]);
});

Deno.test("the page has a fold for what not all sessions have, and one for many settings, where there are such", () => {
  const width = (value: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`width ${i}`, value]));
  const page = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>) =>
    renderComparisonPage(
      compareSessions(session({ suites: [{ ...suite, settings: a }] }), [
        session({ suites: [{ ...suite, settings: b }], seed: 7 }),
      ]),
    );
  const absent = "Datasets and settings that not all sessions have", many = "kernel texts that differ: ";
  const few = page(width("8", 2), width("16", 2));
  assert.ok(!few.includes(absent) && !few.includes(many));
  const facts = few.replaceAll(/\s+/g, " ").replaceAll(/ ?<[^>]*> ?/g, "|").replaceAll(/\|+/g, "|");
  assert.ok(facts.includes("|session|seed|1|7|"), facts);
  assert.ok(page(width("8", 3), width("8", 2)).includes(`${absent}: 1`));
  const folded = page(width("8", 41), width("16", 41));
  assert.ok(folded.includes(`${many}41`) && !folded.includes(absent));
});
