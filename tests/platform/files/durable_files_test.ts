import assert from "node:assert/strict";
import { join } from "node:path";
import { appendDurably, FolderLock, writeFileDurably } from "../../../platform/files/durable_files.ts";
import { ConflictError } from "../../../platform/errors.ts";
import { inFolder } from "../../in_folder.ts";

const MODULE = new URL("../../../platform/files/durable_files.ts", import.meta.url).href;

/**
 * A process of its own that runs `code`, with the module's exports in scope, and a promise of its first
 * output.
 */
function startChild(folder: string, code: string) {
  const script = join(folder, "child.ts");
  Deno.writeTextFileSync(
    script,
    `import { appendDurably, FolderLock, writeFileDurably } from "${MODULE}";\n${code}\n`,
  );
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-lock", "--no-check", script],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const spoken = child.stdout.getReader();
  return {
    pid: child.pid,
    ready: spoken.read(),
    async stop(signal: Deno.Signal): Promise<void> {
      child.kill(signal);
      await child.status;
      await spoken.cancel();
      await child.stdin.close().catch(() => {});
    },
  };
}

const names = (folder: string) => [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();

Deno.test("a durable write replaces the file and leaves nothing else behind", () =>
  inFolder(async (folder) => {
    const path = join(folder, "report.json");
    await writeFileDurably(path, "first, and longer");
    await writeFileDurably(path, new TextEncoder().encode("second"));
    assert.equal(await Deno.readTextFile(path), "second");
    assert.deepEqual(names(folder), ["report.json"]);
  }));

Deno.test("a durable write that fails leaves the old content and no temporary file", () =>
  inFolder(async (folder) => {
    const occupied = join(folder, "occupied");
    await Deno.mkdir(join(occupied, "inside"), { recursive: true });
    await assert.rejects(writeFileDurably(occupied, "text"));
    assert.deepEqual(names(folder), ["occupied"]);
    await assert.rejects(writeFileDurably(join(folder, "absent", "file"), "text"), Deno.errors.NotFound);
  }));

Deno.test("a reader sees whole files only, also after the writer is killed", () =>
  inFolder(async (folder) => {
    const path = join(folder, "document");
    const length = 1 << 20;
    await writeFileDurably(path, "x".repeat(length));
    const child = startChild(
      folder,
      `console.log("writing");
       for (let i = 0; ; i++) await writeFileDurably(${
        JSON.stringify(path)
      }, "ab"[i % 2].repeat(${length}));`,
    );
    await child.ready;
    const seen = new Set<string>();
    const look = () => {
      const text = Deno.readTextFileSync(path);
      assert.equal(text.length, length);
      assert.ok(text === text[0].repeat(length));
      seen.add(text[0]);
    };
    for (const end = Date.now() + 60_000; Date.now() < end && !(seen.has("a") && seen.has("b"));) look();
    await child.stop("SIGKILL");
    look();
    assert.ok(seen.has("a") && seen.has("b"), "the writer never wrote");
  }));

Deno.test("the temporary file of a durable write is there at once, so that a program that ends finds and removes it", () =>
  inFolder(async (folder) => {
    const writing = writeFileDurably(join(folder, "document"), "whole");
    const [name, ...others] = names(folder);
    assert.match(name, /^\.document\..+\.tmp$/);
    assert.deepEqual(others, []);
    await writing;
  }));

Deno.test("appends add to the end, and create the file", () =>
  inFolder(async (folder) => {
    const path = join(folder, "rows.csv");
    await appendDurably(path, "a,b\n");
    await appendDurably(path, "1,é\n");
    assert.equal(await Deno.readTextFile(path), "a,b\n1,é\n");
  }));

Deno.test({
  name: "an append that the disk takes only a part of leaves no half line",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inFolder(async (folder) => {
      const path = join(folder, "rows.csv");
      const script = join(folder, "child.ts");
      await Deno.writeTextFile(path, "a,b\n");
      await Deno.writeTextFile(
        script,
        `import { appendDurably } from "${MODULE}";
         try { await appendDurably(${
          JSON.stringify(path)
        }, "x".repeat(4096) + "\\n"); } catch { Deno.exit(7); }`,
      );
      // A limit of 1 KiB a file: the kernel writes up to it, then fails. Code caches would meet the same
      // limit.
      const { code } = await new Deno.Command("bash", {
        args: [
          "-c",
          `trap '' XFSZ; ulimit -f 1; exec "$@"`,
          "bash",
          Deno.execPath(),
          "run",
          "-A",
          "--no-lock",
          "--no-check",
          "--no-code-cache",
          script,
        ],
        stderr: "null",
      }).output();
      assert.equal(code, 7);
      assert.equal(await Deno.readTextFile(path), "a,b\n");
    }),
});

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
    const child = startChild(
      folder,
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
