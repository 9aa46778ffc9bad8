import assert from "node:assert/strict";
import { join } from "node:path";
import { FolderLock } from "../../platform/files/durable_files.ts";
import { collectGarbage, findGarbage, renderGarbage } from "../../results/gc.ts";
import { listSessions } from "../../results/history/session_list.ts";
import { writeNights } from "./history/synthetic_sessions.ts";

const NIGHTS = { nights: 4, suites: 1, workloads: 1, noise: 0.01 };

async function withFolder(use: (root: string) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    await use(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("old sessions go, the latest and a locked one stay, and listing removes nothing", async () => {
  await withFolder(async (root) => {
    await writeNights(root, NIGHTS);
    await Deno.mkdir(join(root, "not-a-session"));
    const cache = join(root, "..", `cache-${crypto.randomUUID()}`);
    await Deno.mkdir(cache);
    await Deno.writeTextFile(join(cache, "x.bin"), "12345");
    using _lock = await FolderLock.acquire(join(root, "night-001"));
    const found = await findGarbage({ root, keep: 2, caches: [cache] });
    assert.equal((await listSessions(root)).sessions.length, 4);
    const goes = found.filter((each) => each.goes);
    assert.deepEqual(goes.map(({ path }) => path), [join(root, "night-002"), cache]);
    assert.match(renderGarbage(found), /2 of 5 can go/);
    assert.match(found.find(({ path }) => path.endsWith("night-001"))!.reason, /is writing/);
    assert.equal((await collectGarbage(found)).length, 2);
    const left = (await listSessions(root)).sessions.map(({ document }) => document.session);
    assert.deepEqual(left, ["night-001", "night-003", "night-004"]);
    await assert.rejects(Deno.stat(cache), Deno.errors.NotFound);
    assert.ok((await Deno.stat(join(root, "not-a-session"))).isDirectory);
  });
});

Deno.test("a session that a run opens after the listing stays", async () => {
  await withFolder(async (root) => {
    await writeNights(root, NIGHTS);
    const found = await findGarbage({ root, keep: 3 });
    using _lock = await FolderLock.acquire(join(root, "night-001"));
    assert.deepEqual(await collectGarbage(found), []);
  });
});

Deno.test("a recorded session never goes", async () => {
  await withFolder(async (root) => {
    const recorded = join(root, "recorded", "some-device");
    await writeNights(recorded, NIGHTS);
    const found = await findGarbage({ root: recorded, keep: 0 });
    assert.equal(found.length, 4);
    assert.ok(found.every(({ goes, reason }) => !goes && reason === "recorded"));
  });
});
