/**
 * Functions that ranks run in tests of partitioned products and training.
 *
 * @module
 */
import type { Communicator } from "../../../distributed/communicator/communicator.ts";
import {
  CommunicatorRanks,
  PartitionedExecutor,
  type PartitionScheme,
  type RowExchange,
} from "../../../distributed/spmm/mod.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { losses, smallProductProgram, smallTraining } from "./problems.ts";

const MEMORY = { threads: 1, memoryBytes: 64 * 2 ** 20 };

/** Computes the whole product twice, gathered on every rank. */
export async function multiply(
  communicator: Communicator,
  { scheme, exchange }: { readonly scheme: PartitionScheme; readonly exchange?: RowExchange },
): Promise<{ product: Float32Array; receivedBytes: number; listBytes: number }> {
  const device = openWasmDevice(MEMORY);
  const ranks = new CommunicatorRanks(communicator, scheme);
  const whole = smallProductProgram();
  const run = await PartitionedExecutor.openWhole(
    device,
    { ...whole, scheme, ...(exchange && { exchange }) },
    ranks,
  );
  await run.evaluate();
  const { receivedBytes, listBytes } = ranks;
  await run.evaluate();
  const product = await run.read(whole.program.scores);
  run.close();
  ranks.close();
  device.close();
  return { product, receivedBytes, listBytes };
}

/** Trains and returns losses, parameters and scores. */
export async function train(
  communicator: Communicator,
  { scheme, exchange, epochs }: {
    readonly scheme: PartitionScheme;
    readonly exchange: RowExchange;
    readonly epochs: number;
  },
) {
  const device = openWasmDevice(MEMORY);
  const ranks = new CommunicatorRanks(communicator, scheme);
  const whole = await smallTraining("aggregate-first");
  const training = await PartitionedExecutor.openWhole(device, { ...whole, scheme, exchange }, ranks);
  const found = await losses(training, epochs);
  training.close();
  ranks.close();
  device.close();
  return found;
}
