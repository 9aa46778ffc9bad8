import assert from "node:assert/strict";
import { join } from "node:path";
import type { AskedWords } from "../../../platform/command_line/value_kind.ts";
import { session } from "../../../results/store/session_values.ts";

const names = (folder: string) => (session.completes as AskedWords).values(folder);

Deno.test("sessions are completed where a shell takes their names as they are", async () => {
  const folder = await Deno.makeTempDir();
  try {
    for (const name of ["night-1", "2026-11-22", "site", ".lock", "$(touch x)", "a b", "-rf"]) {
      await Deno.mkdir(join(folder, name));
    }
    for (const name of ["packed.zip", "notes.md"]) await Deno.writeTextFile(join(folder, name), "");
    assert.deepEqual(await names(folder), ["2026-11-22", "night-1", "packed.zip"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a folder that is none holds no session", async () => {
  assert.deepEqual(await names("/no/such/folder"), []);
  assert.deepEqual(await names(new URL(import.meta.url).pathname), []);
});
