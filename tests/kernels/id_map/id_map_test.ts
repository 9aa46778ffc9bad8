import assert from "node:assert/strict";
import fc from "fast-check";
import { compactIds, sampleBatch, uniformNeighbors } from "../../../graph/sampling/mod.ts";
import type { Device } from "../../../hardware/device.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import {
  checkIdMap,
  idMapOn,
  type IdMapOperands,
  type IdMapProblem,
  type IdMapResult,
  idMaps,
  readIdMap,
  releaseIdMap,
  reserveIdMap,
  stageIdMap,
} from "../../../kernels/id_map/mod.ts";
import { tableShape } from "../../../kernels/id_map/table.ts";
import { kernelName, type ParameterValues, prepareKernel } from "../../../kernels/kernel.ts";
import { MissingError, OutOfMemoryError, UsageError } from "../../../platform/errors.ts";
import { RandomStream } from "../../../platform/random.ts";
import { SHAPES } from "../../graph/graph_fixture.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { testOnEveryBackend } from "../every_backend.ts";

interface Run extends IdMapResult {
  readonly facts: Readonly<Record<string, number>>;
}

const POISON = 0xdeadbeef;
/** Ids and kept ids that operands have room for beyond a problem, as a sampler's have for a larger batch. */
const SPARE = 70;

/** Copies a problem to operands that have room for more, poisoned wherever the problem writes nothing. */
function stagePoisoned(
  device: Device,
  { ids, kept = new Uint32Array() }: IdMapProblem,
): IdMapOperands {
  const operands = reserveIdMap(device, {
    capacity: ids.length + SPARE,
    // Where none are ever kept, a map has no launch for them.
    keptCapacity: kept.length > 0 ? kept.length + SPARE : 0,
    distinct: ids.length + kept.length + SPARE,
  });
  for (const buffer of [operands.ids, operands.unique, operands.local, operands.counters]) {
    device.write(buffer, new Uint32Array(buffer.bytes / 4).fill(POISON));
  }
  device.write(operands.sizes, Uint32Array.of(kept.length, ids.length));
  device.write(operands.ids, ids);
  device.write(operands.unique, kept);
  return operands;
}

/** Runs one map twice over poison and reads the second result, beyond which the poison must have stayed. */
async function run(
  device: Device,
  id: string,
  { problem, parameters = {} }: { readonly problem: IdMapProblem; readonly parameters?: ParameterValues },
): Promise<Run> {
  const kernel = idMaps.find((each) => each.id === id && each.backend === device.backend)!;
  const operands = stagePoisoned(device, problem);
  try {
    const plan = await prepareKernel(kernel, device, operands as never, 0, { parameters });
    try {
      plan.run();
      plan.run();
      const result = await readIdMap(device, operands);
      const beyond = [[operands.ids, problem.ids], [operands.local, result.local], [
        operands.unique,
        result.unique,
      ]] as const;
      for (const [buffer, { length }] of beyond) {
        const words = new Uint32Array(await device.read(buffer)).subarray(length);
        assert.ok(words.length > 0 && words.every((word) => word === POISON), `${buffer.label} of ${id}`);
      }
      return { ...result, facts: plan.facts! };
    } finally {
      plan.destroy();
    }
  } finally {
    releaseIdMap(device, operands);
  }
}

const mapsOf = (device: Device) =>
  idMaps.filter(({ backend }) => backend === device.backend).map(({ id }) => id);

/** Local ids renumbered by first occurrence, which are equal for maps that are equal up to relabelling. */
const canonical = ({ local }: IdMapResult) => compactIds(local).local;

const problems: fc.Arbitrary<IdMapProblem> = fc.record({
  kept: fc.uniqueArray(fc.nat(60), { maxLength: 12, size: "max" }).map((ids) => Uint32Array.from(ids)),
  // The range of ids is small, so that most calls have duplicates.
  ids: fc.array(fc.oneof(fc.nat(60), fc.integer({ min: 2 ** 32 - 9, max: 2 ** 32 - 2 })), {
    maxLength: 90,
    size: "max",
  })
    .map((ids) => Uint32Array.from(ids)),
});

testOnEveryBackend(
  "every map is a bijection onto 0 to m - 1, and all are equal up to relabelling",
  async (device) => {
    const maps = mapsOf(device);
    assert.deepEqual(maps, ["three-step", "fused-map", "fused-map-grouped"]);
    await fc.assert(
      fc.asyncProperty(problems, async (problem) => {
        for (const id of maps) {
          const result = await run(device, id, { problem });
          assert.deepEqual(checkIdMap(problem, result).ok, true, id);
          assert.deepEqual(canonical(result), compactIds(compactIds(problem.ids, problem.kept).local).local);
        }
      }),
      { numRuns: device.backend === "webgpu" ? 12 : 40, seed: 6 },
    );
  },
);

