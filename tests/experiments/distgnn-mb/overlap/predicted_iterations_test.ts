import { noSampling } from "../../../../distributed/training/rank_iteration.ts";
import assert from "node:assert/strict";
import type { LayerRecord, RankIteration } from "../../../../distributed/training/mod.ts";
import { emptyLayer, noTraffic } from "../../../../distributed/training/rank_iteration.ts";
import { predictedIterations } from "../../../../experiments/distgnn-mb/overlap/predicted_iterations.ts";
import type { Link } from "../../../../hardware/models/interconnect.ts";

/** 1 ms a message, 1000 bytes a millisecond: times can be read off. */
const LINK: Link = { name: "slow", latencySeconds: 1e-3, bytesPerSecond: 1e6, source: "this test" };

/** A layer that computes for so long and pushes so many bytes. */
function layer(computeMs: number, sentBytes: number, isAwaited: boolean): LayerRecord {
  const traffic = { ...noTraffic(), started: true, sentBytes, ...(isAwaited && { receivedFrom: 1 }) };
  return { ...emptyLayer(traffic), computeMs };
}

/** Iteration of 2 ms of sampling, so much computation a layer, and gradients of 400 bytes. */
function iteration(layers: readonly LayerRecord[]): RankIteration {
  return {
    iteration: 1,
    epoch: 1,
    position: 1,
    active: true,
    activeRanks: 2,
    seeds: 4,
    meanLoss: 1,
    layers,
    sampleMs: 2,
    sampling: noSampling(),
    gradientMs: 0,
    allReduceMs: 0.5,
    allReduceBytes: 400,
    updateMs: 1,
  };
}

/** Time of the exchange of gradients: 0.4 ms and 1 ms on the link, 0.5 ms in itself. */
const SUM_MS = 1.9;

Deno.test("a push of delay 0 is waited for at once, one of delay 1 for what an iteration has not hidden", () => {
  const of = (delay: number, computeMs: number, bytes: number) => {
    const each = iteration([layer(computeMs, bytes, true)]);
    const times = predictedIterations([[each, each], [each, each]], { link: LINK, delay });
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
  const fast = iteration([layer(1, 1000, true), layer(2, 2000, true)]);
  const slow = iteration([layer(5, 1000, true), layer(2, 2000, true)]);
  const times = predictedIterations([[fast, slow]], { link: LINK, delay: 0 });
  // Both have their first push at 4 and then compute until 5 and 9. The slow one's next push arrives at 12,
  // the fast one's at 8; gradients are sent at 14 and 11 and arrive at 15.4 and 12.4.
  assert.deepEqual(
    times.map((ms) => ms.toFixed(6)),
    [14 + 0.5 + 1, 15.4 + 0.5 + 1].map((ms) => ms.toFixed(6)),
  );
});
