/** Looks at which a measurement may end, and what a p costs there. @module */
import assert from "node:assert/strict";
import { looksBetween, MOST_ROUNDS, sharedP, signTest } from "../../../platform/statistics/mod.ts";
import { RandomStream } from "../../../platform/random.ts";

Deno.test("there are four looks between fifteen rounds and thirty-nine, and one where rounds are fixed", () => {
  assert.deepEqual(looksBetween(15, 39), [15, 23, 31, 39]);
  assert.deepEqual(looksBetween(15, 30), [15, 23, 30]);
  assert.deepEqual(looksBetween(3, 3), [3]);
  assert.equal(MOST_ROUNDS, 39);
});

Deno.test("shares of all looks add up to one error, and rounds between two looks pay for the next", () => {
  const shares = [15, 23, 31, 39].map((rounds) => 1e-3 / sharedP(1e-3, rounds));
  assert.equal(shares.reduce((sum, share) => sum + share), 1);
  assert.equal(sharedP(1e-3, 16), sharedP(1e-3, 23));
  for (const fewer of [1, 3, 9]) assert.equal(sharedP(1e-3, fewer), sharedP(1e-3, 15));
  assert.equal(sharedP(1e-3, 390), sharedP(1e-3, 39));
  assert.equal(sharedP(0.7, 39), 1);
});

Deno.test("a measurement that ends at the first look that is certain errs no more often than its alpha", () => {
  const stream = new RandomStream(1, "sequential"), sessions = 4000, alpha = 0.05;
  const isWrong = (correct: (p: number, rounds: number) => number) => {
    const rounds = Array.from({ length: MOST_ROUNDS }, () => stream.uniform() - 0.5);
    return looksBetween(15, 39).some((look) =>
      correct(signTest(rounds.slice(0, look), "greater").p, look) < alpha
    );
  };
  const wrong = (correct: (p: number, rounds: number) => number) =>
    Array.from({ length: sessions }, () => isWrong(correct)).filter(Boolean).length / sessions;
  assert.ok(wrong((p) => p) > alpha, "uncorrected looks err too often");
  assert.ok(wrong(sharedP) <= alpha);
});
