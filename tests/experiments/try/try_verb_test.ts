import assert from "node:assert/strict";
import { join } from "node:path";
import { tryVerb } from "../../../experiments/try/try_verb.ts";
import { inFolder } from "../../in_folder.ts";

Deno.test("a page is replaced whole: a reader of the old one keeps it, and a full disk leaves it", () =>
  inFolder(async (folder) => {
    const to = join(folder, "try.html"), kept = join(folder, "kept.html");
    await Deno.writeTextFile(to, "an older page");
    await Deno.link(to, kept);
    await tryVerb.run({ to, serve: false }, { typed: [], verbs: [] });
    assert.equal(await Deno.readTextFile(kept), "an older page");
    assert.match(await Deno.readTextFile(to), /<html/);
  }));
