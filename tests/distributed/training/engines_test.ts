import assert from "node:assert/strict";
import { RANK_ENGINES } from "../../../distributed/communicator/communicator.ts";
import { runRanks } from "../../../distributed/communicator/run_ranks.ts";
import type { RankResult } from "../../../distributed/training/train_on_rank.ts";
import { FLAGS, hasMpi } from "../communicator/engines.ts";
import { cut, dataOf, type RankInput, simulate } from "./rank_trainings.ts";

const settings = { epochs: 9, iterations: 20 };
const input: RankInput = {
  partition: cut(4),
  trainings: [
    { ...settings, push: { delay: 1 } },
    { ...settings, push: { delay: 0, pushLimit: 5 } },
    { ...settings, policy: "exact" },
    { ...settings, policy: "distdgl" },
  ],
};

for (const engine of RANK_ENGINES) {
  Deno.test({
    name: `4 ${engine} ranks have the losses of 4 simulated ones, over 20 iterations`,
    ignore: engine === "mpi" && !hasMpi,
    fn: async () => {
      const module = new URL("./rank_trainings.ts", import.meta.url);
      const results = await runRanks<RankResult[]>({
        engine,
        ranks: 4,
        module,
        entry: "trainRank",
        input,
        flags: FLAGS,
        stallSeconds: 60,
      });
      for (const [training, options] of input.trainings.entries()) {
        const simulated = await simulate(dataOf(input.partition), options);
        for (const [rank, { [training]: { iterations, parameters } }] of results.entries()) {
          const wanted = simulated[rank];
          assert.equal(iterations.length, 20);
          for (const [i, { meanLoss, layers }] of iterations.entries()) {
            const other = wanted.iterations[i];
            const apart = Math.abs(meanLoss - other.meanLoss);
            assert.ok(apart < 1e-5, `training ${training}, iteration ${i + 1}: ${apart} apart`);
            for (const [layer, { halo, hits }] of layers.entries()) {
              assert.deepEqual([halo, hits], [other.layers[layer].halo, other.layers[layer].hits]);
            }
          }
          assert.deepEqual(parameters, results[0][training].parameters);
        }
      }
    },
  });
}
