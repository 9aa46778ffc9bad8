import assert from "node:assert/strict";
import { paced } from "../../../../hardware/webgpu/dawn/polling.ts";

/** A pace over a clock that only the test moves, how its calls were passed on, and after which pauses. */
function observed() {
  const calls = { immediate: 0, later: 0 }, pauses: number[] = [];
  let time = 0;
  const { ask, begin } = paced(
    (callback, ...given) => {
      calls.immediate++;
      callback(...given);
    },
    () => time,
    (callback, ms) => {
      calls.later++;
      pauses.push(ms);
      callback();
    },
  );
  return { ask, begin, calls, pauses, pass: (ms: number) => time += ms };
}

Deno.test("a short wait asks without a pause", () => {
  const { ask, calls } = observed();
  for (let i = 0; i < 1000; i++) ask(() => {});
  assert.deepEqual(calls, { immediate: 1000, later: 0 });
});

Deno.test("a wait of ten seconds asks some thousand times, and hears of its end 5 ms late at most", () => {
  const { ask, calls, pauses, pass } = observed();
  for (let time = 0; time < 10_000;) {
    const before = pauses.length;
    ask(() => {});
    const ms = pauses.length > before ? pauses.at(-1)! : 0.002;
    pass(ms);
    time += ms;
  }
  assert.equal(calls.immediate, 1000);
  assert(calls.later > 1000 && calls.later < 2500, `${calls.later} later calls`);
  assert.deepEqual([pauses[0], pauses.at(-1)], [1, 5]);
});

Deno.test("a wait that follows a long one is short again", () => {
  const { ask, begin, calls, pass } = observed();
  for (let i = 0; i < 1500; i++) ask(() => {});
  pass(2000);
  const { later } = calls;
  begin();
  for (let i = 0; i < 1000; i++) ask(() => {});
  assert.equal(calls.later, later);
});

Deno.test("many short waits together ask twice a millisecond", () => {
  const { ask, begin, calls, pass } = observed();
  for (let ms = 0; ms < 1000; ms++, pass(1)) {
    begin();
    for (let i = 0; i < 100; i++) ask(() => {});
  }
  assert(calls.immediate <= 2000 + 2 * 1000, `${calls.immediate} immediate calls`);
  assert.equal(calls.immediate + calls.later, 100_000);
});

Deno.test("arguments are passed on, at once and later", () => {
  const { ask, calls } = observed(), seen: unknown[] = [];
  for (let i = 0; i < 1002; i++) ask((...given) => seen.push(given.join()), i, "x");
  assert.equal(seen.length, 1002);
  assert.equal(seen[1001], "1001,x");
  assert(calls.later > 0);
});

Deno.test("after the end no question is asked, not even one that was passed on before", () => {
  const passedOn: (() => void)[] = [];
  const { ask, end } = paced(
    (callback) => passedOn.push(callback),
    () => 0,
    (callback) => passedOn.push(callback),
  );
  let asked = 0;
  for (let i = 0; i < 1500; i++) ask(() => asked++);
  passedOn.splice(0, 1).forEach((callback) => callback());
  assert.equal(asked, 1);
  end();
  for (const callback of passedOn) callback();
  ask(() => asked++);
  passedOn.at(-1)!();
  assert.equal(asked, 1);
});
