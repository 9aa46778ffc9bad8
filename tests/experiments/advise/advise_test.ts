import assert from "node:assert/strict";
import { join } from "node:path";
import { advise } from "../../../experiments/advise/advise.ts";
import { renderAdvice } from "../../../experiments/advise/advice_text.ts";
import { choose } from "../../../experiments/advise/choice.ts";
import type { Row } from "../../../results/row.ts";
import { sessionDocument, writtenRow } from "../../results/session_fixture.ts";

const BASELINE = "natural:row-split";

/** Rows of one alternative. */
function alternative(
  contender: string,
  { ms, speedup, once }: { ms: number; speedup?: [number, number, number]; once: number },
): Row[] {
  const own = { contender, cell: `own/advice:g:w64:${contender}`, suite: "own/advice", factors: "width=64" };
  return [
    writtenRow({ ...own, metric: "time", median: ms }),
    writtenRow({ ...own, metric: "prepare", median: once }),
    ...(speedup
      ? [
        writtenRow({
          ...own,
          metric: "speedup",
          unit: "x",
          median: speedup[0],
          ci_lo: speedup[1],
          ci_hi: speedup[2],
        }),
      ]
      : []),
  ];
}

const baseline = alternative(BASELINE, { ms: 10, once: 5 });
const choice = (rows: readonly Row[], smallestDifference = 0.05) =>
  choose(rows, { baseline: BASELINE, smallestDifference })!;

Deno.test("of what the session cannot tell from the fastest, the one that costs least is chosen", () => {
  const metis = alternative("metis:row-split", { ms: 4.9, speedup: [2.04, 1.9, 2.1], once: 900 });
  const degsort = alternative("degsort:row-split", { ms: 5, speedup: [2, 1.9, 2.1], once: 55 });
  const rcm = alternative("rcm:row-split", { ms: 7, speedup: [1.4, 1.3, 1.5], once: 20 });
  const { chosen, fastest, ranked, paysOffAfter } = choice([...baseline, ...metis, ...degsort, ...rcm]);
  assert.equal(fastest.contender, "metis:row-split");
  assert.equal(chosen.contender, "degsort:row-split");
  assert.deepEqual(ranked.map(({ contender }) => contender.split(":")[0]), [
    "metis",
    "degsort",
    "rcm",
    "natural",
  ]);
  assert.equal(paysOffAfter, 10);
});

Deno.test("the graph stays as it is where nothing is faster by more than the noise", () => {
  const close = alternative("rcm:row-split", { ms: 9.7, speedup: [1.04, 1.01, 1.06], once: 20 });
  assert.equal(choice([...baseline, ...close]).chosen.contender, BASELINE);
  const unsure = alternative("rcm:row-split", { ms: 5, speedup: [2, 0.9, 3], once: 20 });
  assert.equal(choice([...baseline, ...unsure]).chosen.contender, BASELINE);
  assert.equal(choice([...baseline, ...unsure]).paysOffAfter, 0);
});

Deno.test("one that may be the fastest does not hide one that surely is faster, and the words say which is which", () => {
  const unsure = alternative("metis:row-split", { ms: 5, speedup: [2, 0.9, 3], once: 900 });
  const sure = alternative("rcm:row-split", { ms: 6.7, speedup: [1.5, 1.45, 1.55], once: 20 });
  const found = choice([...baseline, ...unsure, ...sure]);
  assert.deepEqual([found.chosen, found.fastest].map(({ contender }) => contender), [
    "rcm:row-split",
    "metis:row-split",
  ]);
  const [text] = sessionDocument().suites, suite = { ...text, baseline: BASELINE };
  const adviceText = (rows: readonly Row[]) =>
    renderAdvice({ suite, rows, choice: choice(rows), smallestDifference: 0.05 });
  const doubt = /metis:row-split has the highest median speed-up, but is not surely faster: 2x \[0\.9, 3\]\./;
  assert.match(adviceText([...baseline, ...unsure, ...sure]), doubt);
  assert.match(adviceText([...baseline, ...unsure]), doubt);
});

Deno.test("one column is no plural, and what costs no more than the baseline's work pays off at once", () => {
  const [text] = sessionDocument().suites, suite = { ...text, baseline: BASELINE };
  const rows = [...baseline, ...alternative("rcm:row-split", { ms: 5, speedup: [2, 1.9, 2.1], once: 1 })];
  const narrow = rows.map((row) => ({ ...row, factors: "width=1" }));
  const said = renderAdvice({ suite, rows: narrow, choice: choice(narrow), smallestDifference: 0.05 });
  assert.match(said, /, 1 column\n/);
  assert.match(said, /1 ms of work once, which pays off at once\./);
});

Deno.test("without a time of the baseline there is no choice", () => {
  const rows = alternative("rcm:row-split", { ms: 5, speedup: [2, 1.9, 2.1], once: 20 });
  assert.equal(choose(rows, { baseline: BASELINE, smallestDifference: 0 }), undefined);
});

Deno.test("advice says what to take, over what, at which cost, and describes the graph", () => {
  const [suite] = sessionDocument().suites;
  const metrics = [...suite.metrics, {
    id: "mean_degree",
    label: "mean degree",
    unit: "1",
    better: "neither" as const,
  }];
  const card = writtenRow({ contender: BASELINE, metric: "mean_degree", unit: "1", median: 6.5 });
  const rows = [
    ...baseline,
    card,
    ...alternative("rabbit:block-sparse", { ms: 4, speedup: [2.5, 2.4, 2.6], once: 65 }),
  ];
  const text = renderAdvice({
    suite: {
      ...suite,
      baseline: BASELINE,
      metrics,
      contenders: [
        { id: BASELINE, label: "row-split on the ids as they are" },
        { id: "rabbit:block-sparse", label: "block-sparse after rabbit" },
      ],
    },
    rows,
    choice: choice(rows),
    smallestDifference: 0.05,
  });
  assert.match(text, /^reddit@1\/16, 64 columns\nmean degree {2}6\.5\n/);
  assert.ok(
    text.includes(
      "Take block-sparse after rabbit: 2.5x [2.4, 2.6] as fast as row-split on the ids as they are; " +
        "65 ms of work once, which pays off after 10 products.",
    ),
    text,
  );
  assert.match(text, /row-split on the ids as they are +10 +1, the baseline +5/);
});

Deno.test("a file is measured and advised on, end to end", async () => {
  const out = await Deno.makeTempDir();
  try {
    const file = join(out, "ring.el");
    const lines = Array.from({ length: 500 }, (_, v) => `${v} ${(v + 1) % 500}\n${v} ${(v * 7) % 500}\n`);
    await Deno.writeTextFile(file, lines.join(""));
    const text = await advise(file, {
      profile: "smoke",
      device: "wasm",
      threads: 1,
      width: [8],
      out,
      quiet: true,
    });
    assert.match(text, /^ring, 8 columns\nvertices +500\n/);
    assert.match(text, /stored edges +[\d,]+\n/);
    assert.match(text, /^Take (row-split|neighbor-group|memory-aware|block-sparse)/m);
    assert.match(text, /17 slower ones are in the session's report/);
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});
