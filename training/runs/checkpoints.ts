/**
 * Checkpoints of a rank, one an epoch; the last two are kept, for the ranks of a training are never more than
 * an epoch apart.
 *
 * @module
 */
import { join } from "node:path";
import { DataError } from "../../platform/errors.ts";
import { readCheckpointFile, writeCheckpointFile } from "./checkpoint_file.ts";
import type { EpochRecord } from "./epoch_record.ts";

/** Training after a whole epoch. */
export interface Checkpoint<State> {
  /** State of the rank. */
  readonly state: State;
  /** Records of all epochs so far. */
  readonly records: readonly EpochRecord[];
}

/** Checkpoints that are there. */
export interface CheckpointList {
  /** Epochs of the checkpoints that are whole. */
  readonly epochs: readonly number[];
  /** Paths of damaged checkpoints, which are not used. */
  readonly damaged: readonly string[];
}

/** Epochs whose checkpoints are kept. */
const KEPT = 2;

/** Checkpoints of one rank in a folder that all ranks may share. */
export class Checkpoints<State> {
  readonly #folder: string;
  readonly #rank: number;

  /** Prepares a folder, which need not exist. */
  constructor(folder: string, rank: number) {
    this.#folder = folder;
    this.#rank = rank;
  }

  /** Lists the rank's checkpoints; reads all of them. */
  async list(): Promise<CheckpointList> {
    const epochs: number[] = [], damaged: string[] = [];
    for (const epoch of await this.#names()) {
      try {
        await this.read(epoch);
        epochs.push(epoch);
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
        damaged.push(this.#path(epoch));
      }
    }
    return { epochs, damaged };
  }

  /**
   * Reads the checkpoint of an epoch.
   *
   * @throws {DataError} where it is damaged.
   */
  async read(epoch: number): Promise<Checkpoint<State>> {
    return await readCheckpointFile(this.#path(epoch)) as Checkpoint<State>;
  }

  /** Writes the checkpoint behind the last of its records, and removes those that are not needed any more. */
  async write(checkpoint: Checkpoint<State>): Promise<void> {
    const epoch = checkpoint.records.length;
    await Deno.mkdir(this.#folder, { recursive: true });
    await writeCheckpointFile(this.#path(epoch), checkpoint);
    for (const old of await this.#names()) if (old <= epoch - KEPT) await Deno.remove(this.#path(old));
  }

  #path(epoch: number): string {
    return join(this.#folder, `epoch-${epoch}.rank-${this.#rank}.checkpoint`);
  }

  async #names(): Promise<number[]> {
    const epochs: number[] = [];
    try {
      for await (const { name } of Deno.readDir(this.#folder)) {
        const match = name.match(/^epoch-(\d+)\.rank-(\d+)\.checkpoint$/);
        if (match && Number(match[2]) === this.#rank) epochs.push(Number(match[1]));
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    return epochs.sort((a, b) => a - b);
  }
}
