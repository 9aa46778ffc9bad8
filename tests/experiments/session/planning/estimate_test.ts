import assert from "node:assert/strict";
import { estimate } from "../../../../experiments/session/planning/estimate.ts";
import { comparisonName } from "../../../../results/history/comparison_seconds.ts";

Deno.test("what no session has timed is said to be unknown, and not to take no time", () => {
  const plan = estimate(["roc/figure-7"], {}), { length } = plan.comparisons;
  assert.ok(plan.comparisons.every(({ unknown }) => unknown));
  assert.match(plan.text, /width:512 .* not timed yet$/m);
  assert.match(plan.text, new RegExp(`and what ${length} of them take that have not been timed yet`));

  const here = new Map([[comparisonName("roc/figure-7", "width:512"), 1800]]);
  const later = estimate(["roc/figure-7"], {}, { here });
  assert.match(later.text, /width:512 .* about 30 min 0 s, as last time$/m);
  assert.equal(later.comparisons.filter(({ unknown }) => unknown).length, length - 1);
});

Deno.test("a timed comparison is estimated by its sizes", () => {
  const { text, comparisons } = estimate(["hetu-gnn/figure-8"], { filter: "dataset=archaea" });
  assert.ok(comparisons.every(({ unknown, seconds }) => !unknown && seconds > 0));
  assert.doesNotMatch(text, /not .*timed yet/);
});
