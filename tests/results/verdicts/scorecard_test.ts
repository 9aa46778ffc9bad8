import assert from "node:assert/strict";
import { lossesFirst, reasonGroup, scorecard, scorecardJson } from "../../../results/verdicts/scorecard.ts";
import { renderScorecard } from "../../../results/verdicts/scorecard_text.ts";
import { claimRow, comparisonRow } from "../session_fixture.ts";

const claims = [
  claimRow({ claim_id: "a", verdict: "reproduced", dataset_kind: "real" }),
  claimRow({ claim_id: "b", verdict: "reproduced" }),
  claimRow({ claim_id: "c", verdict: "analogue-contradicts", evidence: "metis 4.4 ms, rcm 4.1 ms" }),
  claimRow({
    claim_id: "d",
    verdict: "differs",
    source: "simulated",
    statement: "A word ".repeat(20).trim(),
  }),
  claimRow({
    claim_id: "e",
    verdict: "not-run",
    source: "",
    dataset_kind: "",
    evidence: "",
    reason: "no peer",
  }),
  claimRow({ claim_id: "f", verdict: "reproduced", source: "simulated" }),
  claimRow({ claim_id: "g", paper: "roc", verdict: "inconclusive" }),
];
const absent = {
  measured: undefined,
  ci_lo: undefined,
  ci_hi: undefined,
  source: "",
  judgement: "",
} as const;
const published = [
  comparisonRow({ published_id: "1" }),
  comparisonRow({ published_id: "2", judgement: "" }),
  comparisonRow({ ...absent, published_id: "3", reason: "duplicate-of:hetu-gnn.abs.x" }),
  comparisonRow({ ...absent, published_id: "4", reason: "duplicate-of:hetu-gnn.abs.y" }),
  comparisonRow({ ...absent, published_id: "5", reason: "setting" }),
  comparisonRow({ ...absent, published_id: "6", reason: "" }),
];

Deno.test("counts are kept apart by source and by kind of data, strongest evidence first", () => {
  const [hetu, roc] = scorecard(claims, published);
  assert.deepEqual(
    hetu.evidence.map(({ source, datasetKind, counts }) => [source, datasetKind, counts.reproduced]),
    [
      ["measured", "real", 1],
      ["measured", "stand-in", 1],
      ["simulated", "stand-in", 1],
      ["", "", 0],
    ],
  );
  assert.deepEqual(hetu.losses.map((claim) => claim.claim_id), ["d", "c"]);
  assert.deepEqual(lossesFirst(claims).map((claim) => claim.claim_id), ["d", "c", "g", "a", "b", "f", "e"]);
  assert.equal(roc.published.total, 0);
  const real = claimRow({ verdict: "holds", source: "simulated", dataset_kind: "real" });
  assert.deepEqual(
    scorecard([real, ...claims], [])[0].evidence.map(({ source, datasetKind }) => `${source} ${datasetKind}`),
    ["measured real", "measured stand-in", "simulated real", "simulated stand-in", " "],
    "a stand-in that was measured stands before a simulation of the real graph",
  );
});

Deno.test("published rows are counted as joined or by reason", () => {
  const [{ published: counts }] = scorecard(claims, published);
  assert.deepEqual(counts, {
    total: 6,
    joined: 2,
    judgements: { "not judged": 1, within: 1 },
    reasons: { "duplicate-of": 2, "no reason given": 1, setting: 1 },
  });
  assert.equal(reasonGroup("data-missing (proteins)"), "data-missing");
  const reasons = ["setting", "duplicate-of:a", "other-hardware", "setting"];
  const rows = reasons.map((reason, i) => comparisonRow({ ...absent, published_id: `${i}`, reason }));
  const [{ published: { reasons: ordered } }] = scorecard([], rows);
  assert.deepEqual(Object.keys(ordered), ["setting", "duplicate-of", "other-hardware"]);
});

Deno.test("for machines, claims[paper][verdict] is a number and nothing is missing", () => {
  const json = scorecardJson(scorecard(claims, published));
  assert.deepEqual(json.claims["hetu-gnn"], {
    "differs": 1,
    "analogue-contradicts": 1,
    "inconclusive": 0,
    "reproduced": 3,
    "analogue-supports": 0,
    "holds": 0,
    "out-of-regime": 0,
    "not-run": 1,
  });
  assert.equal(json.claims.roc.inconclusive, 1);
  assert.equal(json.published["hetu-gnn"].joined, 2);
  assert.equal(json.evidence["hetu-gnn"].length, 4);
  assert.deepEqual(JSON.parse(JSON.stringify(json)), json);
});

