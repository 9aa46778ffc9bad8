/**
 * The verb `recorded`: what pages of the repository say of the recorded sessions, written anew from them.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unlessInterrupted } from "./platform/command_line/interruptible.ts";
import { fileInPlace } from "./platform/command_line/value_kind.ts";
import { defaulting, defineVerb } from "./platform/command_line/verb.ts";
import { RECORDED } from "./results/recordings/recorded_archives.ts";

const HOME = fileURLToPath(new URL(".", import.meta.url));

/** Lists the recorded sessions, and the benches among them. */
export const recordedVerb = defineVerb({
  name: "recorded",
  description: "the tables of recorded sessions and benches, written anew from the archives into their pages",
  needs: [],
  arguments: {},
  flags: {
    to: defaulting(
      fileInPlace,
      join(HOME, RECORDED, "README.md"),
      "page with the marks of the sessions' table",
    ),
    benches: defaulting(fileInPlace, join(HOME, "README.md"), "page with the marks of the benches' table"),
  },
  async run({ to, benches }) {
    await unlessInterrupted(async () => {
      const { recordedBenches } = await import("./experiments/bench/recorded_benches.ts");
      const { recordedArchives } = await import("./results/recordings/recorded_archives.ts");
      const { recordedTable, withTable } = await import("./results/recordings/recorded_table.ts");
      const archives = await recordedArchives();
      const pages = [[to, await recordedTable(archives)], [benches, await recordedBenches(archives)]];
      for (const [page, table] of pages) {
        await Deno.writeTextFile(page, withTable(await Deno.readTextFile(page), table, page));
        console.log(`${table}\n\n${page}\n`);
      }
    });
  },
});
