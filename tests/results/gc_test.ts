import assert from "node:assert/strict";
import { join } from "node:path";
import { FolderLock } from "../../platform/files/folder_lock.ts";
import { collectGarbage, findGarbage, renderGarbage } from "../../results/gc.ts";
import { listSessions } from "../../results/history/session_list.ts";
import { writeNights } from "./history/synthetic_sessions.ts";
import { inFolder } from "../in_folder.ts";

const TRAINING = JSON.stringify({ schema: 1, settings: { model: "gcn" }, epochs: [] });
const NIGHTS = { nights: 4, suites: 1, workloads: 1, noise: 0.01 };

Deno.test("old sessions go, the latest and a locked one stay, and listing removes nothing", async () => {
  await inFolder(async (root) => {
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
    assert.match(renderGarbage(found, { places: [root] }), /2 of 5 can go/);
    assert.match(renderGarbage([], { places: ["absent", "cache"] }), /^Nothing in absent, cache\.\n/);
    assert.match(found.find(({ path }) => path.endsWith("night-001"))!.reason, /is writing/);
    assert.equal((await collectGarbage(found)).length, 2);
    const left = (await listSessions(root)).sessions.map(({ document }) => document.session);
    assert.deepEqual(left, ["night-001", "night-003", "night-004"]);
    await assert.rejects(Deno.stat(cache), Deno.errors.NotFound);
    assert.ok((await Deno.stat(join(root, "not-a-session"))).isDirectory);
  });
});

Deno.test("one session is no several", async () => {
  await inFolder(async (root) => {
    await writeNights(root, { ...NIGHTS, nights: 3 });
    const reasons = (await findGarbage({ root, keep: 1 })).map(({ reason }) => reason);
    assert.deepEqual(reasons, [
      "the latest",
      "1 newer one of its device and profile",
      "2 newer ones of its device and profile",
    ]);
  });
});

Deno.test("a session that a run opens after the listing stays", async () => {
  await inFolder(async (root) => {
    await writeNights(root, NIGHTS);
    const found = await findGarbage({ root, keep: 3 });
    using _lock = await FolderLock.acquire(join(root, "night-001"));
    assert.deepEqual(await collectGarbage(found), []);
  });
});

Deno.test("a recorded session never goes", async () => {
  await inFolder(async (root) => {
    const recorded = join(root, "recorded", "some-device");
    await writeNights(recorded, NIGHTS);
    const found = await findGarbage({ root: recorded, keep: 0 });
    assert.equal(found.length, 4);
    assert.ok(found.every(({ goes, reason }) => !goes && reason === "recorded"));
  });
});

Deno.test("old trainings and partitions go, what is written stays, and no document outlives its folder", async () => {
  await inFolder(async (root) => {
    const trainings = join(root, "trainings"), partitions = join(root, "partitions");
    const make = async (folder: string, document: string, time: number, text = TRAINING) => {
      await Deno.mkdir(join(folder, "checkpoints"), { recursive: true });
      await Deno.writeTextFile(join(folder, document), text);
      await Deno.writeTextFile(join(folder, "checkpoints", "epoch-1"), "12345");
      await Deno.utime(join(folder, document), time, time);
    };
    for (const name of ["a", "b", "c", "d"]) {
      await make(join(trainings, name), "training.json", name.charCodeAt(0));
      await make(join(partitions, name), "manifest.json", name.charCodeAt(0));
    }
    // What is no training stays, whatever folder is named and whatever its document is called.
    const others = ['{"epochs":[1],"model":"theirs"}', "half a docum"];
    for (const [i, text] of others.entries()) {
      await make(join(trainings, `other-${i}`), "training.json", i, text);
    }
    await Deno.mkdir(join(trainings, "photos", "checkpoints"), { recursive: true });
    using _training = await FolderLock.acquire(join(trainings, "a"));
    using _partition = await FolderLock.acquire(join(partitions, "d"));
    const [a, d] = [join(trainings, "a"), join(partitions, "d")];
    const rules = { root: join(root, "sessions"), trainings, partitions, keep: 2 };
    const found = await findGarbage(rules);
    assert.deepEqual(await findGarbage(rules), found, "listing changes nothing");
    const named = (path: string) => path.slice(root.length + 1).replaceAll("\\", "/");
    assert.deepEqual(found.map(({ path, kind, goes }) => [named(path), kind, goes]), [
      ["trainings/d", "training", false],
      ["trainings/c", "training", false],
      ["trainings/b", "training", true],
      ["trainings/a", "training", false],
      ["trainings/other-0", "training", false],
      ["trainings/other-1", "training", false],
      ["partitions/a", "cache", true],
      ["partitions/b", "cache", true],
      ["partitions/c", "cache", true],
      ["partitions/d", "cache", false],
    ]);
    for (const path of [a, d]) {
      assert.equal(found.find((each) => each.path === path)!.reason, "a run is writing it");
    }
    assert.match(found[4].reason, /^not a training/);
    assert.ok(found[0].bytes >= 7);
    // A run opens one between the listing and the removal.
    using _late = await FolderLock.acquire(join(partitions, "b"));
    const removed = await collectGarbage(found);
    assert.deepEqual(removed.map(({ path }) => named(path)), [
      "trainings/b",
      "partitions/a",
      "partitions/c",
    ]);
    assert.ok((await Deno.stat(join(partitions, "b", "manifest.json"))).isFile);
    const none = { ...rules, trainings: join(root, "absent"), partitions: join(root, "absent") };
    assert.deepEqual(await findGarbage(none), []);
  });
});
