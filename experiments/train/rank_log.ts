/**
 * Log of one rank in the folder of its training: a line of JSON for the training, one when the rank has read
 * its part, one when it can train, and one an epoch. It is there whatever happens to the other ranks, also
 * where each host has a disk of its own.
 *
 * @module
 */
import { join } from "node:path";
import type { RankEngine } from "../../distributed/communicator/communicator.ts";
import type { RankPeak, RankReport, RankStart } from "../../distributed/runs/rank_run.ts";
import type { RankEpoch } from "../../training/runs/epoch_record.ts";
import type { TrainingHeader } from "./training_folder.ts";

/** Line about the training as a whole, the same in the logs of all ranks. */
export interface TrainingLine extends TrainingHeader {
  readonly kind: "training";
  /** Carrier of the messages. */
  readonly engine: RankEngine;
  /** Number of ranks. */
  readonly ranks: number;
}

/** Line about a rank that has read its part. */
export interface ReadyLine extends RankReport {
  readonly kind: "ready";
}

/** Line about a rank that can train. */
export interface StartLine {
  readonly kind: "start";
  readonly seconds: RankStart;
}

/** Line about an epoch. */
export interface EpochLine extends RankEpoch {
  readonly kind: "epoch";
  /** Number of the epoch, from 1. */
  readonly epoch: number;
  /** Most memory of the rank so far. */
  readonly peak: RankPeak;
}

/** Line of a log. */
export type RankLogLine = TrainingLine | ReadyLine | StartLine | EpochLine;

/** Name of a rank's log: `rank-0003.jsonl`. */
export function rankLogName(rank: number): string {
  return `rank-${String(rank).padStart(4, "0")}.jsonl`;
}

/** Writer of a rank's log. */
export class RankLog {
  readonly #path: string;

  /** Opens `ranks/rank-0003.jsonl` of a training, behind the lines of earlier runs. */
  constructor(folder: string, rank: number) {
    const logs = join(folder, "ranks");
    Deno.mkdirSync(logs, { recursive: true });
    this.#path = join(logs, rankLogName(rank));
    this.#dropTornLine();
  }

  /** Cuts off a line that an earlier run was ended in. */
  #dropTornLine(): void {
    let text: string;
    try {
      text = Deno.readTextFileSync(this.#path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return;
      throw error;
    }
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    if (whole.length < text.length) Deno.writeTextFileSync(this.#path, whole);
  }

  /** Adds a line, with the time. */
  write(line: RankLogLine): void {
    const text = JSON.stringify({ at: new Date().toISOString(), ...line });
    Deno.writeTextFileSync(this.#path, `${text}\n`, { append: true });
  }
}
