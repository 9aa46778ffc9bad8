/**
 * Tests of the times of an iteration's phases: each part counts once, in the phase that fastgl's Section 2.1
 * puts it in.
 *
 * @module
 */
import assert from "node:assert/strict";
import { compactIds } from "../../../graph/sampling/id_map.ts";
import { uniformNeighbors } from "../../../graph/sampling/uniform.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { DeviceSampler } from "../../../kernels/sampling/mod.ts";
import { deviceBatchSampler } from "../../../training/mini_batch/device_batch_sampler.ts";
import { hostSampler } from "../../../training/mini_batch/host_sampler.ts";
import { iterationPhases, type IterationRecord } from "../../../training/mini_batch/iteration.ts";
import { SHAPES } from "../../graph/graph_fixture.ts";
import { underClock } from "../../under_clock.ts";

const BATCH = { seeds: Uint32Array.of(0, 1), batch: 0 };

Deno.test("phases are sampling, memory IO, computing and what this harness adds", () => {
  const times = {
    drawMs: 1,
    idMapMs: 2,
    reorderMs: 4,
    sortMs: 8,
    readMs: 16,
    topologyMs: 32,
    prepareMs: 64,
    computeMs: 128,
  };
  const loading = { matchMs: 256, gatherMs: 512, copyMs: 1024, assembleMs: 2048 };
  assert.deepEqual(iterationPhases({ times, loading } as unknown as IterationRecord), {
    sampleMs: 1 + 2 + 4,
    memoryIoMs: 256 + 512 + 1024 + 2048,
    computeMs: 128,
    preparationMs: 8 + 16 + 32 + 64,
  });
});

Deno.test("a sampler on the host times its draws and its ID maps, and sorts in the rest; progress follows each", () =>
  underClock(async (pass) => {
    const draw = uniformNeighbors(SHAPES.clique, { fanouts: [2, 2], seed: 1 });
    let progress = 0;
    const sampler = hostSampler(
      {
        ...draw,
        draw: (...at) => {
          pass(1);
          return draw.draw(...at);
        },
      },
      (ids, kept) => {
        pass(16);
        return compactIds(ids, kept);
      },
    );
    const { times } = await sampler.sample(BATCH, () => {
      progress++;
      pass(256);
    });
    // Each of two layers is drawn, and then numbered.
    assert.equal(progress, 2 + 2);
    assert.deepEqual(times, { drawMs: 2, idMapMs: 2 * 16, sortMs: progress * 256, readMs: 0 });
  }));

Deno.test("a sampler on a device sums the times of its phases by their kind", () =>
  underClock(async (pass) => {
    const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 20 });
    try {
      const phase = (phase: string, ms: number) => ({ phase, run: () => pass(ms) });
      const sampler = {
        begin: () => pass(2048),
        phases: [
          ...[phase("draw", 1), phase("id-map", 2), phase("sort", 4)],
          ...[phase("draw", 8), phase("id-map", 16), phase("sort", 32)],
        ],
        read: () => Promise.resolve(pass(64)),
        destroy: () => {},
      } as unknown as DeviceSampler;
      const { times } = await deviceBatchSampler(device, sampler).sample(BATCH);
      assert.deepEqual(times, { drawMs: 9, idMapMs: 18, sortMs: 36, readMs: 64 });
    } finally {
      device.close();
    }
  }));
