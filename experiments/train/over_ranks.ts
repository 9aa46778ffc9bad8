/**
 * Training over ranks.
 *
 * @module
 */
import type { RankEngine } from "../../distributed/communicator/communicator.ts";
import { runRanks } from "../../distributed/communicator/run_ranks.ts";
import type { RankRunResult } from "../../distributed/runs/rank_run.ts";
import type { RankInput } from "./rank_program.ts";
import { isOwnLine } from "./training_text.ts";

/** Ranks, and what carries their messages. */
export interface RankJobOptions {
  /** Number of ranks. */
  readonly ranks: number;
  /** Carrier of the messages. */
  readonly engine: RankEngine;
  /** Seconds that a rank waits for others before it ends the job; the communicator's default when absent. */
  readonly stallSeconds?: number;
  /** Signal that ends all ranks at once: their checkpoints are whole at any moment. */
  readonly signal?: AbortSignal;
}

/**
 * Runs the program of a rank on all ranks.
 *
 * @throws {RankError} naming the first rank that has died.
 */
export async function trainOverRanks(
  { ranks, engine, stallSeconds, signal }: RankJobOptions,
  input: RankInput,
): Promise<RankRunResult> {
  let rest = "";
  const results = await runRanks<RankRunResult>({
    engine,
    ranks,
    module: new URL("./rank_program.ts", import.meta.url),
    entry: "trainRank",
    input,
    ...(stallSeconds !== undefined && { stallSeconds }),
    ...(signal && { signal }),
    onText(text) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines.filter(isOwnLine)) console.log(line);
    },
  });
  return results[0];
}