testOnEveryBackend(
  "a nearly full table in which every id has the same hash is probed to its end",
  async (device) => {
    // 24 ids, multiples of 24 and of 25: all of them begin at slot 0, and the last one probes past 23 others.
    const ids = Uint32Array.from({ length: 96 }, (_, i) => 24 * 25 * (i * 7 % 24));
    for (const id of mapsOf(device)) {
      for (const slots of [24, 25]) {
        // With 24 slots no slot is free, and a search for a missing id would never end.
        const result = await run(device, id, { problem: { ids }, parameters: { slots } });
        assert.ok(checkIdMap({ ids }, result).ok);
      }
    }
  },
);

testOnEveryBackend(
  "thousands of ids, mostly duplicates contended by all threads, are mapped right",
  async (device) => {
    const stream = new RandomStream(1, "ids");
    const kept = Uint32Array.from({ length: 700 }, (_, i) => 3 * i);
    for (const distinct of [3, 1500, 100_000]) {
      const ids = Uint32Array.from({ length: 20_000 }, () => stream.below(distinct));
      for (const id of mapsOf(device)) {
        for (const problem of [{ ids }, { ids, kept }]) {
          const result = await run(device, id, { problem });
          assert.ok(checkIdMap(problem, result).ok, `${id}, ${distinct} distinct`);
          if (id === "three-step") {
            assert.deepEqual(
              result.unique,
              compactIds(ids, problem.kept).unique,
              "the order of first occurrence",
            );
          }
        }
      }
    }
  },
);

testOnAdapter(
  "workgroups of 1 and 256 invocations are right, in more workgroups than one axis of a dispatch holds",
  async (device) => {
    const stream = new RandomStream(4, "ids");
    const ids = Uint32Array.from({ length: 70_001 }, () => stream.below(30_000));
    for (const id of mapsOf(device)) {
      for (const workgroup of [1, 256]) {
        const result = await run(device, id, { problem: { ids }, parameters: { workgroup } });
        assert.ok(checkIdMap({ ids }, result).ok, `${id}, ${workgroup}`);
      }
    }
  },
);

testOnAdapter(
  "ids beyond a full table do not each go all around it",
  async (device) => {
    const slots = 2 ** 12, ids = Uint32Array.from({ length: 2 ** 15 }, (_, i) => i);
    for (const id of mapsOf(device)) {
      const kernel = idMaps.find((each) => each.id === id && each.backend === device.backend)!;
      const operands = stageIdMap(device, { ids });
      const plan = await prepareKernel(kernel, device, operands as never, 0, {
        parameters: { slots, count: 1 },
      });
      try {
        plan.run();
        const [, full, , probes] = new Uint32Array(await device.read(operands.counters, 16));
        assert.equal(full, 1);
        // At most all invocations that run at once go around before the first one has said that it is full.
        assert.ok(probes < ids.length * slots / 4, `${id}: ${probes} probes`);
        await assert.rejects(() => readIdMap(device, operands), OutOfMemoryError);
      } finally {
        plan.destroy();
        releaseIdMap(device, operands);
      }
    }
  },
);

testOnEveryBackend(
  "the sampler on the host accepts a device's map, and reports its errors",
  async (device) => {
    const draw = uniformNeighbors(SHAPES.clique, { fanouts: [4, 6], seed: 1 });
    const batch = { seeds: Uint32Array.of(3, 9), batch: 2 };
    const wanted = await sampleBatch(draw, batch);
    for (const kernel of idMaps) {
      const runs = kernel.backend === device.backend || device.backend === "x86" && kernel.backend === "wasm";
      if (!runs) {
        await assert.rejects(() => sampleBatch(draw, batch, idMapOn(device, kernel)), MissingError);
        continue;
      }
      const sampled = await sampleBatch(draw, batch, idMapOn(device, kernel));
      if (kernel.id === "three-step") assert.deepEqual(sampled, wanted);
      assert.deepEqual(
        sampled.blocks.map(({ sources }) => sources.toSorted()),
        wanted.blocks.map(({ sources }) => sources.toSorted()),
      );
      await assert.rejects(
        () => sampleBatch(draw, batch, idMapOn(device, kernel, { slots: 3 })),
        OutOfMemoryError,
      );
    }
    assert.equal(device.ledger.live, 0);
  },
);

