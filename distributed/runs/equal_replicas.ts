/**
 * Comparison of all ranks' copies of a model, bit by bit: ranks sum the same gradients and take the same
 * step, but devices of several kinds, or versions of the program, round it in several ways.
 *
 * @module
 */
import { WrongResultError } from "../../platform/errors.ts";
import { sha256 } from "../../platform/files/digest.ts";
import type { EpochTraining } from "../../training/runs/epoch_training.ts";
import type { EpochGroup } from "../../training/runs/train_epochs.ts";
import type { ReplicaState } from "../training/replica.ts";

/**
 * Wraps a training so that its state is compared with that of all ranks whenever it is read. Reading it is
 * collective then.
 */
export function withEqualReplicas<State extends ReplicaState>(
  training: EpochTraining<State>,
  group: EpochGroup,
): EpochTraining<State> {
  return {
    train: (pause) => training.train(pause),
    score: () => training.score(),
    restore: (state) => training.restore(state),
    close: () => training.close(),
    async state() {
      const state = await training.state();
      checkEqual(state.epochs, group.gather(digestOf(state)));
      return state;
    },
  };
}

/** Digest of the bits of all parameters and moments. */
function digestOf({ parameters }: ReplicaState): string {
  const digests = Array.from(
    parameters,
    ([label, { buffer, byteOffset, byteLength }]) =>
      `${label} ${sha256(new Uint8Array(buffer, byteOffset, byteLength))}`,
  );
  return sha256(digests.join("\n"));
}

/**
 * Compares the digests of all ranks.
 *
 * @throws {WrongResultError} naming the first rank that differs from rank 0.
 */
function checkEqual(epochs: number, digests: readonly string[]): void {
  const other = digests.findIndex((digest) => digest !== digests[0]);
  if (other < 0) return;
  throw new WrongResultError({
    action: "go on with copies of one model",
    current: `that of rank ${other} unlike that of rank 0 after epoch ${epochs}`,
    wanted: "the same bits on all ranks",
    next: "give all ranks devices of one kind (--device x86), and all hosts one version of this program",
  });
}
