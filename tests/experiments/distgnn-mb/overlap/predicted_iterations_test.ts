/** Iterations replayed over a link, by hand. @module */
import assert from "node:assert/strict";
import { predictedIterations } from "../../../../experiments/distgnn-mb/overlap/predicted_iterations.ts";
import { iteration, layer, LINK } from "./iterations.ts";

/** Time of the exchange of gradients: 0.4 ms and 1 ms on the link, 0.5 ms in itself. */
const SUM_MS = 1.9;

Deno.test("a push of delay 0 is waited for at once, one of delay 1 for what an iteration has not hidden", () => {
  const of = (delay: number, computeMs: number, bytes: number) => {
    const each = iteration([layer(computeMs, bytes)]);
    const [, times] = predictedIterations([[each, each], [each, each]], { link: LINK, delay });
    assert.equal(times[0], times[1]);
    return times[0].toFixed(6);
  };
  // Sampling 2, push 3 + 1, computation 10, sum, update 1.
  assert.equal(of(0, 10, 3000), (2 + 4 + 10 + SUM_MS + 1).toFixed(6));
  assert.equal(of(1, 10, 3000), (2 + 10 + SUM_MS + 1).toFixed(6));
  // 30 ms on the wire: the sum of gradients waits behind the push on its card, so nothing is left to wait
  // for.
  assert.equal(of(0, 10, 30_000), (2 + 31 + 10 + SUM_MS + 1).toFixed(6));
  assert.equal(of(1, 10, 30_000), (2 + 30 + SUM_MS + 1).toFixed(6));
});

Deno.test("ranks wait for what others send, not for what they send themselves", () => {
  const fast = iteration([layer(1, 1000), layer(2, 2000)]);
  const slow = iteration([layer(5, 1000), layer(2, 2000)]);
  const [times] = predictedIterations([[fast, slow]], { link: LINK, delay: 0 });
  // Both have their first push at 4 and then compute until 5 and 9. The slow one's next push arrives at 12,
  // the fast one's at 8; gradients are sent at 14 and 11 and arrive at 15.4 and 12.4.
  assert.deepEqual(
    times.map((ms) => ms.toFixed(6)),
    [14 + 0.5 + 1, 15.4 + 0.5 + 1].map((ms) => ms.toFixed(6)),
  );
});

Deno.test("what an exchange takes of a processor is hidden by no delay, and behind the link where it is waited for", () => {
  const of = (delay: number, bytes: number) => {
    // The rank that came last waited for 3 ms, the other one for it, too.
    const [late, early] = [3, 7].map((waitMs) => iteration([layer(10, bytes, { waitMs })]));
    const [, [time]] = predictedIterations([[late, early], [late, early]], { link: LINK, delay });
    return time.toFixed(6);
  };
  // A push of 0.5 KB is there after 1.5 ms, one of 9 KB after 10 ms.
  assert.equal(of(0, 500), (2 + 3 + 10 + SUM_MS + 1).toFixed(6));
  assert.equal(of(0, 9000), (2 + 10 + 10 + SUM_MS + 1).toFixed(6));
  assert.equal(of(1, 500), (2 + 3 + 10 + SUM_MS + 1).toFixed(6));
  assert.equal(of(1, 9000), (2 + 3 + 10 + SUM_MS + 1).toFixed(6));
});

Deno.test("each part of an iteration is work once, whatever the delay, and the link's messages go to every other rank", () => {
  const work = {
    topologyMs: 1,
    prepareMs: 2,
    computeMs: 4,
    readMs: 8,
    backwardMs: 16,
  };
  const traffic = { gatherMs: 32, mapMs: 64, packMs: 128, storeMs: 256, loadMs: 512 };
  const each = { ...iteration([{ ...layer(0, 2000, traffic), ...work }]), gradientMs: 1024 };
  const own = 2 + 31 + 992 + 1024;
  const of = (delay: number, allReduceBytes: number, started = true) => {
    const [layers] = [each.layers.map((of) => ({ ...of, traffic: { ...of.traffic, started } }))];
    const three = [each, each, each].map((one) => ({ ...one, layers, allReduceBytes }));
    return predictedIterations([three], { link: LINK, delay })[0].map((ms) => ms.toFixed(6));
  };
  const all = (ms: number) => Array<string>(3).fill(ms.toFixed(6));
  // A push of 2000 bytes has two messages of 1 ms and a latency of 1 ms; so has a sum of 400 bytes 0.4 ms each.
  assert.deepEqual(of(0, 400), all(own + 3 + 1.8 + 0.5 + 1));
  assert.deepEqual(of(1, 400), all(own + 1.8 + 0.5 + 1));
  assert.deepEqual(of(0, 400, false), all(own + 1.8 + 0.5 + 1));
  // Up to 4096 words are gathered at once; of more each rank sums a third in one exchange and spreads it in another.
  assert.deepEqual(of(1, 4 * 4096), all(own + 2 * 16.384 + 1 + 0.5 + 1));
  assert.deepEqual(of(1, 30_000), all(own + 2 * (2 * 10 + 1) + 0.5 + 1));
});
