/**
 * Bytes that an epoch really takes on this device over the least that its ledger has.
 *
 * @module
 */
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { programLedger } from "../../../training/program/memory_ledger.ts";
import { bindVertexData } from "../../../training/vertex_data.ts";
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Lab } from "../../lab.ts";
import { trainingTask } from "../../trials/training_trial.ts";
import { hetuModel } from "./hetu_model.ts";
import { orderedData } from "./ordered_data.ts";

/** All bytes on the device during an epoch on a graph that fits, over the peak of its ledger. */
export async function memoryOverhead(
  lab: Lab,
  dataset: LoadedDataset,
  { hidden }: { readonly hidden: number },
): Promise<number> {
  const { device } = lab, before = device.ledger.live;
  const { data } = await orderedData(lab, dataset, "natural");
  const task = trainingTask(lab, { data, model: hetuModel(data, hidden) }), { program } = task;
  const executor = await DeviceExecutor.open(device, program, bindVertexData(task, data));
  try {
    executor.train(1);
    await executor.finish();
    return (device.ledger.live - before) / programLedger(program).peak.bytes;
  } finally {
    executor.close();
  }
}