testOnEveryBackend(
  "about as many ids as blocks and workgroups have, all distinct, are mapped right",
  async (device) => {
    const ofBlocks = [1023, 1024, 1025, 2048, 2049];
    const sizes = device.backend === "webgpu" ? [64, 65, 129, ...ofBlocks] : ofBlocks;
    for (const id of mapsOf(device)) {
      for (const size of sizes) {
        const all = Uint32Array.from({ length: size }, (_, i) => 3 * i);
        // None of the ids, some or all of them are kept.
        for (const count of [0, 5, size]) {
          const problem = { ids: all.subarray(count), kept: all.subarray(0, count) };
          assert.ok(checkIdMap(problem, await run(device, id, { problem })).ok, `${id}, ${count} of ${size}`);
        }
      }
    }
  },
);

testOnEveryBackend(
  "empty problems, ids without kept ids, and kept ids without ids are right",
  async (device) => {
    const none = new Uint32Array(), some = Uint32Array.of(9, 4, 7);
    for (const id of mapsOf(device)) {
      for (
        const problem of [{ ids: none }, { ids: none, kept: some }, { ids: some }, { ids: some, kept: some }]
      ) {
        assert.ok(checkIdMap(problem, await run(device, id, { problem })).ok);
      }
    }
  },
);

testOnEveryBackend(
  "Figure 8: five slots, id mod 5; an id that is already present changes nothing",
  async (device) => {
    const ids = Uint32Array.of(3, 3, 8, 3, 13, 8);
    const { local, unique } = await run(device, "three-step", { problem: { ids }, parameters: { slots: 5 } });
    assert.deepEqual([...local], [0, 0, 1, 0, 2, 1]);
    assert.deepEqual([...unique], [3, 8, 13]);
    for (const id of ["fused-map", "fused-map-grouped"]) {
      const alone = await run(device, id, {
        problem: { ids: Uint32Array.of(3, 3, 3) },
        parameters: { slots: 5 },
      });
      assert.deepEqual([[...alone.local], [...alone.unique]], [[0, 0, 0], [3]]);
      assert.ok(
        checkIdMap({ ids }, await run(device, id, { problem: { ids }, parameters: { slots: 5 } })).ok,
      );
    }
  },
);

testOnEveryBackend("a table that fills up is a typed error", async (device) => {
  const ids = Uint32Array.from({ length: 3000 }, (_, i) => i);
  for (const id of mapsOf(device)) {
    for (const kept of [new Uint32Array(), Uint32Array.from({ length: 9 }, (_, i) => 5000 + i)]) {
      await assert.rejects(
        () => run(device, id, { problem: { ids, kept }, parameters: { slots: 7 } }),
        (error) => error instanceof OutOfMemoryError && /without a free slot/.test(error.message),
      );
    }
    // The next run starts with a cleared flag.
    assert.ok(checkIdMap({ ids }, await run(device, id, { problem: { ids } })).ok);
  }
});

testOnEveryBackend("ids that a table cannot hold are refused before anything is allocated", (device) => {
  const last = Uint32Array.of(1, 2 ** 32 - 1), twice = Uint32Array.of(1, 2, 1);
  assert.throws(() => stageIdMap(device, { ids: last }), UsageError);
  assert.throws(() => stageIdMap(device, { ids: new Uint32Array(), kept: last }), UsageError);
  assert.throws(() => stageIdMap(device, { ids: last, kept: twice }), /a kept id that comes twice/);
  assert.equal(device.ledger.live, 0);
  return Promise.resolve();
});

Deno.test("room for more than 2^30 ids, kept ones included, is refused before it is asked for", () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 16 });
  const reserve = (capacity: number, keptCapacity: number) => () =>
    reserveIdMap(device, { capacity, keptCapacity, distinct: 1 });
  const refused = { name: "OutOfMemoryError", message: /1073741825 ids, wanted at most 1073741824/ };
  assert.throws(reserve(2 ** 30 - 4, 5), refused);
  assert.throws(reserve(5, 2 ** 30 - 4), refused);
  assert.throws(reserve(2 ** 30 - 5, 5), { name: "OutOfMemoryError", message: /"global ids"/ });
  device.close();
});

