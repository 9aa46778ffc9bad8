import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { FileCache } from "../../../platform/files/file_cache.ts";
import { inFolder } from "../../in_folder.ts";
import { underFileLimit } from "./file_limit.ts";

async function withCache(work: (cache: FileCache) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await work(new FileCache(join(folder, "not", "yet", "there")));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const entryPaths = (cache: FileCache) =>
  [...Deno.readDirSync(cache.folder)].map(({ name }) => join(cache.folder, name));

Deno.test("what is put is got, for any key and any bytes, and an absent key is absent", () =>
  withCache(async (cache) => {
    assert.equal(await cache.get("nothing"), undefined);
    const keys = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("../x", "/etc/passwd", "con", "a\0b", ""),
    );
    await fc.assert(
      fc.asyncProperty(keys, fc.uint8Array({ maxLength: 200, size: "max" }), async (key, bytes) => {
        assert.equal(await cache.put(key, bytes), true);
        assert.deepEqual(await cache.get(key), bytes);
      }),
      { numRuns: 30 },
    );
  }));

Deno.test("the last put wins", () =>
  withCache(async (cache) => {
    await cache.put("k", Uint8Array.of(1, 2, 3));
    await cache.put("k", Uint8Array.of(4));
    assert.deepEqual(await cache.get("k"), Uint8Array.of(4));
    assert.equal(entryPaths(cache).length, 1);
  }));

Deno.test("what is removed is absent, and to remove what is absent is no failure", () =>
  withCache(async (cache) => {
    assert.equal(await cache.remove("k"), true);
    await cache.put("k", Uint8Array.of(1));
    await cache.put("other", Uint8Array.of(2));
    assert.equal(await cache.remove("k"), true);
    assert.equal(await cache.get("k"), undefined);
    assert.deepEqual(await cache.get("other"), Uint8Array.of(2));
  }));

Deno.test("an entry with any byte changed, or cut short, or grown, is dropped and reads as absent", () =>
  withCache(async (cache) => {
    const payload = Uint8Array.from({ length: 32 }, (_, i) => i);
    await cache.put("k", payload);
    const [path] = entryPaths(cache);
    const sound = await Deno.readFile(path);
    const damaged = [
      ...Array.from(sound, (byte, i) => sound.with(i, byte ^ 1)),
      ...[0, 1, 47, 48, sound.length - 1].map((length) => sound.slice(0, length)),
      Uint8Array.of(...sound, 0),
    ];
    for (const bytes of damaged) {
      await Deno.writeFile(path, bytes);
      assert.equal(await cache.get("k"), undefined);
      assert.deepEqual(entryPaths(cache), []);
    }
    await Deno.writeFile(path, sound);
    assert.deepEqual(await cache.get("k"), payload);
  }));

Deno.test("an entry under another key's name reads as absent", () =>
  withCache(async (cache) => {
    await cache.put("one", Uint8Array.of(1));
    const [one] = entryPaths(cache);
    await cache.put("two", Uint8Array.of(2));
    const two = entryPaths(cache).find((path) => path !== one)!;
    await Deno.rename(one, two);
    assert.equal(await cache.get("two"), undefined);
  }));

Deno.test("words come back as words, also from a view into a larger buffer", () =>
  withCache(async (cache) => {
    const words = Uint32Array.of(9, 0, 1, 0xffffffff, 9).subarray(1, 4);
    await cache.putUint32("w", words);
    assert.deepEqual(await cache.getUint32("w"), Uint32Array.of(0, 1, 0xffffffff));
    await cache.putUint32("none", new Uint32Array(0));
    assert.deepEqual(await cache.getUint32("none"), new Uint32Array(0));
    await cache.put("odd", Uint8Array.of(1, 2, 3));
    assert.equal(await cache.getUint32("odd"), undefined);
  }));

Deno.test("a folder that cannot be used is an empty cache, not an error", async () => {
  const file = await Deno.makeTempFile();
  try {
    const cache = new FileCache(join(file, "below-a-file"));
    assert.equal(await cache.put("k", Uint8Array.of(1)), false);
    assert.equal(await cache.get("k"), undefined);
  } finally {
    await Deno.remove(file);
  }
});

Deno.test({
  name: "an entry that the disk takes only a part of is not kept, and fails nobody",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inFolder(async (folder) => {
      const module = new URL("../../../platform/files/file_cache.ts", import.meta.url).href;
      const said = await underFileLimit(
        folder,
        `import { FileCache } from "${module}";`,
        `console.log(await new FileCache(${JSON.stringify(folder)}).put("key", new Uint8Array(4096)));`,
      );
      assert.equal(said.trim(), "false");
      assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["child.ts"]);
    }),
});
