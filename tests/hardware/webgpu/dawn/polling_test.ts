import assert from "node:assert/strict";
import { paced } from "../../../../hardware/webgpu/dawn/polling.ts";

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
  for (let i = 0; i < 2000; i++) ask(() => {});
  assert.deepEqual(calls, { immediate: 2000, later: 0 });
});

Deno.test("a long wait asks ten times a millisecond", () => {
  const { ask, calls, pass } = observed();
  for (let ms = 0; ms < 1000; ms++, pass(1)) for (let i = 0; i < 100; i++) ask(() => {});
  assert(calls.immediate < 2000 + 10 * 1000 + 1, `${calls.immediate} immediate calls`);
  assert.equal(calls.immediate + calls.later, 100_000);
});

Deno.test("after a pause a wait is short again", () => {
  const { ask, calls, pass } = observed();
  for (let i = 0; i < 3000; i++) ask(() => {});
  pass(200);
  const { later } = calls;
  for (let i = 0; i < 2000; i++) ask(() => {});
  assert.equal(calls.later, later);
});

Deno.test("arguments are passed on, at once and later", () => {
  const { ask, calls } = observed(), seen: unknown[] = [];
  for (let i = 0; i < 2002; i++) ask((...given) => seen.push(given.join()), i, "x");
  assert.equal(seen.length, 2002);
  assert.equal(seen[2001], "2001,x");
  assert(calls.later > 0);
});