Deno.test("the terminal's scorecard reads as pinned, in 80 columns, without colours unless asked", () => {
  const text = renderScorecard(scorecard(claims, published));
  assert.equal(
    text,
    [
      "paper       evidence            differ a-con open repro a-sup holds  out not run",
      "hetu-gnn    measured, real           .     .    .     1     .     .    .       .",
      "            measured, stand-in       .     1    .     1     .     .    .       .",
      "            simulated, stand-in      1     .    .     1     .     .    .       .",
      "            not run                  .     .    .     .     .     .    .       1",
      "roc         measured, stand-in       .     .    1     .     .     .    .       .",
      "a-con, a-sup: contradicted, supported by an analogue, a GPU claim measured on",
      "something else. open: inconclusive. holds: by construction. out: out of regime,",
      "not to be asked here. Kinds of evidence are never added up: a simulation is no",
      "measurement, and a stand-in is not the paper's graph.",
      "",
      "Did not hold:",
      "  differs  d",
      "    A word A word A word A word A word A word A word A word A word A word A",
      "    word A word A word A word A word A word A word A word A word A word",
      "    metis 4.0 ms, rcm 4.1 ms",
      "  analogue-contradicts  c",
      "    METIS is the best ordering.",
      "    metis 4.4 ms, rcm 4.1 ms",
      "",
      "Published numbers:",
      "  hetu-gnn: 2 of 6 have a measured one beside them (1 not judged, 1 within);",
      "    not: 2 printed more than once, 1 no reason given, 1 setting of the paper",
      "",
    ].join("\n"),
  );
  assert.ok(text.split("\n").every((line) => line.length <= 80));
});

Deno.test("a wide terminal shows the verdicts' own names, a narrow one folds sentences to its width", () => {
  const card = scorecard(claims, published);
  const wide = renderScorecard(card, { columns: 200 }).split("\n");
  assert.match(wide[0], / differs analogue-contradicts inconclusive reproduced .* out-of-regime not-run$/);
  assert.equal(
    wide.filter((line) => /\ba-con\b/.test(line)).length,
    0,
    "abbreviations are explained in vain",
  );
  assert.ok(wide.slice(6).every((line) => line.length <= 100), "sentences stay short enough to follow");
  const [header, first] = wide;
  assert.equal(first.lastIndexOf("."), header.length - 1, "columns end with their headings");
  const narrow = renderScorecard(card, { columns: 50 }).split("\n"), table = 6;
  assert.match(narrow[0], /a-con open repro/);
  assert.ok(narrow.slice(table).every((line) => line.length <= 50));
  assert.ok(renderScorecard(card, { columns: 1 }).includes("metis 4.0 ms"));
});

Deno.test("in colour, only counts of claims that did not hold are red", () => {
  const red = "\x1b[31m", lines = renderScorecard(scorecard(claims, []), { color: true }).split("\n");
  const count = (line = "") => line.split(red).length - 1;
  assert.deepEqual(lines.slice(1, 6).map(count), [0, 1, 1, 0, 0]);
  assert.ok(lines[2].includes(`${red}     1\x1b[0m`));
});

Deno.test("evidence over many cells is cut after its fifth line, and a word wider than the terminal at its edge", () => {
  const evidence = Array.from({ length: 40 }, (_, i) => `part-${i} ${"x".repeat(20)}`).join(" ");
  const lost = (told: string) => {
    const text = renderScorecard(scorecard([claimRow({ verdict: "differs", evidence: told })], []));
    return text.split("\n").slice(text.split("\n").indexOf("Did not hold:") + 3).filter(Boolean);
  };
  const long = lost(evidence);
  assert.equal(long.length, 6);
  assert.equal(long[5], "    ... (the rest: report.html, claims.csv)");
  assert.ok(long[0].startsWith("    part-0 ") && long[4].includes("part-"));
  assert.deepEqual(lost("y".repeat(300)), [`    ${"y".repeat(74)}`]);
  const wide = renderScorecard(scorecard([claimRow({ paper: "a-paper-with-a-long-name" })], []));
  assert.ok(wide.split("\n").every((line) => line.length <= 80), wide);
});

Deno.test("where every published number is joined, none is said to be missing", () => {
  const text = renderScorecard(scorecard(claims, [comparisonRow({ published_id: "1" })]));
  assert.match(text, /hetu-gnn: 1 of 1 have a measured one beside them \(1 within\)\n$/);
});

Deno.test("of many suites that did not run, the terminal adds up the published numbers", () => {
  const numbers = Array.from({ length: 5 }, (_, i) => ({
    ...published.find(({ reason }) => reason !== "")!,
    published_id: `n${i}`,
    reason: `hetu-gnn/figure-${i} did not run`,
  }));
  const text = (count: number) =>
    renderScorecard(scorecard(claims, numbers.slice(0, count))).replaceAll(/\s+/g, " ");
  assert.match(text(5), /not: 5 in 5 suites that did not run $/);
  assert.match(text(3), /not: 1 hetu-gnn\/figure-0 did not run, 1 hetu/);
});

Deno.test("a name that would steer the terminal does not reach it", () => {
  const text = renderScorecard(
    scorecard([claimRow({ paper: "p\x1b[2J", claim_id: "q\r\x07", verdict: "differs" })], []),
  );
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(text, /[\x00-\x09\x0b-\x1f\x7f]/);
});

Deno.test("a printed number that speaks of two cells counts once, and is joined when one of them was measured", () => {
  const cells = [
    comparisonRow({ published_id: "1", cell: "metis" }),
    comparisonRow({ ...absent, published_id: "1", cell: "rcm", reason: "skipped: no room" }),
  ];
  const [{ published: counts }] = scorecard([], cells);
  assert.deepEqual([counts.total, counts.joined, counts.reasons], [1, 1, {}]);
});