Deno.test("an arena too small for an ID map keeps nothing", () => {
  const ids = Uint32Array.from({ length: 4096 }, (_, i) => i);
  for (const arrays of [0.5, 1.5, 2.5]) {
    const device = openWasmDevice({ threads: 1, memoryBytes: arrays * 4 * ids.length });
    assert.throws(() => stageIdMap(device, { ids }), OutOfMemoryError);
    assert.equal(device.ledger.live, 0);
    device.close();
  }
});

testOnEveryBackend(
  "Fused-Map needs no synchronisation while it numbers ids, two launches in place of more",
  async (device) => {
    const stream = new RandomStream(2, "ids");
    const ids = Uint32Array.from({ length: 10_000 }, () => stream.below(4000));
    const parameters: ParameterValues = device.backend === "webgpu" ? { count: 1 } : {};
    const [three, fused, grouped] = await Promise.all(
      mapsOf(device).map((id) => async () => await run(device, id, { problem: { ids }, parameters })),
    ).then(async (runs) => [await runs[0](), await runs[1](), await runs[2]()]);
    assert.deepEqual([three.facts.steps, fused.facts.steps], [3, 2]);
    // On an adapter no launch adds up blocks: each block adds up those before it.
    const most = device.backend === "webgpu" ? 4 : 5;
    assert.deepEqual([three.facts.launches, fused.facts.launches, grouped.facts.launches], [most, 2, 2]);
    assert.deepEqual([three.facts.barriers, fused.facts.barriers, grouped.facts.barriers], [most - 2, 0, 0]);
    assert.equal(fused.facts.groupBarriers, 0);
    const distinct = compactIds(ids).unique.length;
    // Each new id takes at least one exchange and one addition; the grouped counter needs fewer additions.
    assert.ok(fused.atomics >= ids.length + distinct, `${fused.atomics} atomics`);
    assert.ok(grouped.atomics < fused.atomics, `${grouped.atomics} and ${fused.atomics}`);
    assert.ok(grouped.atomics >= ids.length);
    // Every id is entered and looked up; the three-step map looks it up twice more.
    assert.ok(fused.probes >= 2 * ids.length && three.probes >= 4 * ids.length);
    assert.ok(fused.probes < three.probes);
  },
);

testOnEveryBackend(
  "where no two ids share a slot, atomics and probes are those of the steps",
  async (device) => {
    // Blocks of 1024 places on a CPU, and workgroups of 64, each of which has ids that come first in it.
    const distinct = 1100, kept = Uint32Array.from({ length: 30 }, (_, i) => distinct + i);
    const ids = Uint32Array.from({ length: 2 * distinct }, (_, i) => i >> 1);
    const onAdapter = device.backend === "webgpu", places = kept.length + ids.length;
    const parameters = { slots: 2000, ...(onAdapter ? { count: 1, workgroup: 64 } : {}) };
    const wanted: Readonly<Record<string, { readonly atomics: number; readonly probes: number }>> = {
      // An adapter compares each place with the first by an atomic, a thread only a place that is earlier.
      "three-step": {
        atomics: places + (onAdapter ? places : kept.length + distinct),
        probes: 3 * places + ids.length,
      },
      "fused-map": { atomics: places + distinct, probes: places + ids.length },
      "fused-map-grouped": {
        atomics: places + Math.ceil(ids.length / (onAdapter ? 64 : 1024)),
        probes: places + ids.length,
      },
    };
    for (const id of mapsOf(device)) {
      const { atomics, probes } = await run(device, id, { problem: { ids, kept }, parameters });
      assert.deepEqual({ atomics, probes }, wanted[id], id);
    }
  },
);

Deno.test("a table has a power of two slots from 2 to 2^28, as many as the room asks for or more", () => {
  const shape = (distinct: number, room: number) => tableShape(distinct, { slots: 0, room });
  for (const [distinct, room] of [[0, 2], [1, 1], [1, 2], [2, 1]]) {
    assert.deepEqual(shape(distinct, room), { slots: 2, shift: 31 });
  }
  assert.deepEqual([shape(512, 2), shape(513, 2)], [{ slots: 1024, shift: 22 }, { slots: 2048, shift: 21 }]);
  for (const distinct of [2 ** 27, 2 ** 30]) {
    assert.deepEqual(shape(distinct, 2), { slots: 2 ** 28, shift: 4 });
  }
  assert.deepEqual(tableShape(9, { slots: 5, room: 2 }), { slots: 5, shift: 0 });
});

Deno.test("each map has a name of its own", () => {
  assert.equal(new Set(idMaps.map(kernelName)).size, idMaps.length);
});
