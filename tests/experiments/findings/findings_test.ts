/** Findings: the document in the repository, its numbers, and what becomes of one that rows do not show. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineFinding, type Finding, rowsNamed } from "../../../experiments/findings/finding.ts";
import { findingsVerb } from "../../../experiments/findings/findings_verb.ts";
import { findingsDocument } from "../../../experiments/findings/findings_command.ts";
import { findingsText } from "../../../experiments/findings/findings_text.ts";
import { costModel } from "../../../experiments/own/findings/cost_model.ts";
import { knownFindings } from "../../../experiments/papers.ts";
import {
  findingReadings,
  readRecorded,
  recordedSession,
} from "../../../experiments/findings/recorded_session.ts";
import { holdFindings, MOST_FINDINGS } from "../../../experiments/findings/stated_findings.ts";
import { allSuites } from "../../../experiments/suites.ts";
import type { Row } from "../../../results/row.ts";
import { inFolder } from "../../in_folder.ts";
import { SESSIONS } from "../../../results/store/session_values.ts";

const home = fileURLToPath(new URL("../../..", import.meta.url));
const recorded = join(home, "FINDINGS.md");
const session = await readRecorded(
  join(home, "results/recorded/amd-epyc-2-threads/standard-x86.zip"),
  "standard-x86",
);

Deno.test("FINDINGS.md is what the recorded sessions make", async () => {
  const made = await findingsDocument({ sessions: [], root: SESSIONS });
  assert.equal(await Deno.readTextFile(recorded), made, "run: deno task findings");
});

Deno.test("findings of a named session go to standard output, and into a file only where one is named", () =>
  inFolder(async (folder) => {
    const to = join(folder, "F.md"), log = console.log, printed: string[] = [];
    const sessions = [join(home, "results/recorded/intel-xeon-avx512-2-threads/bench-avx2.zip")];
    const run = (typed: readonly string[]) =>
      findingsVerb.run({ sessions, to, out: folder }, { typed, verbs: [] });
    console.log = (text: string) => printed.push(text);
    try {
      await run(["findings", ...sessions]);
      assert.deepEqual([...Deno.readDirSync(folder)], []);
      await run(["findings", ...sessions, "--to", to]);
    } finally {
      console.log = log;
    }
    assert.equal(await Deno.readTextFile(to), `${printed[0]}\n`);
    assert.match(printed[0], /^# Findings\n/);
    assert.equal(printed[1], to);
  }));

Deno.test("the README links FINDINGS.md", async () => {
  assert.match(await Deno.readTextFile(join(home, "README.md")), /\]\(FINDINGS\.md\)/);
});

/** Numbers with decimals in a text: `1.23` of `1.23x`. */
const decimals = (text: string) => text.match(/\d+\.\d+/g) ?? [];

