/**
 * Training over ranks.
 *
 * @module
 */
import { type AnyRankJob, runRanks } from "../../distributed/communicator/run_ranks.ts";
import type { RankRunResult } from "../../distributed/runs/rank_run.ts";
import type { RankInput } from "./train_rank.ts";
import { isOwnLine } from "./training_text.ts";

/**
 * Runs the program of a rank on all ranks. A signal ends them at once: their checkpoints are whole at any
 * moment.
 *
 * @throws {RankError} naming the first rank that has died.
 */
export async function trainOverRanks(
  job: Pick<AnyRankJob, "ranks" | "engine" | "stallSeconds" | "signal">,
  input: RankInput,
): Promise<RankRunResult> {
  let rest = "";
  const results = await runRanks<RankRunResult>({
    ...job,
    module: new URL("./train_rank.ts", import.meta.url),
    entry: "trainRank",
    input,
    onText(text) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      for (const line of lines.filter(isOwnLine)) console.log(line);
    },
  });
  return results[0];
}
