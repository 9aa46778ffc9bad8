/** Quotients of Table 4: from its epochs where the session has them, else timed. @module */
import assert from "node:assert/strict";
import { section56 } from "../../../../experiments/hetu-gnn/epochs/section_5_6.ts";
import { table4 } from "../../../../experiments/hetu-gnn/epochs/table_4.ts";
import { NO_DATASET } from "../../../../experiments/lab.ts";
import type { JointMeasurement } from "../../../../experiments/measurement.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { MissingError } from "../../../../platform/errors.ts";
import { testLab } from "../../lab.ts";

const CHECK = { ok: true, relErr: 1e-7, tolerance: 1e-3, checkedRows: 5 } as const;

Deno.test("a quotient divides the epochs of Table 4 round by round, and times only what it lacks", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const ms = new Map([
      ["peer:torch", [90, 80, 100]],
      ["peer:torch-autograd", [300, 400, 300]],
      ["peer:dgl", [30, 40, 20]],
    ]);
    const asked: string[] = [];
    const lab = {
      ...testLab(device),
      earlierTimes: (suite: string, workload: string) => {
        asked.push(`${suite} ${workload}`);
        const times = Array.from(ms, ([id, own]) => [id, { ms: own, check: CHECK, timer: "wall" }] as const);
        return Promise.resolve(new Map(times));
      },
    };
    const [workload] = section56.workloads(lab.profile);
    const dataset = await lab.load(workload);
    const outcomeOf = await (section56.measurement as JointMeasurement).measure(
      ...[lab, dataset, workload, section56.contenders] as const,
    );
    assert.deepEqual(asked, [`${table4.id} ${workload.id}`]);
    const { times, facts } = outcomeOf("peer:dgl-over-pytorch");
    assert.deepEqual(facts.epoch_speedup, [3, 2, 5]);
    assert.deepEqual(times.epoch_time_above?.ms, [90, 80, 100]);
    assert.equal(times.epoch_time_below?.check, CHECK);
    assert.deepEqual(outcomeOf("peer:dgl-over-pytorch-autograd").facts.epoch_speedup, [10, 10, 15]);
    // One system of Table 4 beside one that was timed now would be another comparison.
    assert.throws(() => outcomeOf("peer:own-over-dgl"), MissingError);
    const policies = outcomeOf("policy:own-over-dgl").times;
    assert.ok(policies.epoch_time_above!.ms.length === lab.profile.contextRounds);
  } finally {
    device.close();
  }
});

Deno.test("where Table 4 has all systems, nothing is timed once more", async () => {
  const device = openWasmDevice({ threads: 1 });
  device.close();
  const lab = {
    ...testLab(device),
    get device(): never {
      throw new Error("a device was asked for");
    },
    earlierTimes: () => {
      const own = { ms: [2, 4], check: CHECK, timer: "wall" } as const;
      return Promise.resolve(new Map(table4.contenders.map(({ id }) => [id, own])));
    },
  };
  const [workload] = section56.workloads(lab.profile);
  const outcomeOf = await (section56.measurement as JointMeasurement).measure(
    ...[lab, NO_DATASET, workload, section56.contenders] as const,
  );
  for (const { id } of section56.contenders) assert.deepEqual(outcomeOf(id).facts.epoch_speedup, [1, 1]);
});
