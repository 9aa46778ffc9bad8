/**
 * Tests of full-batch training over ranks.
 *
 * @module
 */
import assert from "node:assert/strict";
import {
  OneProcess,
  PartitionedExecutor,
  type PartitionScheme,
  type RowExchange,
} from "../../../distributed/spmm/mod.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import { runFunction, testEngines } from "../communicator/engines.ts";
import { losses, SCHEMES, smallTraining } from "./problems.ts";

const EPOCHS = 20;

type Found = Awaited<ReturnType<typeof losses>>;

async function onOneRank(order: "aggregate-first" | "transform-first"): Promise<readonly number[]> {
  const device = openWasmDevice({ threads: 2 });
  try {
    const { program, bindings } = await smallTraining(order);
    const executor = await DeviceExecutor.open(device, program, bindings);
    initialise(executor, program, { seed: 1 });
    const found: number[] = [];
    for (let epoch = 1; epoch <= EPOCHS; epoch++) {
      executor.train(epoch);
      found.push((await executor.read(program.loss))[0]);
    }
    executor.close();
    return found;
  } finally {
    device.close();
  }
}

async function inOneProcess(
  scheme: PartitionScheme,
  order: "aggregate-first" | "transform-first",
  exchange: RowExchange = "broadcast",
) {
  const device = openWasmDevice({ threads: 2 });
  try {
    const whole = await smallTraining(order);
    const training = await PartitionedExecutor.openWhole(
      device,
      { ...whole, scheme, exchange },
      new OneProcess(scheme.ranks),
    );
    const found = await losses(training, EPOCHS);
    for (const { tensor } of whole.program.parameters) {
      const [first, ...others] = await Promise.all(
        training.ranks.map(({ part, executor }) => executor.read(part.tensors.get(tensor)!)),
      );
      for (const other of others) {
        assert.deepEqual(other, first, `${tensor.label} is one and the same on all ranks`);
      }
    }
    training.close();
    assert.equal(device.ledger.live, 0);
    return found;
  } finally {
    device.close();
  }
}

function assertNear(got: readonly number[], wanted: readonly number[], what: string): void {
  assert.equal(got.length, wanted.length);
  got.forEach((loss, i) => {
    assert.ok(
      Math.abs(loss / wanted[i] - 1) < 1e-5,
      `${what}, epoch ${i + 1}: ${loss}, ${wanted[i]} on one rank`,
    );
  });
}

Deno.test("losses over ranks in one process are those of one rank for 20 epochs, whichever product comes first", async () => {
  for (const order of ["aggregate-first", "transform-first"] as const) {
    const wanted = await onOneRank(order);
    assert.ok(wanted.at(-1)! < 0.9 * wanted[0], "it learns");
    for (const scheme of SCHEMES) {
      const { losses: got, scores } = await inOneProcess(scheme, order);
      assertNear(got, wanted, `${order}, ${scheme.ranks} ranks, replication ${scheme.replication}`);
      assert.ok(scores.every(Number.isFinite) && scores.some((score) => score !== 0));
      const { losses: halo } = await inOneProcess(scheme, order, "halo");
      assertNear(halo, wanted, `needed rows alone, ${order}, ${scheme.ranks} ranks`);
    }
  }
});

testEngines(
  "training over a communicator is that in one process, bit for bit on every rank",
  async (engine) => {
    const wanted = await onOneRank("aggregate-first");
    for (
      const [ranks, replication, exchange] of [[2, 1, "broadcast"], [4, 2, "ahead"], [2, 1, "halo"]] as const
    ) {
      const scheme = { ranks, replication };
      const one = await inOneProcess(scheme, "aggregate-first", exchange);
      const outputs = await runFunction<Found>({
        engine,
        ranks: scheme.ranks,
        entry: "train",
        input: { scheme, exchange, epochs: EPOCHS },
        module: new URL("./rank_functions.ts", import.meta.url),
      });
      for (const output of outputs) assert.deepEqual(output, one);
      assertNear(outputs[0].losses, wanted, `${engine}, ${scheme.ranks} ranks`);
    }
  },
);
