/** Lists of the sessions in a folder, and of folders with sessions. @module */
import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { UsageError } from "../../../platform/errors.ts";
import { foldersOfSessions, listSessions, readingFailure } from "../../../results/history/session_list.ts";
import { SessionStore } from "../../../results/store/store.ts";
import { inFolder } from "../../in_folder.ts";
import { sessionDocument } from "../session_fixture.ts";

async function write(root: string, session: string, created: string): Promise<void> {
  using _store = await SessionStore.open(join(root, session), {
    create: sessionDocument({ session, created }),
  });
}

Deno.test("sessions are listed by the time of their beginning, of one time by name, whatever their folders are called", () =>
  inFolder(async (root) => {
    const [first, second] = ["2026-01-01T03:04:05Z", "2026-01-02T03:04:05Z"];
    await write(root, "a", second);
    await write(root, "c", first);
    await write(root, "b", second);
    await Deno.writeTextFile(join(root, "notes.txt"), "no session");
    const { sessions, unreadable } = await listSessions(root);
    assert.deepEqual(sessions.map(({ folder }) => basename(folder)), ["c", "a", "b"]);
    assert.deepEqual(unreadable, []);
  }));

Deno.test("folders with sessions in them are named in order, those without and archives are not", () =>
  inFolder(async (root) => {
    const devices = ["gpu", "cpu", "xeon", "epyc", "h200", "arm"];
    for (const device of devices) await write(join(root, device), "standard", "2026-01-01T03:04:05Z");
    await Deno.mkdir(join(root, "empty"));
    await Deno.writeTextFile(join(root, "s1.zip"), "PK");
    assert.deepEqual(await foldersOfSessions(root), ["arm", "cpu", "epyc", "gpu", "h200", "xeon"]);
    assert.deepEqual(await foldersOfSessions(join(root, "absent")), []);
  }));

Deno.test("a refusal is a reason why a session cannot be read, a defect of the program is thrown", () => {
  const refused = new UsageError({ action: "read s1", current: "c", wanted: "w", next: "n" });
  assert.equal(readingFailure(refused, "s1"), refused.message);
  const full = Object.assign(new Error("denied (os error 13)"), { code: "EACCES" });
  assert.match(readingFailure(full, "s1"), /read "s1"/);
  const defect = new RangeError("a defect");
  assert.throws(() => readingFailure(defect, "s1"), (error) => error === defect);
});
