/**
 * Bytes that the memory manager really takes on this device over the most that its plan has at once.
 *
 * @module
 */
import type { Layer } from "../../../training/layers/layer.ts";
import { ManagedExecutor } from "../../../training/memory_manager/mod.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";
import { bindVertexData, type VertexData, vertexTaskShape } from "../../../training/vertex_data.ts";
import type { Lab } from "../../lab.ts";

/** Peak of an epoch on the device, indices and kernels' scratch included, over that of the plan. */
export async function managedOverhead(
  { device, seed }: Lab,
  { data, layers }: { readonly data: VertexData; readonly layers: readonly Layer[] },
): Promise<number> {
  const task = vertexClassification(vertexTaskShape(data), { layers, optimizer: adam(), seed });
  const before = device.ledger.live;
  const executor = await ManagedExecutor.open(device, task.program, bindVertexData(task, data));
  try {
    device.resetPeak();
    executor.train(1);
    await executor.finish();
    return (device.ledger.peak - before) / executor.plan.training.plan.peakBytes;
  } finally {
    executor.close();
  }
}
