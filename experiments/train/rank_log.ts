/**
 * Log of one rank in the folder of its training: a line of JSON when it has read its part, and one an epoch.
 * It is there whatever happens to the other ranks, also where each host has a disk of its own.
 *
 * @module
 */
import { join } from "node:path";

/** Writer of a rank's log. */
export class RankLog {
  readonly #path: string;

  /** Opens `ranks/rank-0003.jsonl` of a training, behind the lines of earlier runs. */
  constructor(folder: string, rank: number) {
    const logs = join(folder, "ranks");
    Deno.mkdirSync(logs, { recursive: true });
    this.#path = join(logs, `rank-${String(rank).padStart(4, "0")}.jsonl`);
  }

  /** Adds a line, with the time. */
  write(facts: Readonly<Record<string, unknown>>): void {
    const line = JSON.stringify({ at: new Date().toISOString(), ...facts });
    Deno.writeTextFileSync(this.#path, `${line}\n`, { append: true });
  }
}
