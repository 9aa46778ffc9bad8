/**
 * Gathers the logs of ranks, from the folders of trainings or from copies of each host's, into a session:
 * rows, report, and `ranks.csv` with a row a rank and epoch. Says which ranks are missing or have stopped
 * before the others.
 *
 *     deno run -A examples/cluster/gather.ts OUT FOLDER...
 *
 * @module
 */
import { ReproError } from "gnn-repro";
import { gatherLogs } from "../../experiments/train/gather.ts";
import { systemError } from "../../platform/system_error.ts";

const [out, ...folders] = Deno.args;
if (out === undefined || folders.length === 0) {
  console.error("usage: gather.ts OUT FOLDER...");
  Deno.exit(2);
}
try {
  const { trainings, remarks, table, report } = await gatherLogs(out, folders);
  for (const remark of remarks) console.log(remark);
  for (const { training: { dataset, engine }, ranks } of trainings) {
    const epochs = Math.max(0, ...ranks.map((rank) => rank.epochs.at(-1)?.epoch ?? 0));
    console.log(`${dataset.id}: ${ranks.length} ranks (${engine}), ${epochs} epochs`);
  }
  console.log([table, report].join("\n"));
} catch (error) {
  const known = error instanceof ReproError ? error : systemError(error, "gather the logs of ranks");
  if (known === undefined) throw error;
  console.error(`error: ${known.message}`);
  Deno.exit(known.exitCode);
}
