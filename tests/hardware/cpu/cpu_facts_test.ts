import assert from "node:assert/strict";
import {
  allLastCacheBytes,
  cachesIn,
  cpuCaches,
  cpuGeneration,
  cpuIdentity,
  cpuModel,
  lastLevelCacheBytes,
} from "../../../hardware/cpu/cpu_facts.ts";

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
  assert.deepEqual(cachesIn(folder), [
    { bytes: 2 ** 15, cpus: 2 },
    { bytes: 2 ** 20, cpus: 2 },
    { bytes: 2 ** 25, cpus: 16 },
  ]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("where the system does not tell who shares a cache, the third level is shared by all", async () => {
  const folder = await writeCaches([["Data", "48K", "1"], ["Unified", "2M", "2"], ["Unified", "30M", "3"]]);
  assert.deepEqual(cachesIn(folder).map(({ cpus }) => cpus), [1, 1, navigator.hardwareConcurrency]);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a system that tells nothing has the usual caches", async () => {
  const folder = await Deno.makeTempDir();
  assert.deepEqual(cachesIn(folder), []);
  assert.deepEqual(cpuCaches([]).map(({ bytes }) => bytes), [2 ** 15, 2 ** 20, 2 ** 25]);
  await Deno.remove(folder);
});

Deno.test("all last caches together are as many as there are complexes among the CPUs of the process", () => {
  const caches = [{ bytes: 2 ** 15, cpus: 2 }, { bytes: 2 ** 25, cpus: 16 }];
  assert.equal(allLastCacheBytes(caches, 384), 24 * 2 ** 25);
  assert.equal(allLastCacheBytes(caches, 8), 2 ** 25);
  assert.ok(allLastCacheBytes() >= lastLevelCacheBytes());
});

/** Text of `/proc/cpuinfo` on arm64, of cores with these implementers and parts. */
function armText(cores: readonly (readonly [string, string])[], first = ""): string {
  return cores.map(([implementer, part], i) =>
    `processor\t: ${i}\n${first}BogoMIPS\t: 2000.00\nCPU implementer\t: ${implementer}\n` +
    `CPU architecture: 8\nCPU variant\t: 0x0\nCPU part\t: ${part}\nCPU revision\t: 0\n`
  ).join("\n");
}

Deno.test("generations of CPUs that a cloud names alike are told apart on x86, and elsewhere none is told", () => {
  const text = (family: number, model: number) =>
    `processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: ${family}\nmodel\t\t: ${model}\n` +
    "model name\t: AMD EPYC\nstepping\t: 1\nmicrocode\t: 0x1000065\n";
  assert.equal(cpuModel(text(25, 17)), cpuModel(text(26, 2)));
  assert.equal(cpuGeneration(text(25, 17)), "family 25, model 17, stepping 1");
  assert.equal(cpuIdentity(text(26, 2)), "AMD EPYC, family 26, model 2, stepping 1");
  assert.equal(cpuIdentity(armText([["0x41", "0xd40"]])), "Arm Neoverse-V1");
  assert.equal(cpuGeneration(armText([["0x41", "0xd40"]])), undefined);
  assert.equal(cpuGeneration(""), undefined);
});

Deno.test("CPUs are told apart on arm64, where Linux gives numbers in place of a name", () => {
  assert.equal(cpuModel(armText([["0x41", "0xd4f"], ["0x41", "0xd4f"]])), "Arm Neoverse-V2");
  assert.equal(cpuModel(armText([["0x41", "0xd40"]])), "Arm Neoverse-V1");
  assert.equal(
    cpuModel(armText([["0x41", "0xd87"], ["0x41", "0xd85"]])),
    "Arm Cortex-A725 + Arm Cortex-X925",
  );
  assert.equal(cpuModel(armText([["0x7f", "0x123"]])), "Arm CPU of implementer 0x7f, part 0x123");
  // Of every core a Jetson's kernel says the same name, and a Raspberry Pi's one of the board below them all.
  const jetson = "model name\t: ARMv8 Processor rev 1 (v8l)\n";
  assert.equal(cpuModel(armText([["0x41", "0xd42"]], jetson)), "Arm Cortex-A78AE");
  assert.equal(cpuModel(`${armText([["0x41", "0xd08"]])}\nModel\t\t: Raspberry Pi 4\n`), "Arm Cortex-A72");
});

Deno.test("a CPU has the name that its system gives, or else that of its architecture", () => {
  const x86 = "processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel\t\t: 26\nmodel name\t: AMD EPYC 9B14\n";
  assert.equal(cpuModel(x86), "AMD EPYC 9B14");
  assert.notEqual(cpuModel("processor\t: 0\nmodel name\t:\n"), "");
});
