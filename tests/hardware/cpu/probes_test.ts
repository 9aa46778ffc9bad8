/** Probes of what the CPU can do at most: each does as much work as its rate counts. @module */
import assert from "node:assert/strict";
import { probesWasm } from "../../../hardware/cpu/probes_bindings.ts";
import { testOnThreads } from "./threads.ts";

const ITEMS = 5;

testOnThreads("a triad computes b + 3 c, 128 bytes an item and no more", async (device) => {
  const floats = 32 * ITEMS,
    ints = (first: number) => Float32Array.from({ length: floats }, (_, i) => first + i);
  const [a, b, c] = ["a", "b", "c"].map((name) => device.allocate(name, 4 * floats + 16));
  for (const buffer of [a, b, c]) device.write(buffer, new Float32Array(floats + 4).fill(-1));
  device.write(b, ints(1));
  device.write(c, ints(1000));
  const addresses = { a: a.address, b: b.address, c: c.address };
  device.parallel(probesWasm.call("triad", { items: ITEMS, block: 1 }, addresses));
  assert.deepEqual(
    [...new Float32Array(await device.read(a, 4 * floats + 16))],
    [...ints(1).map((value, i) => value + 3 * (1000 + i)), -1, -1, -1, -1],
  );
  for (const buffer of [a, b, c]) device.free(buffer);
});

testOnThreads("an item of multiply-adds has 4,096 rounds of ten vectors", async (device) => {
  const out = device.allocate("out", 16), items = 3;
  device.parallel(probesWasm.call("multiplyAdd", { items, block: items }, { factor: 1, out: out.address }));
  // From 1, 2 to 10, each one more in every round: 55, and ten for each round.
  assert.deepEqual([...new Float32Array(await device.read(out))], Array(4).fill(55 + 10 * 4096 * items));
  device.free(out);
});

testOnThreads("a sweep adds up the words of each item as often as it is told", async (device) => {
  const words = 64, repeats = 3;
  const data = Uint32Array.from({ length: words * ITEMS }, (_, i) => (i + 1) * 0x9e3779b1);
  const base = device.allocate("base", 4 * data.length), out = device.allocate("out", 16 * ITEMS);
  device.write(base, data);
  const memory = { base: base.address, bytes: 4 * words, repeats, out: out.address };
  device.parallel(probesWasm.call("sweep", { items: ITEMS, block: 1 }, memory));
  const wanted = new Uint32Array(4 * ITEMS);
  data.forEach((word, i) => wanted[4 * Math.floor(i / words) + i % 4] += repeats * word);
  assert.deepEqual(new Uint32Array(await device.read(out)), wanted);
  device.free(base);
  device.free(out);
});
