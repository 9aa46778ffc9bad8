/**
 * The verb `recorded`: the tables of the recorded sessions' page, written anew from their archives.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unlessInterrupted } from "./platform/command_line/interruptible.ts";
import { fileInPlace } from "./platform/command_line/value_kind.ts";
import { defaulting, defineVerb } from "./platform/command_line/verb.ts";
import { RECORDED } from "./results/recordings/recorded_archives.ts";

/** The page in the repository. */
const PAGE = join(fileURLToPath(new URL(".", import.meta.url)), RECORDED, "README.md");

/** Lists the recorded sessions, and the benches among them. */
export const recordedVerb = defineVerb({
  name: "recorded",
  description: "the tables of recorded sessions and benches, written anew from the archives into their page",
  needs: [],
  arguments: {},
  flags: { to: defaulting(fileInPlace, PAGE, "page that has the tables' marks") },
  async run({ to: file }) {
    await unlessInterrupted(async () => {
      const { recordedBenches } = await import("./experiments/bench/recorded_benches.ts");
      const { recordedArchives } = await import("./results/recordings/recorded_archives.ts");
      const { recordedTable, withTable } = await import("./results/recordings/recorded_table.ts");
      const archives = await recordedArchives();
      const sessions = await recordedTable(archives), benches = await recordedBenches(archives);
      const page = withTable(await Deno.readTextFile(file), { name: "sessions", table: sessions, file });
      await Deno.writeTextFile(file, withTable(page, { name: "benches", table: benches, file }));
      console.log(`${sessions}\n\n${benches}\n\n${file}`);
    });
  },
});
