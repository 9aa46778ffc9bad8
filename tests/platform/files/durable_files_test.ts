import assert from "node:assert/strict";
import { join } from "node:path";
import { appendDurably, writeFileDurably } from "../../../platform/files/durable_files.ts";
import { inFolder } from "../../in_folder.ts";
import { underFileLimit } from "./file_limit.ts";
import { startedChild } from "./started_child.ts";

const MODULE = new URL("../../../platform/files/durable_files.ts", import.meta.url).href;

const IMPORTS = `import { appendDurably, writeFileDurably } from "${MODULE}";`;

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
    const child = startedChild(
      folder,
      IMPORTS,
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

const underLimit = (folder: string, code: string) => underFileLimit(folder, IMPORTS, code);

Deno.test({
  name: "an append that the disk takes only a part of leaves no half line, and names the file",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inFolder(async (folder) => {
      const path = join(folder, "rows.csv"), place = JSON.stringify(path);
      await Deno.writeTextFile(path, "a,b\n");
      const said = await underLimit(folder, `await appendDurably(${place}, "x".repeat(4096) + "\\n");`);
      assert.match(said, /^File too large/);
      assert.ok(said.includes(path), said);
      assert.equal(await Deno.readTextFile(path), "a,b\n");
    }),
});

Deno.test({
  name: "a durable write that the disk takes only a part of leaves the old content, and names the file",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inFolder(async (folder) => {
      const path = join(folder, "report.html");
      await Deno.writeTextFile(path, "old");
      const said = await underLimit(
        folder,
        `await writeFileDurably(${JSON.stringify(path)}, "x".repeat(4096));`,
      );
      assert.match(said, /^File too large/);
      assert.ok(said.includes(`'${path}'`), said);
      assert.equal(await Deno.readTextFile(path), "old");
      assert.deepEqual(names(folder), ["child.ts", "report.html"]);
    }),
});

Deno.test({
  name: "an append whose half cannot be cut off again throws the error of the write",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inFolder(async (folder) => {
      // A device that is always full, and of which nothing can be cut off.
      const said = await underLimit(folder, `await appendDurably("/dev/full", "a");`);
      assert.match(said, /^No space left on device.*'\/dev\/full'/);
    }),
});
