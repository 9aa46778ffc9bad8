import assert from "node:assert/strict";
import { paced } from "../../../hardware/webgpu/dawn_polling.ts";

/** A paced function over a clock that only the test moves, and how its calls were passed on. */
function observed() {
  const calls = { immediate: 0, later: 0 };
  let time = 0;
  const ask = paced(
    (callback, ...given) => {
      calls.immediate++;
      callback(...given);
    },
    () => time,
    (callback) => {
      calls.later++;
      callback();
    },
  );
  return { ask, calls, pass: (ms: number) => time += ms };
}

Deno.test("a short wait asks without a pause", () => {
  const { ask, calls } = observed();
  for (let i = 0; i < 200; i++) ask(() => {});
  assert.deepEqual(calls, { immediate: 200, later: 0 });
});

Deno.test("a long wait asks about twice a millisecond", () => {
  const { ask, calls, pass } = observed();
  for (let ms = 0; ms < 1000; ms++, pass(1)) for (let i = 0; i < 10; i++) ask(() => {});
  assert(calls.immediate < 200 + 2 * 1000 + 1, `${calls.immediate} immediate calls`);
  assert.equal(calls.immediate + calls.later, 10_000);
});

Deno.test("after a pause a wait is short again", () => {
  const { ask, calls, pass } = observed();
  for (let i = 0; i < 300; i++) ask(() => {});
  pass(100);
  const { later } = calls;
  for (let i = 0; i < 200; i++) ask(() => {});
  assert.equal(calls.later, later);
});

Deno.test("arguments are passed on, at once and later", () => {
  const { ask, calls } = observed(), seen: unknown[] = [];
  for (let i = 0; i < 202; i++) ask((...given) => seen.push(given.join()), i, "x");
  assert.equal(seen.length, 202);
  assert.equal(seen[201], "201,x");
  assert(calls.later > 0);
});
