/** The reason for which a shared library does not open. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { openingFailure } from "../../../platform/native/opening_failure.ts";
import { inFolder } from "../../in_folder.ts";

Deno.test("a file that is no library is refused with the loader's reason, said once and without its path", () =>
  inFolder(async (folder) => {
    const path = join(folder, "kernel.so");
    await Deno.writeTextFile(path, "text");
    assert.throws(() => Deno.dlopen(path, {}), (error) => {
      const text = openingFailure(error, path);
      assert.ok(text !== "" && !text.includes(path), text);
      assert.doesNotMatch(text, /Could not open library/);
      return true;
    });
    assert.equal(openingFailure(new Error("undefined symbol: run"), path), "undefined symbol: run");
    assert.equal(openingFailure("refused", path), "refused");
  }));
