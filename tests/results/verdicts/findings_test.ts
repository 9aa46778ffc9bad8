/**
 * Sentences on all claims of a session.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { ClaimRow } from "../../../results/row.ts";
import { findings } from "../../../results/verdicts/findings.ts";
import { IN_REGIME } from "../../../results/verdicts/regime_text.ts";
import { claimRow, sessionDocument } from "../session_fixture.ts";

const many = (count: number, row: Partial<ClaimRow>) => Array.from({ length: count }, () => claimRow(row));
const unasked = { source: "", dataset_kind: "", evidence: "" } as const;
const outside = (elsewhere: string): Partial<ClaimRow> => ({
  ...unasked,
  verdict: "out-of-regime",
  reason: `headroom is 1, 2 or more is wanted${IN_REGIME}${elsewhere}`,
});

Deno.test("the sentences name an example with its number on each side, and count every claim", () => {
  const slower = "1 of 2 against: time(old) / time(new) on mag@1/62 = 0.760 [0.461, 0.813], 15 rounds; " +
    "1 of 2 for: time(old) / time(new) on cora = 3.000 [2.900, 3.100], 15 rounds";
  const faster = "time(scalar) / time(row_split) on blog@1/1 = 4.358 [4.030, 4.726], 15 rounds";
  const sentences = findings([
    ...many(1, { verdict: "reproduced", evidence: "share of a on cora = 5.000 [4.000, 6.000] %, 15 rounds" }),
    ...many(1, { verdict: "reproduced", artifact: "Table 2", evidence: faster }),
    ...many(2, { verdict: "analogue-supports", evidence: faster }),
    ...many(1, { verdict: "differs", evidence: slower }),
    ...many(3, { verdict: "inconclusive", source: "modelled", dataset_kind: "" }),
    ...many(2, { verdict: "holds" }),
    ...many(1, { ...unasked, verdict: "not-run", reason: "roc/figure-6 did not run" }),
    ...many(3, outside("--profile paper (reddit: 115 M stored edges on a GPU)")),
    ...many(2, outside("--device webgpu on a machine with a GPU")),
    ...many(1, outside("64 ranks, with --profile paper")),
  ]);
  assert.deepEqual(sentences, [
    "This machine could test 8 of 16 claims: 1 failed, such as hetu-gnn Figure 8 (\u201cMETIS is the best ordering" +
    "\u201d): here old took 0.76 times as long as new on a generated graph 1/62 the size of mag (95\u00a0% interval " +
    "0.461 to 0.813); 4 held (2 on a substitute for the paper's device, system or run), such as hetu-gnn Table 2 " +
    "(\u201cMETIS is the best ordering\u201d): scalar took 4.36 times as long as row split on a generated graph " +
    "like blog (95\u00a0% interval 4.03 to 4.73); and 3 stayed open.",
    "6 claims were not testable here: 4 ask for graphs nearer the published size (--profile paper), 2 ask for a " +
    "GPU and 1 asks for more processor cores or machines; 2 more follow from definitions and were only checked.",
    "A GPU and graphs nearer the published size (--profile paper) would test 5 of these 6.",
    "1 more claim was not asked: it waits for suites that this session left out.",
  ]);
});

Deno.test("a failed claim's example is on the wrong side of 1 where one is, and else names the claimed range", () => {
  const part = (graph: string, value: number, bound: number) =>
    `time(old) / time(new) on ${graph} = ${value} [${value}, ${value}], 15 rounds, claimed above ${bound}`;
  const example = (...parts: readonly string[]) =>
    findings(many(1, { verdict: "differs", evidence: parts.join("; ") }))[0];
  const short = part("cora", 1.27, 1.5), slower = part("pubmed", 0.8, 1);
  assert.match(
    example(short, slower),
    /old took 0\.8 times as long as new on pubmed \(95\u00a0% interval 0\.8 to 0\.8\)/,
  );
  assert.match(
    example(short),
    /1\.27 times as long as new on cora \(.* interval 1\.27 to 1\.27, claimed above 1\.5\)/,
  );
  // Of times that are claimed to be below, only one that is above 1 where 1 is claimed is on the wrong side.
  const below = (graph: string, value: number, bound: number) =>
    part(graph, value, bound).replace("claimed above", "claimed below");
  for (const other of [below("cora", 0.9, 0.8), below("cora", 1.7, 1.5)]) {
    assert.match(example(other, below("pubmed", 1.3, 1)), /1\.3 times as long as new on pubmed/);
  }
});

Deno.test("there are three sentences where nothing was tested, and where everything was", () => {
  assert.deepEqual(findings(many(2, { ...unasked, verdict: "not-run", reason: "interrupted" })), [
    "This machine could test none of the 2 claims.",
    "2 claims were not testable here.",
    "The reason beside each claim says what would test it.",
  ]);
  assert.deepEqual(findings(many(1, { verdict: "reproduced", evidence: "0 differ" })), [
    "This machine could test the one claim: 1 held, such as hetu-gnn Figure 8 (\u201cMETIS is the best ordering" +
    "\u201d).",
    "No claim was left untested.",
    "Nothing else is needed to test them all.",
  ]);
});

Deno.test("a session that ran no suite of a claim says so, and which suites would", () => {
  const leftOut = many(3, { ...unasked, verdict: "not-run", reason: "roc/figure-6 did not run" });
  const long = {
    ...unasked,
    verdict: "not-run",
    reason: "roc/figure-7 did not run: deno task repro accuracy",
  };
  assert.deepEqual(findings([...leftOut, ...many(1, { ...long, verdict: "not-run" })]), [
    "None of the 4 claims of these papers was asked: 3 wait for suites that this session left out and 1 waits for " +
    "suites of long trainings (deno task repro accuracy).",
  ]);
  const alone = { ...long, reason: "roc/figure-9 did not run: deno task repro roc/figure-9 --session s" };
  assert.deepEqual(findings(many(1, { ...alone, verdict: "not-run" })), [
    "The one claim of these papers was not asked: it waits for suites that this session left out.",
  ]);
  assert.deepEqual(findings([...leftOut, ...many(1, { verdict: "holds" })]), [
    "The one claim that was asked follows from definitions: it was checked, and holds.",
    "3 more claims were not asked: they wait for suites that this session left out.",
  ]);
  assert.deepEqual(findings(many(2, { verdict: "holds" })), [
    "The 2 claims that were asked follow from definitions: they were checked, and hold.",
  ]);
});

Deno.test("one claim is no plural", () => {
  assert.deepEqual(findings(many(1, outside("--device webgpu on a machine with a GPU"))), [
    "This machine could not test the one claim.",
    "1 claim was not testable here: 1 asks for a GPU.",
    "A GPU would test it.",
  ]);
  const [found] = findings(many(1, { verdict: "analogue-supports", evidence: "0 differ" }));
  assert.match(
    found,
    /^This machine could test the one claim: 1 held \(on a substitute for the paper's device/,
  );
});

Deno.test("contenders of an example have the labels of the claim's suite", () => {
  const [text] = sessionDocument().suites;
  const suites = [
    { ...text, artifact: "Table 9", contenders: [{ id: "old", label: "of another artifact" }] },
    { ...text, contenders: [{ id: "old", label: "natural order" }] },
  ];
  const evidence = "time(old) / time(new_one) on cora = 2.000 [1.900, 2.100], 15 rounds";
  const [found] = findings(many(1, { verdict: "reproduced", evidence }), suites);
  assert.match(found, /: natural order took 2 times as long as new one on cora \(95/);
});

Deno.test("labels with marks of their own stand in quotation marks", () => {
  const [text] = sessionDocument().suites;
  const contenders = [
    { id: "scalar", label: "scalar loop, as DGL's" },
    { id: "paths", label: "execution paths (EPP)" },
  ];
  const evidence = "time(scalar) / time(paths) on cora = 4.180 [4.100, 4.200], 15 rounds";
  const [found] = findings(many(1, { verdict: "reproduced", evidence }), [{ ...text, contenders }]);
  assert.match(
    found,
    /: “scalar loop, as DGL's” took 4\.18 times as long as “execution paths \(EPP\)” on cora/,
  );
});
