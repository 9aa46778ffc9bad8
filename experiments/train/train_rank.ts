/**
 * Program of a rank in training.
 *
 * @module
 */
import type { Communicator } from "../../distributed/communicator/communicator.ts";
import {
  type RankReport,
  type RankRun,
  type RankRunResult,
  trainStoredPart,
} from "../../distributed/runs/rank_run.ts";
import { progressLines } from "./progress_lines.ts";
import { RankLog } from "./rank_log.ts";
import { type TrainingHeader, writeDocument } from "./training_folder.ts";
import { renderRank } from "./training_text.ts";

/** Input of all ranks. */
export interface RankInput {
  /** Work of the ranks. */
  readonly run: RankRun;
  /** Folder of the training, in which rank 0 writes the document. */
  readonly folder: string;
  /** First part of the document. */
  readonly header: TrainingHeader;
  /** Whether rank 0 prints nothing. */
  readonly quiet: boolean;
}

/** Trains a rank, which writes its log; rank 0 writes the document after each epoch. Collective. */
export async function trainRank(
  communicator: Communicator,
  { run, folder, header, quiet }: RankInput,
): Promise<RankRunResult> {
  const { say, onResume, onEpoch } = progressLines({ epochs: run.epochs, quiet });
  const log = new RankLog(folder, communicator.rank), { engine, size } = communicator;
  log.write({ kind: "training", ...header, engine, ranks: size });
  let ranks: readonly RankReport[] = [];
  return await trainStoredPart(communicator, run, {
    onReady(ready) {
      ranks = ready;
      ready.map(renderRank).forEach(say);
    },
    onResume,
    onOwnReady: (own) => log.write({ kind: "ready", ...own }),
    onOwnStart: (seconds) => log.write({ kind: "start", seconds }),
    onOwnEpoch: (epoch, own, peak) => log.write({ kind: "epoch", epoch, ...own, peak }),
    async onEpoch(epochs) {
      await writeDocument(folder, { ...header, ranks, epochs });
      onEpoch(epochs);
    },
  });
}
