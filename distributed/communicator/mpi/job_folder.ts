/**
 * The folder through which a job and its MPI ranks hand over what is not a message: the job, how each rank is doing, the
 * outputs. Each file is written whole under another name and then renamed.
 *
 * @module
 */
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { RankWork } from "../rank_job.ts";
import type { MpiFamily } from "./library.ts";

/** What a rank's process has to know. */
export interface MpiRankOrder {
  /** What it runs. */
  readonly work: RankWork;
  /** See `RankJob.stallSeconds`. */
  readonly stallSeconds: number;
  /** The library that belongs to the launcher. */
  readonly library: { readonly family: MpiFamily; readonly path: string };
}

/** A rank's last word, if it had the time. */
export interface LastWord {
  /** Why it ended. */
  readonly reason: string;
  /** Its exit code. */
  readonly code: number;
  /** When, in milliseconds. */
  readonly at: number;
}

/** Reads and writes one job's folder. */
export class JobFolder {
  /** Its path. */
  readonly path: string;

  /** A folder that exists. */
  constructor(path: string) {
    this.path = path;
  }

  /** Leaves the order for all ranks. */
  writeOrder(order: MpiRankOrder): void {
    this.#write("order", order);
  }

  /** The order. */
  readOrder(): MpiRankOrder {
    return this.#read("order") as MpiRankOrder;
  }

  /** Says which process a rank is. */
  writePid(rank: number, pid: number): void {
    this.#write(`${rank}.pid`, pid);
  }

  /** A rank's process id, once it has started. */
  readPid(rank: number): number | undefined {
    return this.#read(`${rank}.pid`) as number | undefined;
  }

  /** Leaves a rank's last word. */
  writeLastWord(rank: number, word: LastWord): void {
    this.#write(`${rank}.end`, word);
  }

  /** A rank's last word. */
  readLastWord(rank: number): LastWord | undefined {
    return this.#read(`${rank}.end`) as LastWord | undefined;
  }

  /** Leaves what all ranks returned. */
  writeOutputs(outputs: readonly unknown[]): void {
    this.#write("outputs", outputs);
  }

  /** What all ranks returned; `undefined` where the job did not get there. */
  readOutputs(): unknown[] | undefined {
    return this.#read("outputs") as unknown[] | undefined;
  }

  /** Removes it. */
  remove(): void {
    Deno.removeSync(this.path, { recursive: true });
  }

  #write(name: string, value: unknown): void {
    const path = join(this.path, name);
    Deno.writeFileSync(`${path}.part`, serialize(value));
    Deno.renameSync(`${path}.part`, path);
  }

  #read(name: string): unknown {
    try {
      return deserialize(Deno.readFileSync(join(this.path, name)));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  }
}
