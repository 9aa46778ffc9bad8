/**
 * Host copies of the numbers that training changes, to return to the best epoch and to undo a check or a
 * timing.
 *
 * @module
 */
import type { HostNumbers } from "../../kernels/operation.ts";
import type { Program } from "../program/program.ts";
import type { Tensor } from "../program/tensor.ts";
import type { Executor } from "./executor.ts";

/** Numbers of parameters, and of moments where the snapshot includes them. */
export type Snapshot = ReadonlyMap<Tensor, HostNumbers>;

/** Copies parameters and, by default, the optimizers' moments to the host. */
export async function takeSnapshot(
  executor: Executor,
  program: Program,
  { moments = true }: { readonly moments?: boolean } = {},
): Promise<Snapshot> {
  const snapshot = new Map<Tensor, HostNumbers>();
  for (const tensor of program.tensors) {
    if (tensor.kind === "parameter" || moments && tensor.kind === "moment") {
      snapshot.set(tensor, await executor.read(tensor));
    }
  }
  return snapshot;
}

/** Writes the numbers of a snapshot to the executor. */
export function restoreSnapshot(executor: Executor, snapshot: Snapshot): void {
  for (const [tensor, numbers] of snapshot) executor.write(tensor, numbers);
}
