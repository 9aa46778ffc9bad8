import fc from "fast-check";
import assert from "node:assert/strict";
import { type Link, LINKS } from "../../../hardware/models/interconnect.ts";
import { changedLink, LINK_CHANGES, type LinkChange } from "../../../hardware/models/link_changes.ts";
import {
  type PipelineEpoch,
  pipelineEpoch,
  type PipelineId,
  PIPELINES,
  type PipelineTimes,
} from "../../../hardware/models/pipeline_model.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";

/** Seconds, so that schedules can be read off. */
function run(
  id: PipelineId,
  [sample, load, compute]: readonly [number, number, number],
  options: Partial<PipelineEpoch> & Pick<PipelineEpoch, "gpus" | "iterations">,
): PipelineTimes {
  const phases = { sampleMs: 1000 * sample, loadMs: 1000 * load, computeMs: 1000 * compute };
  return pipelineEpoch({ policy: PIPELINES[id], phases, ...options });
}

/** Epoch; compute, and what of sampling, loading and summing is seen. */
function split(times: PipelineTimes): number[] {
  const { epochSeconds, computeSeconds, exposedSampleSeconds, exposedLoadSeconds, exposedReduceSeconds } =
    times;
  return [epochSeconds, computeSeconds, exposedSampleSeconds, exposedLoadSeconds, exposedReduceSeconds];
}

Deno.test("in turn on one GPU an epoch is the sum of its phases, all of them exposed", () => {
  const times = run("in-turn", [1, 2, 3], { gpus: 1, iterations: 10 });
  assert.deepEqual(split(times), [60, 30, 10, 20, 0]);
  assert.deepEqual(times.utilisation, { trainers: 40 / 60, samplers: 10 / 60, links: 20 / 60 });
});

Deno.test("two GPUs on one link load one after the other, and the first waits for the second", () => {
  // A step: both sample 0-1; loads 1-3 and 3-5; computes 3-6 and 5-8; the sum of gradients takes nothing.
  const times = run("in-turn", [1, 2, 3], { gpus: 2, iterations: 4 });
  assert.deepEqual(split(times), [16, 6, 2, 6, 2]);
  assert.equal(times.utilisation.links, 8 / 16);
  // With a link each a step takes 6.
  assert.deepEqual(split(run("in-turn", [1, 2, 3], { gpus: 2, iterations: 4, links: 2 })), [12, 6, 2, 4, 0]);
});

Deno.test("a last step that is not full is waited for", () => {
  // Steps of 8; in the last one the first GPU alone: 1 + 2 + 3.
  const times = run("in-turn", [1, 2, 3], { gpus: 2, iterations: 3 });
  assert.equal(times.epochSeconds, 14);
  // Compute 6 and 3; waits of the first GPU 2, of the second 6.
  assert.deepEqual(split(times), [14, 4.5, 1.5, 4, 4]);
  // A GPU that never has a mini-batch waits all the time.
  assert.deepEqual(split(run("in-turn", [1, 2, 3], { gpus: 2, iterations: 1 })), [6, 1.5, 0.5, 1, 3]);
});

Deno.test("gradients are summed round a ring of the GPUs that train, after each of their mini-batches", () => {
  // 2 (m-1)/m b / BW + 2 (m-1) alpha = 1.5 * 400 / 100 + 6 * 1 = 12 for four GPUs.
  const over: Link = { name: "slow", latencySeconds: 1, bytesPerSecond: 100, source: "this test" };
  const gradients = { bytes: 400, over };
  const times = run("in-turn", [0, 0, 3], { gpus: 4, iterations: 8, gradients });
  assert.deepEqual(split(times), [30, 6, 0, 0, 24]);
  assert.equal(run("in-turn", [0, 0, 3], { gpus: 1, iterations: 8, gradients }).epochSeconds, 24);
});

Deno.test("prefetching on the GPU that trains hides loads behind computation, but not samples", () => {
  // 0 S0; 1 S1 and L0; 3 C0 and L1; 6 S2; 7 C1 and L2; 10 S3; 11 C2 ...: 4 a mini-batch.
  const times = run("prefetch", [1, 2, 3], { gpus: 1, iterations: 4 });
  // Samples seen: S0, S2, S3 (S1 lies behind the first load); the last mini-batch samples nothing ahead.
  assert.deepEqual(split(times), [17, 12, 3, 2, 0]);
  // A load of 5 is not hidden: 0 S0, 1-6 L0, 6-11 L1, 6-9 C0, 9 S2, 11-14 C1, 11-16 L2, 16-19 C2.
  assert.deepEqual(split(run("prefetch", [1, 5, 3], { gpus: 1, iterations: 3 })), [19, 9, 1 + 0, 9, 0]);
});

