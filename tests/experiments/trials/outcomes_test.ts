/** Outcomes of contenders that fail by themselves. @module */
import assert from "node:assert/strict";
import { isReproError, Outcomes } from "../../../experiments/trials/outcomes.ts";
import { MissingError } from "../../../platform/errors.ts";
import { Interrupted } from "../../../platform/interrupted.ts";

const MISSING = new MissingError({ action: "run", current: "none", wanted: "one", next: "install it" });

Deno.test("a contender that failed has its first error, whatever follows, and stops no other", async () => {
  const outcomes = new Outcomes<number>();
  await outcomes.attempt("a", () => Promise.reject(MISSING));
  await outcomes.attempt("a", () => Promise.reject(new TypeError("not run any more")));
  await outcomes.attempt("b", () => Promise.resolve(outcomes.set("b", 1)));
  assert.throws(() => outcomes.of("a"), MISSING);
  assert.equal(outcomes.of("b"), 1);
  assert.deepEqual(["a", "b", "c"].map((id) => [outcomes.has(id), outcomes.hasFailed(id)]), [
    [false, true],
    [true, false],
    [false, false],
  ]);
  assert.throws(() => outcomes.of("c"), TypeError);
  outcomes.fail("b", MISSING);
  assert.equal(outcomes.has("b"), false, "wrong in the end");
  assert.throws(() => outcomes.of("b"), MISSING);
});

Deno.test("an interruption ends the measurement, and so does a defect where only our errors are kept", async () => {
  const all = new Outcomes<number>(), ours = new Outcomes<number>(isReproError);
  const stop = new Interrupted("SIGINT"), defect = new TypeError("a defect");
  for (const outcomes of [all, ours]) {
    await assert.rejects(outcomes.attempt("a", () => Promise.reject(stop)), stop);
    await outcomes.attempt("b", () => Promise.reject(MISSING));
    assert.throws(() => outcomes.of("b"), MISSING);
  }
  await all.attempt("c", () => Promise.reject(defect));
  assert.throws(() => all.of("c"), defect);
  await assert.rejects(ours.attempt("c", () => Promise.reject(defect)), defect);
});
