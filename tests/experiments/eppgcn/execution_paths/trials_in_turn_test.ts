import assert from "node:assert/strict";
import { trialsInTurn } from "../../../../experiments/eppgcn/execution_paths/trials_in_turn.ts";
import type { PreparedTrial, Trial } from "../../../../experiments/measurement.ts";
import type { Device } from "../../../../hardware/device.ts";
import { clockOf } from "../../../../hardware/measuring/sample_length.ts";

/** A device that is not asked: the trials time themselves. */
const DEVICE = {} as Device;

/** A trial that takes so many milliseconds a call and counts how many of its kind are prepared. */
function counted(ms: number, alive: { count: number }, { breaks = false } = {}): Trial {
  return {
    identity: { ms },
    bytes: ms,
    facts: {},
    work: { multiplyAdds: 0, compulsoryBytes: 0, bytesWithoutReuse: 0 },
    prepare: () => {
      if (breaks) return Promise.reject(new Error("no room"));
      alive.count++;
      const prepared: PreparedTrial = {
        prepareMs: ms,
        destroy: () => alive.count--,
        time: (calls) => Promise.resolve(ms * calls),
        recheck: () => ms < 100 ? Promise.resolve() : Promise.reject(new Error("wrong later")),
        check: () => Promise.resolve({ ok: ms < 100, relErr: ms, tolerance: 100, checkedRows: 2 }),
      };
      return Promise.resolve(prepared);
    },
  };
}

Deno.test("trials in turn take the sum of their times, are right where all are, and leave nothing prepared", async () => {
  const alive = { count: 0 };
  const prepared = await trialsInTurn(DEVICE, [counted(1, alive), counted(2, alive)]).prepare();
  assert.equal(alive.count, 2);
  assert.equal(await clockOf(DEVICE, prepared)(3), 9);
  assert.equal(prepared.prepareMs, 3);
  assert.deepEqual(await prepared.check(), { ok: true, relErr: 2, tolerance: 100, checkedRows: 4 });
  await prepared.recheck(1);
  prepared.destroy();
  assert.equal(alive.count, 0);
  const wrong = await trialsInTurn(DEVICE, [counted(1, alive), counted(200, alive)]).prepare();
  assert.equal((await wrong.check()).ok, false);
  await assert.rejects(() => wrong.recheck(1), /wrong later/);
  wrong.destroy();
});

Deno.test("where one of the trials finds no room, those before it are given back", async () => {
  const alive = { count: 0 };
  const trial = trialsInTurn(DEVICE, [
    counted(1, alive),
    counted(2, alive),
    counted(3, alive, { breaks: true }),
  ]);
  await assert.rejects(() => trial.prepare(), /no room/);
  assert.equal(alive.count, 0);
});