Deno.test("every number of a sentence stands in its table, and every number of a table in the rows", async () => {
  const headed = (await Deno.readTextFile(recorded)).split(/^##+ /m);
  const sections = headed.filter((each) => /^\d+\. /.test(each));
  const shown = (await Deno.readTextFile(recorded)).match(/^## \d+\. /gm)!.length;
  assert.ok(shown >= 5 && shown <= MOST_FINDINGS && shown <= sections.length, `${shown} findings`);
  for (const section of sections) {
    const sentence = /^\*\*(.*)\*\*$/m.exec(section)![1];
    const lines = section.split("\n").filter((line) => /^\| [^|`]+ \| `/.test(line));
    assert.ok(lines.length > 0);
    const values = new Set(lines.flatMap((line) => decimals(line.split(" | ")[4])));
    for (const number of decimals(sentence)) assert.ok(values.has(number), `${number} of: ${sentence}`);
    const path = /^Session `([^`]+)`/m.exec(section)![1];
    const { rowAt } = await readRecorded(join(home, `${path}.zip`), path);
    for (const line of lines) {
      const [, cell, metric, value] = /^\| [^|]+ \| `([^`]+)` \| (\S+) \| [^|]* \| ([^|]+) \| \d+ \|$/.exec(
        line,
      )!;
      const [suite, ...rest] = cell.split(":");
      const rows = rest.map((_, i) =>
        rowAt({
          suite,
          workload: rest.slice(0, i).join(":"),
          contender: rest.slice(i).join(":"),
          metric,
        })
      ).filter((row) => row !== undefined);
      assert.ok(rows.length > 0, line);
      const [{ median, ci_lo, ci_hi }] = rows;
      const printed = value.match(/-?\d+(\.\d+)?/g)!.map(Number);
      for (const [i, number] of [median, ci_lo, ci_hi].filter((each) => each !== undefined).entries()) {
        assert.equal(printed[i], Number(number.toPrecision(3)), line);
      }
    }
  }
});

Deno.test("findings have ids of their own, ask, and read suites, contenders and metrics that exist", () => {
  const findings = knownFindings(), suites = new Map(allSuites().map((suite) => [suite.id, suite]));
  assert.equal(new Set(findings.map(({ id }) => id)).size, findings.length);
  for (const finding of findings) {
    assert.match(finding.question, /^[A-Z].*\?$/, finding.id);
    assert.match(finding.command, /^deno task \S+/, finding.id);
    assert.match(finding.doubt, /^[a-z].*[^.]$/, finding.id);
    for (const name of rowsNamed(finding)) {
      const { suite: id, contender, metric } = finding.reads[name], suite = suites.get(id);
      assert.ok(suite, `${finding.id} reads suite ${id}`);
      assert.ok(suite.contenders.some((each) => each.id === contender), `${id}: no contender ${contender}`);
      assert.ok(metric in suite.metrics, `${id}: no metric ${metric}`);
    }
  }
});

Deno.test("a finding about GPUs reads no session of a CPU that has its rows", () => {
  const any = knownFindings().find((each) => findingReadings(each, session) !== undefined)!;
  assert.equal(findingReadings({ ...any, backend: "webgpu" }, session), undefined);
  assert.ok(findingReadings({ ...any, backend: "x86" }, session) !== undefined);
});

Deno.test("measured ratios are held against 1 with what the A/A run cannot tell; other numbers as they are", () => {
  const { document, rowAt } = session, smallestDifference = document.calibration!.smallestDifference;
  assert.ok(smallestDifference > 0.05);
  const cited = { suite: "fastgl/table-8", workload: "reddit", contender: "fused-map" } as const;
  const at = (metric: string) => {
    const reads = { number: { ...cited, metric } };
    const finding = { ...made("held"), reads };
    return { reading: findingReadings(finding, session)!.number, row: rowAt(reads.number)! };
  };
  const { reading: ratio, row: { ci_lo, ci_hi } } = at("speedup");
  assert.deepEqual([ratio.low, ratio.high], [ci_lo, ci_hi]);
  assert.deepEqual([ratio.least, ratio.most], [
    ci_lo! / (1 + smallestDifference),
    ci_hi! * (1 + smallestDifference),
  ]);
  const { reading: count } = at("atomics");
  assert.deepEqual([count.least, count.most], [count.low, count.high]);
});

/** Rows that the tests below make findings of. */
const row = { suite: "fastgl/table-8", workload: "reddit", contender: "fused-map", metric: "speedup" };

function made(id: string, part: Partial<Finding> = {}): Finding {
  return defineFinding({
    id,
    question: `Is ${id} faster?`,
    reads: { ratio: row },
    shows: ({ ratio }) => ratio.low > 1,
    sentence: ({ ratio }) => `It is ${ratio.text} as fast.`,
    command: "deno task repro fastgl/table-8",
    doubt: "it is slow elsewhere",
    ...part,
  });
}

Deno.test("a finding that its rows do not show is named as such, and one without rows with its command", () => {
  const absent = made("absent", { reads: { ratio: { ...row, workload: "nowhere" } } });
  const wrong = made("wrong", { shows: ({ ratio }) => ratio.low > 100 });
  const held = holdFindings([made("right"), wrong, absent], [session]);
  assert.deepEqual(held.shown.map(({ finding: { id } }) => id), ["right"]);
  assert.deepEqual(held.notShown.map(({ finding: { id } }) => id), ["wrong"]);
  assert.deepEqual(held.notRecorded.map(({ id }) => id), ["absent"]);
  const text = findingsText(held);
  assert.match(text, /\*\*It is 1\.23x \[1\.13, 1\.26\] as fast\.\*\*/);
  assert.match(text, /## Recorded, but not shown\n\n- Is wrong faster\? .*ratio 1\.23x/);
  assert.match(text, /## Not recorded yet\n\n- Is absent faster\? `deno task repro fastgl\/table-8`/);
});

Deno.test("sentences of sessions that a user names are not said to be recorded, or of a file", () => {
  const wrong = made("wrong", { shows: () => false });
  const text = findingsText(holdFindings([made("right"), wrong], [session]), {
    appendices: [],
    sessions: [session],
    areNamed: true,
  });
  assert.match(text, /^# Findings\n\n[^#]* from rows of the sessions that it was\ngiven:/);
  assert.doesNotMatch(text, /writes this file|such as yours/);
  assert.match(text, /## Measured, but not shown\n\n- Is wrong faster\?/);
});

Deno.test("at most ten sentences are stated; those beyond are named", () => {
  const held = holdFindings(Array.from({ length: 12 }, (_, i) => made(`f-${i}`)), [session]);
  assert.equal(held.shown.length, MOST_FINDINGS);
  assert.deepEqual(held.further.map(({ id }) => id), ["f-10", "f-11"]);
});

Deno.test("a session that shows a finding comes before a later one that does not, or that ran WebAssembly", () => {
  const found = session.rowAt(row)!;
  const later = { ...session.document, created: "2999-01-01T00:00:00.000Z" };
  const slow: Row = { ...found, median: 0.5, ci_lo: 0.4, ci_hi: 0.6 };
  const failed: Row = { ...found, median: undefined, status: "failed" };
  const [{ recordings }] = holdFindings([made("right")], [
    recordedSession("failed", later, [failed]),
    recordedSession("slow", later, [slow]),
    session,
  ]).shown;
  assert.deepEqual(recordings.map(({ session: { path } }) => path), ["standard-x86", "slow"]);
  const wasm = { ...later, device: { ...later.device, backend: "wasm" as const } };
  const [{ recordings: both }] = holdFindings([made("right")], [
    recordedSession("wasm", wasm, [found]),
    session,
  ]).shown;
  assert.deepEqual(both.map(({ session: { path } }) => path), ["standard-x86", "wasm"]);
});

Deno.test("a finding that fewer than half of its sessions show stands below, with the numbers of the others", () => {
  const found = session.rowAt(row)!;
  const slow: Row = { ...found, dataset: "reddit@1/8", median: 0.5, ci_lo: 0.4, ci_hi: 0.6 };
  const others = ["a", "b"].map((path) => recordedSession(path, session.document, [slow]));
  const half = holdFindings([made("right")], [session, others[0]]);
  assert.deepEqual([half.shown.length, half.rarelyShown.length], [1, 0]);
  assert.match(
    findingsText(half),
    /\n## 1\. Is right faster\?\n[^]*\n1 of 2 sessions with these rows show it\./,
  );
  const third = holdFindings([made("right")], [session, ...others]);
  assert.deepEqual([third.shown.length, third.rarelyShown.length, third.notShown.length], [0, 1, 0]);
  const text = findingsText(third);
  assert.match(text, /\n## Shown by fewer than half of the sessions\n\n### 1\. Is right faster\?\n/);
  assert.match(
    text,
    /\n\| `a` \| AMD EPYC \(2 threads\), `x86` \| 0\.500x \[0\.400, 0\.600\] on reddit@1\/8 \| 23 \| no \|\n/,
  );
});

Deno.test("an exact count has no decimals, and a measured number three digits", () => {
  const found = session.rowAt(row)!;
  const textOf = (changes: Partial<Row>) => {
    const own = recordedSession("own", session.document, [{ ...found, unit: "neighbours", ...changes }]);
    return holdFindings([made("right", { shows: () => true })], [own]).shown[0].recordings[0].readings.ratio
      .text;
  };
  const exact = { ci_lo: undefined, ci_hi: undefined };
  assert.equal(textOf({ median: 64, ...exact }), "64 neighbours");
  assert.equal(textOf({ median: 4096, ...exact }), "4096 neighbours");
  assert.equal(textOf({ median: 64, ci_lo: 63, ci_hi: 66 }), "64.0 neighbours [63.0, 66.0]");
});

Deno.test("an appendix has the numbers of its rows, and is left out where no session has them", async () => {
  const path = "results/recorded/intel-xeon-avx512-2-threads/crossover";
  const maps = await readRecorded(join(home, `${path}.zip`), path);
  const line = costModel.write([session, maps]).find((each) => each.startsWith("| community |"))!;
  const value = (metric: string, contender: string) =>
    maps.rowAt({ suite: "own/crossover-prediction", workload: "community", contender, metric })!.median!;
  const wanted = [
    "community",
    `\`${path}\``,
    value("fitted_points", "fitted"),
    value("judged_points", "fitted"),
    value("rank_correlation", "fitted").toFixed(2),
    ...[
      value("right_winners", "fitted"),
      value("right_winners", "bytes"),
      value("frequent_winner", "fitted"),
    ].map((percent) => `${percent.toFixed(0)} %`),
  ];
  assert.equal(line, `| ${wanted.join(" | ")} |`);
  assert.deepEqual(costModel.write([session]), []);
  const text = findingsText(holdFindings([], [session]), { appendices: [costModel], sessions: [session] });
  assert.ok(!text.includes(costModel.heading));
});
