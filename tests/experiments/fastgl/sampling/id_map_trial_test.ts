import assert from "node:assert/strict";
import {
  findIdMap,
  ID_MAP_METRICS,
  idMapTrial,
  runIdMap,
} from "../../../../experiments/fastgl/sampling/id_map_trial.ts";
import { type Breakdown, factList } from "../../../../experiments/metrics.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { checkIdMap, type IdMapProblem } from "../../../../kernels/id_map/mod.ts";
import { MissingError } from "../../../../platform/errors.ts";
import { RandomStream } from "../../../../platform/random.ts";
import { replaceAllocation } from "../../../hardware/replaced_allocation.ts";
import { testOnEveryBackend } from "../../../kernels/every_backend.ts";
import { testLab } from "../../lab.ts";

const MAPS = ["three-step", "fused-map", "fused-map-grouped"] as const;

const stream = new RandomStream(1, "ids");
const PROBLEMS: readonly IdMapProblem[] = [300, 4000].map((length) => ({
  ids: Uint32Array.from({ length }, () => stream.below(length)),
  kept: Uint32Array.of(5, 1, 17),
}));
const IDS = 4300;

testOnEveryBackend(
  "every map of an epoch's problems passes its check, and facts are those of an epoch",
  async (device) => {
    for (const map of MAPS) {
      const trial = idMapTrial(testLab(device), {
        problems: PROBLEMS,
        regime: {},
        map,
        batches: 2,
        epochBatches: 10,
      });
      const prepared = await trial.prepare();
      try {
        assert.deepEqual(await prepared.check(), { ok: true, relErr: 0, tolerance: 0, checkedRows: IDS + 6 });
        const facts = Object.fromEntries(
          [trial.facts, (await prepared.breakdown!() as Breakdown).facts!]
            .flatMap((each) => factList(each, ID_MAP_METRICS))
            .map(({ metric, value }) => [metric, value]),
        );
        assert.equal(facts.ids, 5 * IDS);
        assert.equal(facts.epoch_batches, 10);
        assert.ok(Number(facts.probes) >= 5 * 2 * IDS, "entered once, looked up once");
        assert.ok(Number(facts.atomics) >= 5 * IDS);
        assert.equal(prepared.facts!.steps, map === "three-step" ? 3 : 2);
        // One map a mini-batch here; the launch for kept ids is the first of Fused-Map's. On an adapter no
        // launch of the three-step map adds up blocks.
        const ofThree = device.backend === "webgpu" ? 4 : 5;
        assert.equal(prepared.facts!.launches, map === "three-step" ? ofThree : 3);
        assert.ok(prepared.time);
        assert.ok(await prepared.time(1) > 0);
      } finally {
        prepared.destroy();
      }
    }
  },
);

Deno.test("what an epoch moves grows with its mini-batches, what is resident does not", () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const of = (epochBatches: number) =>
      idMapTrial(testLab(device), {
        problems: PROBLEMS,
        regime: {},
        map: "fused-map",
        batches: 2,
        epochBatches,
      });
    const [one, five] = [of(2), of(10)];
    assert.equal(five.work.multiplyAdds, 5 * one.work.multiplyAdds);
    assert.equal(five.work.compulsoryBytes, 5 * one.work.compulsoryBytes);
    assert.ok(one.work.bytesWithoutReuse > one.work.compulsoryBytes);
    assert.equal(five.bytes, one.bytes);
    assert.notDeepEqual(five.identity, one.identity);
  } finally {
    device.close();
  }
});

Deno.test("what the device allocates for a trial is what the trial says, tables and all", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    for (const map of MAPS) {
      const before = device.ledger.live;
      const trial = idMapTrial(testLab(device), {
        problems: PROBLEMS,
        regime: {},
        map,
        batches: 1,
        epochBatches: 1,
      });
      const prepared = await trial.prepare();
      const live = device.ledger.live - before;
      assert.ok(Math.abs(live - trial.bytes) < 0.05 * live, `${map}: ${live} B, said ${trial.bytes} B`);
      prepared.destroy();
      assert.equal(device.ledger.live, before);
    }
  } finally {
    device.close();
  }
});

testOnEveryBackend(
  "a map run by itself gives a bijection with its counts, and an unknown one is missing",
  async (device) => {
    const [problem] = PROBLEMS;
    const { result, facts } = await runIdMap(device, findIdMap(device, "fused-map"), { problem });
    assert.ok(checkIdMap(problem, result).ok);
    assert.ok(result.atomics > 0 && facts.launches === 3);
    assert.throws(() => findIdMap(device, "four-step"), MissingError);
    const withoutKept = await runIdMap(device, findIdMap(device, "fused-map"), {
      problem: { ids: problem.ids },
    });
    assert.deepEqual([withoutKept.facts.launches, withoutKept.facts.barriers], [2, 0]);
  },
);

Deno.test("maps of other ids than the problems have fail their check", async () => {
  const device = openWasmDevice({ threads: 1 });
  const ids: ReturnType<typeof device.allocate>[] = [];
  using _ = replaceAllocation(device, (allocate) => (label, bytes) => {
    const buffer = allocate(label, bytes);
    if (label === "global ids") ids.push(buffer);
    return buffer;
  });
  try {
    for (const map of MAPS) {
      const trial = idMapTrial(testLab(device), {
        problems: PROBLEMS,
        regime: {},
        map,
        batches: 1,
        epochBatches: 1,
      });
      const prepared = await trial.prepare();
      try {
        assert.ok((await prepared.check()).ok);
        // The last problem's ids, one vertex further each.
        device.write(ids.at(-1)!, PROBLEMS[1].ids.map((id) => id + 1));
        const { ok, worst } = await prepared.check();
        assert.deepEqual([ok, worst === undefined], [false, false], map);
        await prepared.recheck(3);
      } finally {
        prepared.destroy();
      }
    }
  } finally {
    device.close();
  }
});
