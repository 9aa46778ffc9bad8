import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { AskedWords } from "../../../platform/command_line/value_kind.ts";
import { session, sessionName, sessionToPack } from "../../../results/store/session_values.ts";

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
  assert.deepEqual(await names(fileURLToPath(import.meta.url)), []);
});

Deno.test("a session's name opens it in folders of sessions, a path where it lies, and neither anything else", () => {
  const opened = ({ opens }: typeof session, value: string) => opens!(value, ["/s", "/t"]).write;
  assert.deepEqual(opened(sessionName, "mine"), [resolve("/s/mine"), resolve("/t/mine")]);
  for (const name of ["../mine", "a/b", "..", ".", ".lock"]) assert.deepEqual(opened(sessionName, name), []);
  // The folder, its archive and the report beside that, whichever of the first two is named.
  const places = ["/a/b", "/a/b.zip", "/a/b-report"].map((each) => resolve(each));
  for (const path of ["/a/b", "/a/b.zip"]) assert.deepEqual(opened(session, path), places);
  assert.deepEqual(opened(sessionToPack, "/a/b"), [...places, resolve("/a")]);
  const named = ["b", "b.zip", "b-report"].map((each) => resolve(each));
  assert.deepEqual(opened(session, "b"), [...named, resolve("/s/b"), resolve("/t/b")]);
});
