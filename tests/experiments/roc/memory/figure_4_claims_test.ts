/** Early end of the rounds of roc Figure 4. @module */
import assert from "node:assert/strict";
import { comparableEnd } from "../../../../experiments/roc/memory/figure_4_claims.ts";

const FRAMEWORKS = ["policy:tensorflow", "policy:dgl"].map((id) => ({ id, label: id }));

/** Whether it is certain by so many rounds of these times; one of `odd` rounds is another. */
function isCertain(
  times: Readonly<Record<string, number>>,
  { rounds = 15, odd = {} }: { readonly rounds?: number; readonly odd?: Readonly<Record<string, number>> } =
    {},
): boolean {
  const end = comparableEnd(15, { roc: "roc", frameworks: FRAMEWORKS });
  const msOf = (id: string) =>
    id in times
      ? Array.from({ length: rounds }, (_, round) => round === 0 ? odd[id] ?? times[id] : times[id])
      : undefined;
  return end.isCertain(msOf);
}

Deno.test("rounds of Figure 4 end where one framework is certainly faster, or none is", () => {
  const slow = { "roc": 100, "policy:tensorflow": 40, "policy:dgl": 80 };
  assert.ok(isCertain(slow), "TensorFlow's policy alone contradicts the claim");
  assert.ok(
    !isCertain(slow, { odd: { "policy:tensorflow": 90 } }),
    "fourteen of fifteen are too few for Holm",
  );
  assert.ok(isCertain(slow, { rounds: 23, odd: { "policy:tensorflow": 90 } }));
  assert.ok(!isCertain({ ...slow, "policy:tensorflow": 70 }), "near the bound of 80");
  assert.ok(isCertain({ "roc": 100, "policy:tensorflow": 120, "policy:dgl": 110 }));
  assert.ok(!isCertain({ "roc": 100, "policy:tensorflow": 120, "policy:dgl": 90 }), "one open, none against");
});

Deno.test("a framework itself counts in the place of its policy, and who did not end the rounds is open", () => {
  const policies = { "roc": 100, "policy:tensorflow": 120, "policy:dgl": 40 };
  assert.ok(!isCertain({ ...policies, "peer:dgl": 90 }), "DGL itself is near the bound");
  assert.ok(isCertain({ ...policies, "peer:dgl": 120 }));
  assert.ok(!isCertain({ "policy:tensorflow": 40, "policy:dgl": 40 }), "ROC was not asked for");
  assert.ok(!isCertain({ "roc": 100, "policy:tensorflow": 120 }), "a framework was not asked for");
  const end = comparableEnd(15, { roc: "roc", frameworks: FRAMEWORKS });
  assert.ok(!end.isCertain((id) => new Array<number>(id === "roc" ? 15 : 14).fill(id === "roc" ? 100 : 40)));
});
