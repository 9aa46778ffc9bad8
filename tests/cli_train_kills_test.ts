/**
 * MPI ranks that are killed at random moments of a training: the error names the rank, nothing hangs, and the
 * next run goes on to the losses of a run that nothing has happened to.
 *
 * @module
 */
import assert from "node:assert/strict";
import { findInstallation } from "../distributed/communicator/mpi/launcher.ts";
import { EXIT } from "../platform/errors.ts";
import { RandomStream } from "../platform/random.ts";
import { hasMpi } from "./distributed/communicator/engines.ts";
import { ended, inPlace, learned, until } from "./train_place.ts";

const RANKS = 4, KILLS = Number(Deno.env.get("GNN_REPRO_TEST_KILLS") ?? 2);
/** Longest wait for the other ranks' end; on a busy machine an end takes a while. */
const SECONDS = 60;

Deno.test({
  name: `${KILLS} times a rank is killed at a random moment: it is named, and the training goes on`,
  ignore: !hasMpi,
  fn: () =>
    inPlace(async (place) => {
      const isOpenMpi = (await findInstallation()).family === "openmpi";
      const small = ["--hidden", "8", "--fanouts", "3,4", "--batch-size", "32", "--device", "wasm"];
      const args = ["reddit@1/256", ...small, "--ranks", `${RANKS}`, "--engine", "mpi", "--epochs"];
      const random = new RandomStream(1, "moments of kills");
      for (let kill = 0; kill < KILLS; kill++) {
        const who = random.below(RANKS), delay = random.below(4000), epochs = place.lastEpoch(0);
        const child = place.spawn([...args, "100000"]), output = ended(child);
        await until(() => place.rankIds(RANKS) !== undefined);
        // Every second kill comes after an epoch, so that there is something to go on from.
        if (kill % 2 === 0) await until(() => place.lastEpoch(who) > epochs);
        await new Promise((resolve) => setTimeout(resolve, delay));
        const start = performance.now();
        Deno.kill(place.rankIds(RANKS)![who], "SIGKILL");
        const { code, err } = await output;
        const seconds = (performance.now() - start) / 1000;
        console.log(
          `kill ${kill + 1}: rank ${who}, epoch ${place.lastEpoch(0)}, ended in ${seconds.toFixed(1)} s`,
        );
        assert.equal(code, EXIT.failed, err);
        // MPICH kills the other ranks too, and does not say which was the first; Open MPI may say nothing.
        const named = `rank ${who} dead: SIGKILL`, unnamed = "rank \\? dead: SIGKILL";
        const untold = `${unnamed}, of a rank that mpirun did not name`;
        const sentences = [named, isOpenMpi ? untold : unnamed].join("|");
        assert.match(err, new RegExp(`(${sentences}) \\(exit code 137\\)`));
        assert.ok(seconds < SECONDS, `${seconds} s`);
      }
      const epochs = `${place.lastEpoch(0) + 2}`;
      const resumed = await place.document([...args, epochs]);
      await inPlace(async (other) => {
        assert.deepEqual(learned(resumed), learned(await other.document([...args, epochs])));
      });
    }),
});
