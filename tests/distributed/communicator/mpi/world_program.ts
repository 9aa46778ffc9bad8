/**
 * Program that a test starts under its own `mpirun`: rank 0 runs jobs, the others serve.
 *
 * @module
 */
import { joinedWorld } from "../../../../distributed/communicator/mpi/world.ts";
import { runRanks } from "../../../../distributed/communicator/run_ranks.ts";

const world = joinedWorld()!;
if (world.rank > 0) await world.serve();
else {
  const module = new URL("../rank_functions.ts", import.meta.url);
  const run = (ranks: number, entry: string, input?: unknown) =>
    runRanks<{ size?: number }>({ engine: "mpi", ranks, module, entry, input });
  if (Deno.args[0] === "die") await run(3, "misbehave", { how: "throw", who: 2 });
  if (Deno.args[0] === "exit") Deno.exit(5);
  const all = await run(3, "splitting");
  const two = await run(2, "overwriting", { length: 1000 });
  const own = await runRanks<{ own?: number }>({
    engine: "mpi",
    ranks: 2,
    module,
    entry: "ownInput",
    own: [4, 5],
  });
  const failure = (job: Promise<unknown>) => job.then(() => "", (error: Error) => error.name);
  const tooMany = await failure(run(4, "splitting"));
  const notCloned = await failure(
    runRanks({ engine: "mpi", ranks: 2, module, entry: "ownInput", own: [4, () => {}] }),
  );
  const after = await run(3, "splitting");
  world.close();
  console.log(JSON.stringify({
    all: all.map(({ size }) => size),
    two: two.length,
    own: own.map((each) => each.own),
    refused: [tooMany, notCloned],
    after: after.length,
    version: world.version,
  }));
}
