import assert from "node:assert/strict";
import { join } from "node:path";
import { FolderLock } from "../../../platform/files/folder_lock.ts";
import { ConflictError } from "../../../platform/errors.ts";
import { inFolder } from "../../in_folder.ts";
import { underFileLimit } from "./file_limit.ts";
import { startedChild } from "./started_child.ts";

const MODULE = new URL("../../../platform/files/folder_lock.ts", import.meta.url).href;

const IMPORTS = `import { FolderLock } from "${MODULE}";`;

const names = (folder: string) => [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();

Deno.test("a second lock on a folder is refused in the same process, and free after close", () =>
  inFolder(async (folder) => {
    const first = await FolderLock.acquire(folder);
    await assert.rejects(FolderLock.acquire(folder), ConflictError);
    first.close();
    first.close();
    {
      using second = await FolderLock.acquire(folder);
      assert.equal(second.folder, folder);
    }
    (await FolderLock.acquire(folder)).close();
    assert.deepEqual(names(folder), [".lock"]);
  }));

Deno.test("a folder that a live process holds is refused, by name; one that a killed process held is free", () =>
  inFolder(async (folder) => {
    const session = join(folder, "session");
    const child = startedChild(
      folder,
      IMPORTS,
      `await FolderLock.acquire(${JSON.stringify(session)});
       console.log("locked");
       await Deno.stdin.read(new Uint8Array(1));`,
    );
    try {
      await child.ready;
      await assert.rejects(FolderLock.acquire(session), (error: unknown) => {
        assert.ok(error instanceof ConflictError);
        assert.ok(error.message.includes(`process ${child.pid} on ${Deno.hostname()}`), error.message);
        assert.equal(error.exitCode, 2);
        return true;
      });
    } finally {
      await child.stop("SIGKILL");
    }
    assert.deepEqual(names(session), [".lock", ".lock-holder.json"]);
    using lock = await FolderLock.acquire(session);
    const holder = JSON.parse(await Deno.readTextFile(join(lock.folder, ".lock-holder.json")));
    assert.equal(holder.pid, Deno.pid);
  }));

Deno.test("a damaged holder file neither stops a lock nor hides a conflict", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(join(folder, ".lock-holder.json"), "{ half");
    using _lock = await FolderLock.acquire(folder);
    await Deno.writeTextFile(join(folder, ".lock-holder.json"), "null");
    await assert.rejects(FolderLock.acquire(folder), /another process, which has not left its name/);
  }));

Deno.test("whether a folder is held can be asked without a trace, also where nothing can be written", () =>
  inFolder(async (folder) => {
    const absent = join(folder, "absent");
    assert.equal(await FolderLock.isHeld(absent), false);
    assert.equal(await FolderLock.isHeld(folder), false);
    assert.deepEqual(names(folder), []);
    {
      using _lock = await FolderLock.acquire(folder);
      assert.equal(await FolderLock.isHeld(folder), true);
    }
    await Deno.chmod(join(folder, ".lock"), 0o444);
    assert.equal(await FolderLock.isHeld(folder), false);
    assert.deepEqual(names(folder), [".lock"]);
  }));

Deno.test("asking whether a folder is held keeps nobody from taking it", () =>
  inFolder(async (folder) => {
    (await FolderLock.acquire(folder)).close();
    let asks = true;
    const asking = (async () => {
      while (asks) await FolderLock.isHeld(folder);
    })();
    try {
      for (let i = 0; i < 200; i++) (await FolderLock.acquire(folder)).close();
    } finally {
      asks = false;
      await asking;
    }
  }));

Deno.test("a folder is removed under its lock: of many that remove it and make it anew, each has it alone", () =>
  inFolder(async (root) => {
    const folder = join(root, "session"), owner = join(folder, "rows.csv");
    let held = 0;
    const take = async (who: string) => {
      for (let i = 0; i < 100;) {
        let lock: FolderLock;
        try {
          lock = await FolderLock.acquire(folder);
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          await new Promise((resolve) => setTimeout(resolve, 1));
          continue;
        }
        i++;
        assert.equal(held++, 0, "two have the lock");
        await Deno.writeTextFile(owner, who, { createNew: true });
        await Deno.mkdir(join(folder, "plots"));
        assert.equal(await Deno.readTextFile(owner), who, "it was removed under its holder");
        held--;
        await lock.removeFolder(["rows.csv"]);
      }
    };
    await Promise.all(["a", "b", "c"].map(take));
    assert.deepEqual(names(root), []);
  }));

Deno.test("a file in the folder's place is said to be there, not another process", () =>
  inFolder(async (root) => {
    const path = join(root, "notes.txt");
    await Deno.writeTextFile(path, "mine");
    await assert.rejects(FolderLock.acquire(path), Deno.errors.AlreadyExists);
    assert.equal(await Deno.readTextFile(path), "mine");
  }));

Deno.test("a folder that is given up stays where anything but the lock is in it", () =>
  inFolder(async (root) => {
    const full = join(root, "full"), empty = join(root, "empty");
    const [first, second] = [await FolderLock.acquire(full), await FolderLock.acquire(empty)];
    await Deno.writeTextFile(join(full, "notes.txt"), "");
    await first.removeEmptyFolder();
    await second.removeEmptyFolder();
    assert.deepEqual(names(root), ["full"]);
    assert.deepEqual(names(full), [".lock", "notes.txt"]);
    (await FolderLock.acquire(full)).close();
  }));

Deno.test({
  name: "a disk that takes not a byte more still has locks, so that gc can make room there",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inFolder(async (root) => {
      const folder = join(root, "session"), place = JSON.stringify(folder);
      const said = await underFileLimit(
        root,
        IMPORTS,
        `const lock = await FolderLock.acquire(${place});
         console.log(await FolderLock.isHeld(${place}));
         await lock.removeFolder();`,
        0,
      );
      assert.equal(said.trim(), "true");
      assert.deepEqual(names(root), ["child.ts"]);
    }),
});
