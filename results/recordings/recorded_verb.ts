/**
 * The verb `recorded`.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unlessInterrupted } from "../../platform/command_line/interruptible.ts";
import { fileInPlace } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb } from "../../platform/command_line/verb.ts";
import { RECORDED } from "./recorded_archives.ts";

/** The page in the repository. */
const PAGE = join(fileURLToPath(new URL("../..", import.meta.url)), RECORDED, "README.md");

/** Lists the recorded sessions. */
export const recordedVerb = defineVerb({
  name: "recorded",
  description: "the table of recorded sessions, written anew from the archives into their page",
  needs: [],
  arguments: {},
  flags: { to: defaulting(fileInPlace, PAGE, "page that has the table's marks") },
  async run({ to }) {
    await unlessInterrupted(async () => {
      const { recordedArchives } = await import("./recorded_archives.ts");
      const { recordedTable, withTable } = await import("./recorded_table.ts");
      const table = await recordedTable(await recordedArchives());
      await Deno.writeTextFile(to, withTable(await Deno.readTextFile(to), table, to));
      console.log(`${table}\n\n${to}`);
    });
  },
});
