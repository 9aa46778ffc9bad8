/**
 * State of a trainer on ranks between two epochs: ranks that go on from it train the same bits.
 *
 * @module
 */
import assert from "node:assert/strict";
import { runInLockStep } from "../../../distributed/training/lock_step.ts";
import type { HaloPolicyName } from "../../../distributed/training/halo_policy.ts";
import { RankTrainer, type RankTrainerState } from "../../../distributed/training/rank_trainer.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { cut, dataOf, optionsWith } from "./rank_trainings.ts";

const RANKS = 3;
const data = dataOf(cut(RANKS));

interface Trained {
  readonly losses: readonly number[];
  readonly state: RankTrainerState;
}

/** Trains some epochs on all ranks, from states of an earlier training if there are any. */
async function train(
  options: Parameters<typeof optionsWith>[0],
  { epochs, from }: { readonly epochs: number; readonly from?: readonly RankTrainerState[] },
): Promise<Trained[]> {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 27 });
  try {
    return await runInLockStep(RANKS, async (transport) => {
      const own = data[transport.rank];
      const trainer = await RankTrainer.open(device, transport, own, optionsWith(options));
      try {
        if (from) trainer.restore(structuredClone(from[transport.rank]));
        const losses: number[] = [];
        for (let i = 0; i < epochs * trainer.epochLength; i++) losses.push((await trainer.next()).meanLoss);
        return { losses, state: await trainer.state() };
      } finally {
        trainer.close();
      }
    });
  } finally {
    device.close();
  }
}

for (const policy of ["aep", "drop", "exact", "distdgl"] as const satisfies readonly HaloPolicyName[]) {
  Deno.test(`${policy}: 2 epochs, and 2 more from their state, are the bits of 4`, async () => {
    // Lines of the cache live on into the next epoch.
    const options = { policy, push: { delay: 2, cache: { lifeSpan: 40 } } };
    const whole = await train(options, { epochs: 4 });
    const first = await train(options, { epochs: 2 });
    const second = await train(options, { epochs: 2, from: first.map(({ state }) => state) });
    for (let rank = 0; rank < RANKS; rank++) {
      assert.deepEqual([...first[rank].losses, ...second[rank].losses], whole[rank].losses);
      assert.deepEqual(second[rank].state, whole[rank].state);
      const held = sumOf(first[rank].state.kept, ({ ids }) => ids.length);
      assert.equal(held > 0, policy === "aep", "a cache that is empty proves nothing");
    }
  });
}

Deno.test("within an epoch there is no state, and the state of another model is refused", async () => {
  const [{ state }] = await train({ policy: "drop" }, { epochs: 1 });
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 27 });
  try {
    await runInLockStep(RANKS, async (transport) => {
      const trainer = await RankTrainer.open(device, transport, data[transport.rank], optionsWith());
      await trainer.next();
      await assert.rejects(trainer.state(), UsageError);
      const parameters = new Map(state.parameters), [label] = parameters.keys();
      parameters.set(label, new Float32Array(1));
      assert.throws(() => trainer.restore({ ...state, parameters }), UsageError);
      await trainer.finish();
      trainer.close();
    });
  } finally {
    device.close();
  }
});

Deno.test("the state of a training with another policy is refused", async () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 27 });
  const [{ state: none }] = await train({ policy: "drop" }, { epochs: 1 });
  const [{ state: cached }] = await train({ policy: "aep" }, { epochs: 1 });
  try {
    for (const [policy, state] of [["aep", none], ["drop", cached], ["distdgl", cached]] as const) {
      await runInLockStep(RANKS, async (transport) => {
        const options = optionsWith({ policy });
        const trainer = await RankTrainer.open(device, transport, data[transport.rank], options);
        assert.throws(() => trainer.restore(state), UsageError, policy);
        trainer.close();
      });
    }
  } finally {
    device.close();
  }
});