Deno.test("a host that samples ahead bounds the epoch by its slowest stage", () => {
  assert.equal(run("host-prefetch", [2, 1, 4], { gpus: 1, iterations: 10 }).epochSeconds, 2 + 1 + 40);
  assert.equal(run("host-prefetch", [5, 1, 2], { gpus: 1, iterations: 10 }).epochSeconds, 50 + 1 + 2);
  assert.equal(run("host-prefetch", [2, 6, 3], { gpus: 1, iterations: 10 }).epochSeconds, 2 + 60 + 3);
  // It is shared: two GPUs are no faster where it samples one mini-batch at a time.
  assert.equal(run("host-prefetch", [5, 0, 2], { gpus: 2, iterations: 10 }).epochSeconds, 50 + 2);
  const two = run("host-prefetch", [5, 0, 2], { gpus: 2, iterations: 10, hostSamplers: 2 });
  assert.deepEqual(split(two), [27, 10, 17, 0, 0]);
  assert.equal(two.utilisation.samplers, 50 / 54);
});

Deno.test("GPUs set apart sample beside those that train", () => {
  const two = run("samplers-apart", [3, 1, 5], { gpus: 2, iterations: 10 });
  assert.equal(two.trainers, 1);
  assert.deepEqual(split(two), [54, 50, 3, 1, 0]);
  assert.equal(two.utilisation.samplers, 30 / 54);
  // Two of eight sample: mini-batches are ready in pairs at 3, 6, 9, 12, ...; six train, and wait for the
  // third pair.
  const eight = run("samplers-apart", [3, 0, 3], { gpus: 8, iterations: 12 });
  assert.equal(eight.trainers, 6);
  // First step: computes begin at 3, 6, 9, gradients at 12; second: at 12, 15, 18, gradients at 21.
  assert.deepEqual(split(eight), [21, 6, 6 + 3, 0, 3 + 3]);
  assert.equal(run("samplers-apart", [3, 0, 3], { gpus: 8, iterations: 12, samplerGpus: 4 }).trainers, 4);
  assert.deepEqual([4, 5].map((gpus) => run("samplers-apart", [1, 1, 1], { gpus, iterations: 1 }).trainers), [
    3,
    3,
  ]);
});

Deno.test("measured mini-batches are repeated to the end of the epoch", () => {
  const phases = [1, 2].map((s) => ({ sampleMs: 1000 * s, loadMs: 0, computeMs: 0 }));
  const { epochSeconds } = pipelineEpoch({ policy: PIPELINES["in-turn"], gpus: 1, iterations: 5, phases });
  assert.equal(epochSeconds, 1 + 2 + 1 + 2 + 1);
});

const seconds = fc.integer({ min: 0, max: 9 });
const phaseList = fc.array(fc.tuple(seconds, seconds, seconds), { minLength: 1, maxLength: 5 });

Deno.test("compute and exposed times sum to the epoch, nothing is more than busy, and no policy is slower than one GPU that takes turns", () => {
  const ids = fc.constantFrom(...Object.keys(PIPELINES) as PipelineId[]);
  const counts = fc.record({
    gpus: fc.integer({ min: 2, max: 8 }),
    iterations: fc.integer({ min: 1, max: 30 }),
  });
  fc.assert(fc.property(ids, phaseList, counts, (id, list, { gpus, iterations }) => {
    const phases = list.map(([sampleMs, loadMs, computeMs]) => ({ sampleMs, loadMs, computeMs }));
    const times = pipelineEpoch({ policy: PIPELINES[id], gpus, iterations, phases });
    const [epoch, ...parts] = split(times);
    assert.ok(Math.abs(sumOf(parts) - epoch) < 1e-9);
    assert.ok(parts.every((part) => part >= -1e-12));
    for (const share of Object.values(times.utilisation)) assert.ok(share >= 0 && share <= 1 + 1e-9);
    let alone = 0;
    for (let i = 0; i < iterations; i++) alone += sumOf(list[i % list.length]);
    assert.ok(epoch <= alone / 1000 + 1e-9);
  }));
});

Deno.test("a claim about an epoch can be asked again with slower and faster links", () => {
  const epoch = (change: LinkChange, gpus: number) => {
    const gradients = { bytes: 1e6, over: changedLink(LINKS["pcie-4-x16"], change) };
    return run("in-turn", [1, 1, 1], { gpus, iterations: 16, links: 8, gradients }).epochSeconds;
  };
  assert.ok(LINK_CHANGES.every((change) => epoch(change, 8) < epoch(change, 1)));
});

Deno.test("refuses counts and durations out of range by name", () => {
  const good = { gpus: 2, iterations: 1 };
  for (
    const wrong of [{ gpus: 0 }, { iterations: 0 }, { iterations: 1.5 }, { links: 0 }, { hostSamplers: -1 }]
  ) {
    assert.throws(() => run("in-turn", [1, 1, 1], { ...good, ...wrong }), UsageError);
  }
  assert.throws(() => run("samplers-apart", [1, 1, 1], { gpus: 1, iterations: 1 }), UsageError);
  assert.throws(
    () => run("samplers-apart", [1, 1, 1], { gpus: 2, iterations: 1, samplerGpus: 2 }),
    UsageError,
  );
  assert.throws(() => run("in-turn", [1, -1, 1], good), UsageError);
  assert.throws(() => run("in-turn", [1, NaN, 1], good), UsageError);
  assert.throws(() => run("in-turn", [1, 1, 1], { ...good, phases: [] }), UsageError);
  const policy = { sampler: "host", sampledAhead: -1, loadedAhead: 0 } as const;
  assert.throws(() => run("in-turn", [1, 1, 1], { ...good, policy }), UsageError);
});
