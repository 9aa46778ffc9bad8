/**
 * Training over epochs that goes on where an earlier run of it ended.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { pausing } from "../../platform/pausing.ts";
import { DivergenceError } from "../divergence.ts";
import type { CheckpointList, Checkpoints } from "./checkpoints.ts";
import { type EpochRecord, epochRecord, type RankEpoch } from "./epoch_record.ts";
import type { EpochTraining } from "./epoch_training.ts";
import { plural } from "../../platform/text/plural.ts";

/** Ranks that train together. */
export interface EpochGroup {
  /** Collects a value of every rank, in the order of ranks. Collective. */
  gather<Value>(own: Value): readonly Value[];
}

/** Group of one rank. */
export const ALONE: EpochGroup = { gather: (own) => [own] };

/** Settings of {@linkcode trainEpochs}. */
export interface EpochOptions<State> {
  /** Number of epochs, those of earlier runs included. */
  readonly epochs: number;
  /** Number of epochs from one scoring to the next; 0 for none, 1 by default. */
  readonly evaluateEvery?: number;
  /** Ranks that train together; this one alone by default. */
  readonly group?: EpochGroup;
  /** Checkpoints of this rank; none are read or written by default. */
  readonly checkpoints?: Checkpoints<State>;
  /** Callback with the number of epochs that earlier runs have trained, and the damaged checkpoints. */
  readonly onResume?: (epochs: number, damaged: readonly string[]) => void;
  /** Callback after each epoch, when its checkpoint is on the disk, with the records of all epochs so far. */
  readonly onEpoch?: (records: readonly EpochRecord[]) => void | Promise<void>;
  /** Callback on every rank after each epoch, with what this rank did in it. */
  readonly onOwnEpoch?: (epoch: number, own: RankEpoch) => void;
  /** Signal that ends the training between two steps. */
  readonly signal?: AbortSignal;
}

/**
 * Trains up to a number of epochs, and writes a checkpoint after each. Where all ranks have a checkpoint of
 * the same epoch, training goes on behind the last such one. Collective.
 *
 * @returns records of all epochs, those of earlier runs included.
 * @throws {DivergenceError} where a loss or a score is NaN or infinite; {@linkcode UsageError} for a number
 * of epochs that is not an integer from 1; the reason of the signal.
 * @example
 * ```ts ignore
 * const checkpoints = new Checkpoints<FullBatchState>("runs/cora", 0);
 * const training = await FullBatchEpochs.open(device, data, { layers, optimizer: adam(), seed: 1 });
 * const records = await trainEpochs(training, { epochs: 20, checkpoints });
 * ```
 */
export async function trainEpochs<State>(
  training: EpochTraining<State>,
  options: EpochOptions<State>,
): Promise<readonly EpochRecord[]> {
  const { epochs, evaluateEvery = 1, group = ALONE, checkpoints, onEpoch, onOwnEpoch, signal } = options;
  if (!(Number.isInteger(epochs) && epochs >= 1 && Number.isInteger(evaluateEvery) && evaluateEvery >= 0)) {
    throw new UsageError({
      action: "train",
      current: `${plural(epochs, "epoch")}, scored every ${evaluateEvery}`,
      wanted: "integers, from 1 and from 0",
      next: "correct the options of the training",
    });
  }
  const records = await resume(training, options), pause = pausing(signal);
  while (records.length < epochs) {
    const epoch = records.length + 1, start = performance.now();
    const outcome = await training.train(pause);
    const seconds = (performance.now() - start) / 1000;
    const scored = evaluateEvery > 0 && epoch % evaluateEvery === 0;
    const own: RankEpoch = { outcome, seconds, ...(scored && { tallies: await training.score() }) };
    onOwnEpoch?.(epoch, own);
    const record = epochRecord(epoch, group.gather(own));
    checkScores(record);
    records.push(record);
    await checkpoints?.write({ state: await training.state(), records });
    await onEpoch?.(records);
  }
  return records.slice(0, epochs);
}

/** Checks that the scores are finite: the loss of an epoch is that of the parameters before its last step. */
function checkScores({ epoch, scores = {} }: EpochRecord): void {
  if (Object.values(scores).every(({ loss }) => Number.isFinite(loss))) return;
  throw new DivergenceError({ epoch, layer: "the model", tensor: "scores" });
}

/** Restores the last epoch that all ranks have a checkpoint of, and returns its records. */
async function resume<State>(
  training: EpochTraining<State>,
  { group = ALONE, checkpoints, onResume }: EpochOptions<State>,
): Promise<EpochRecord[]> {
  if (!checkpoints) return [];
  const lists: readonly CheckpointList[] = group.gather(await checkpoints.list());
  const common = lists[0].epochs.filter((epoch) => lists.every(({ epochs }) => epochs.includes(epoch)));
  const last = Math.max(0, ...common);
  onResume?.(last, lists.flatMap(({ damaged }) => damaged));
  if (last === 0) return [];
  const { state, records } = await checkpoints.read(last);
  training.restore(state);
  return [...records];
}
