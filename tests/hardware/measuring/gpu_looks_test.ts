/** Looks at a GPU by a tool whose answers take a time that is made up. */
import assert from "node:assert/strict";
import type { GpuState } from "../../../hardware/gpu_state.ts";
import { GpuLooks } from "../../../hardware/measuring/gpu_looks.ts";
import { measureUnthrottled } from "../../../hardware/measuring/throttling.ts";

const COOL: GpuState = { name: "a card", driver: "580", clockMHz: 1980, celsius: 41, throttleReasons: 0 };
const THERMAL = 0x40;

/** A tool that takes so many milliseconds for each state, the last one again and again. */
function toolOf(...answers: readonly (readonly [ms: number, state: GpuState | undefined])[]) {
  let time = 0, asked = 0;
  const looks = new GpuLooks(() => {
    const [ms, state] = answers[Math.min(asked++, answers.length - 1)];
    time += ms;
    return Promise.resolve(state);
  }, () => time);
  return { looks, asked: () => asked, pass: (ms: number) => void (time += ms), time: () => time };
}

/** Measures so often for so long, and returns the words of throttling. */
async function measured({ looks, pass }: ReturnType<typeof toolOf>, times: number, ms = 1000) {
  const words: (string | undefined)[] = [];
  for (let each = 0; each < times; each++) {
    const { throttled } = await measureUnthrottled(() => Promise.resolve(pass(ms)), looks);
    words.push(throttled?.split(" (")[0]);
  }
  return words;
}

Deno.test("a tool that answers at once is asked before and after each measurement", async () => {
  const tool = toolOf([20, COOL]);
  assert.deepEqual(await measured(tool, 5), Array(5).fill(undefined));
  assert.equal(tool.asked(), 10);
});

Deno.test("a tool that takes seconds is asked once a measurement, once it is known", async () => {
  const tool = toolOf([3000, COOL]);
  await measured(tool, 5);
  assert.equal(tool.asked(), 6);
  assert.deepEqual((await tool.looks.before())?.clockMHz, 1980);
});

Deno.test("a slowdown is told by a slow tool, too, and is not carried to the measurement after it", async () => {
  const hot = { ...COOL, celsius: 90, throttleReasons: THERMAL };
  const once = toolOf([3000, COOL], [3000, hot], [3000, COOL]);
  assert.deepEqual(
    await measured(once, 2),
    [undefined, undefined],
    "the second measurement of the first was not",
  );
  const always = toolOf([3000, COOL], [3000, hot]);
  assert.deepEqual(await measured(always, 1), ["throttled: hardware thermal slowdown"]);
  const fallen = toolOf([3000, COOL], [3000, { ...COOL, clockMHz: 1200, celsius: 88 }]);
  const { throttled } = await measureUnthrottled(() => Promise.resolve(), fallen.looks);
  assert.equal(throttled, undefined, "the clock is that of the first, throttled measurement");
});

Deno.test("a tool that does not answer takes a twentieth of the time at most", async () => {
  const tool = toolOf([5000, undefined]), count = 200;
  await measured(tool, count);
  assert.ok(tool.time() < 1.06 * count * 1000 + 5000, `${tool.time()} ms for ${count} s`);
  // One that answers again is asked again.
  const back = toolOf([5000, undefined], [20, COOL]);
  await measured(back, 130);
  assert.ok(back.asked() > 10);
});
