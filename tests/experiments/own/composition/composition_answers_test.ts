import assert from "node:assert/strict";
import { compositionAnswers } from "../../../../experiments/own/composition/composition_answers.ts";
import type { Row } from "../../../../results/row.ts";

/** A row of an effect, with an interval around its median. */
function row(contender: string, metric: string, [median, ci_lo, ci_hi]: readonly number[]): Row {
  const suite = "own/composition-training", cell = `${suite}:ring:${contender}`;
  const columns = { suite, cell, contender, metric, median, ci_lo, ci_hi, dataset: "ring@1/2" };
  return { ...columns, n: 15, unit: "x", timer: "", status: "ok" } as unknown as Row;
}

/** Rows of two techniques and all together. */
function rowsOf(
  { surplus, pair, p, came }: {
    readonly surplus: readonly number[];
    readonly pair: readonly number[];
    readonly p: number;
    readonly came?: number;
  },
): Row[] {
  return [
    row("a+b", "time", [10, 9, 11]),
    row("pair:a+b", "interaction", pair),
    row("pair:a+b", "p_holm", [p]),
    row("pair:a+b", "predicted", [1]),
    ...(came === undefined ? [] : [row("pair:a+b", "came_true", [came])]),
    row("together", "product", [3, 2.9, 3.1]),
    row("together", "together", [3, 2.8, 3.2]),
    row("together", "surplus", surplus),
    row("together", "p_holm", [p]),
  ];
}

Deno.test("a ratio within five per cent of 1 says that the product predicts, and within how many per cent", () => {
  assert.deepEqual(
    compositionAnswers(rowsOf({ surplus: [1.01, 0.98, 1.03], pair: [1.01, 0.98, 1.03], p: 1, came: 0 })),
    [
      "On ring@1/2, the product of the single speed-ups (3.00 [2.90, 3.10] ×) predicts the combined one " +
      "(3.00 [2.80, 3.20] ×) within 3.0 %: the ratio is 1.01 [0.980, 1.03] ×, n = 15; of 1 signs stated " +
      "beforehand 0 came true, 1 did not, 0 are open.",
    ],
  );
});

Deno.test("a product that promises too much predicts within the per cent of the lower end", () => {
  const rows = rowsOf({ surplus: [0.98, 0.96, 1.01], pair: [1, 0.99, 1.01], p: 1, came: 0 });
  assert.match(compositionAnswers(rows)[0], / within 4\.2 %: the ratio is 0\.980 /);
});

Deno.test("a ratio that differs names the pair, and one that is wide is open", () => {
  const [differs] = compositionAnswers(
    rowsOf({ surplus: [1.3, 1.2, 1.4], pair: [1.25, 1.2, 1.3], p: 0.001, came: 1 }),
  );
  assert.match(
    differs,
    /does not predict the combined one .*which is 1\.30 \[1\.20, 1\.40\] ×, n = 15 of it/,
  );
  assert.match(differs, /the pair farthest from multiplying is a x b \(1\.25 \[1\.20, 1\.30\] ×, n = 15\)/);
  assert.match(differs, /1 came true, 0 did not, 0 are open\.$/);
  const [open] = compositionAnswers(rowsOf({ surplus: [1.1, 0.8, 1.4], pair: [1, 0.9, 1.1], p: 1 }));
  assert.match(open, /^On ring@1\/2, it is open whether the product .* 0 did not, 1 are open\.$/);
});

Deno.test("pairs without a combined run are counted, and other suites and failed rows say nothing", () => {
  const pairs = [
    row("pair:a+b", "interaction", [1, 0.99, 1.01]),
    row("pair:a+c", "interaction", [0.8, 0.7, 0.9]),
    row("pair:a+c", "p_holm", [0.01]),
    // Farther from 1, and not shown to be.
    row("pair:b+c", "interaction", [0.5, 0.2, 1.2]),
  ];
  const [sentence] = compositionAnswers(pairs);
  assert.match(sentence, /of 3 pairs 1 multiply within 5 %, 1 depart and 1 are open; .* a x c \(0\.800/);
  assert.deepEqual(compositionAnswers(pairs.map((each) => ({ ...each, suite: "own/other" }))), []);
  assert.deepEqual(compositionAnswers(pairs.map((each) => ({ ...each, status: "oom" }))), []);
});
