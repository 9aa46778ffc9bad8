import assert from "node:assert/strict";
import { allLastCacheBytes, cpuCaches, lastLevelCacheBytes } from "../../../hardware/cpu/cpu_facts.ts";

/** Writes a folder as Linux has it, of caches with type, size, level and the CPUs that share each. */
async function writeCaches(caches: readonly (readonly string[])[]): Promise<string> {
  const folder = await Deno.makeTempDir();
  for (const [index, values] of caches.entries()) {
    const cache = `${folder}/cpu0/cache/index${index}`;
    await Deno.mkdir(cache, { recursive: true });
    for (const [i, name] of ["type", "size", "level", "shared_cpu_list"].entries()) {
      if (values[i] !== undefined) await Deno.writeTextFile(`${cache}/${name}`, `${values[i]}\n`);
    }
  }
  return folder;
}

Deno.test("data caches come nearest first, each with the logical CPUs that share it", async () => {
  const folder = await writeCaches([
    ["Data", "32K", "1", "0,192"],
    ["Instruction", "32K", "1", "0,192"],
    ["Unified", "1024K", "2", "0,192"],
    ["Unified", "32M", "3", "0-7,192-199"],
  ]);
  assert.deepEqual(cpuCaches(folder), [
    { bytes: 2 ** 15, cpus: 2 },
    { bytes: 2 ** 20, cpus: 2 },
    { bytes: 2 ** 25, cpus: 16 },
  ]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("where the system does not tell who shares a cache, the third level is shared by all", async () => {
  const folder = await writeCaches([["Data", "48K", "1"], ["Unified", "2M", "2"], ["Unified", "30M", "3"]]);
  assert.deepEqual(cpuCaches(folder).map(({ cpus }) => cpus), [1, 1, navigator.hardwareConcurrency]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a system that tells nothing has the usual caches", async () => {
  const folder = await Deno.makeTempDir();
  assert.deepEqual(cpuCaches(folder).map(({ bytes }) => bytes), [2 ** 15, 2 ** 20, 2 ** 25]);
  await Deno.remove(folder);
});

Deno.test("all last caches together are as many as there are complexes among the CPUs of the process", () => {
  const caches = [{ bytes: 2 ** 15, cpus: 2 }, { bytes: 2 ** 25, cpus: 16 }];
  assert.equal(allLastCacheBytes(caches, 384), 24 * 2 ** 25);
  assert.equal(allLastCacheBytes(caches, 8), 2 ** 25);
  assert.ok(allLastCacheBytes() >= lastLevelCacheBytes());
});
