/**
 * The verb `recorded`: the tables of the recorded sessions' page, written anew from their archives.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unlessInterrupted } from "../../platform/command_line/interruptible.ts";
import { fileInPlace } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb } from "../../platform/command_line/verb.ts";
import { RECORDED } from "../../results/recordings/recorded_archives.ts";

/** The page in the repository. */
const PAGE = join(fileURLToPath(new URL("../..", import.meta.url)), RECORDED, "README.md");

/** Lists the recorded sessions, the benches among them, and their verdicts that are others today. */
export const recordedVerb = defineVerb({
  name: "recorded",
  description:
    "the tables of recorded sessions, benches and changed verdicts, written anew from the archives into their page",
  needs: [],
  arguments: {},
  flags: { to: defaulting(fileInPlace, PAGE, "page that has the tables' marks") },
  async run({ to: file }) {
    await unlessInterrupted(async () => {
      const { recordedBenches } = await import("../bench/recorded_benches.ts");
      const { todaysClaims } = await import("./todays_claims.ts");
      const { changedVerdictsTable } = await import("../../results/recordings/changed_verdicts_table.ts");
      const { recordedArchives } = await import("../../results/recordings/recorded_archives.ts");
      const { recordedTable, withTable } = await import("../../results/recordings/recorded_table.ts");
      const archives = await recordedArchives();
      const tables = [
        { name: "sessions", table: await recordedTable(archives) },
        { name: "benches", table: await recordedBenches(archives) },
        { name: "verdicts", table: await changedVerdictsTable(archives, todaysClaims) },
      ] as const;
      let page = await Deno.readTextFile(file);
      for (const each of tables) page = withTable(page, { ...each, file });
      await Deno.writeTextFile(file, page);
      console.log([...tables.map(({ table }) => table), file].join("\n\n"));
    });
  },
});
