/** Archives are read back by the reader beside the writer, and by the one of the datasets. @module */
import assert from "node:assert/strict";
import { crc32 as publishedCrc32 } from "node:zlib";
import fc from "fast-check";
import { bytesSource, readWhole } from "../../../datasets/formats/bytes/byte_source.ts";
import { openZip } from "../../../datasets/formats/bytes/zip.ts";
import { crc32 } from "../../../platform/files/crc32.ts";
import { DataError, ReproError, UsageError } from "../../../platform/errors.ts";
import { readZip } from "../../../platform/files/zip_reader.ts";
import { writeZip, type ZipFile } from "../../../platform/files/zip_writer.ts";

const LIMIT = 2 ** 20;
const bytes = (text: string) => new TextEncoder().encode(text);

const FILES: readonly ZipFile[] = [
  { path: "rows.csv", bytes: bytes("a,b\n".repeat(1000)) },
  { path: "plots/\u00e9.svg", bytes: bytes("<svg/>") },
  { path: "empty", bytes: new Uint8Array() },
];

Deno.test("an archive has its files in their order, for two independent readers, and the same bytes each time", async () => {
  const archive = await writeZip(FILES);
  assert.deepEqual(await writeZip(FILES), archive);
  assert.ok(archive.length < 1000, "repeated lines are packed");
  const read = [...readZip(archive, "a.zip", LIMIT).values()].map((file) => ({
    path: file.path,
    bytes: Uint8Array.from(file.read()),
  }));
  assert.deepEqual(read, FILES);
  const { entries } = await openZip(bytesSource("a.zip", archive));
  const again = await Promise.all(
    entries.map(async (entry) => ({
      path: entry.path,
      bytes: Uint8Array.from(await readWhole(entry, LIMIT)),
    })),
  );
  assert.deepEqual(again, FILES);
});

/** Where the directory's entry of the first file begins. */
function directoryOf(archive: Uint8Array): number {
  return new DataView(archive.buffer).getUint32(archive.length - 6, true);
}

Deno.test("a claim that packed bytes cannot hold, or above the limit, is refused before anything is unpacked", async () => {
  const whole = await writeZip(FILES);
  const claimed = (size: number) => {
    const archive = whole.slice();
    new DataView(archive.buffer).setUint32(directoryOf(archive) + 24, size, true);
    return archive;
  };
  assert.throws(() => readZip(claimed(0xffff_fff0), "a.zip", 2 ** 40), (error) => {
    assert.ok(error instanceof DataError);
    assert.equal(error.place.file, "a.zip/rows.csv");
    assert.match(error.message, /4.00 GiB claimed for \d+ B packed/);
    return true;
  });
  assert.throws(() => readZip(whole, "a.zip", 3999), /wanted what they can hold, and at most 3.9/);
  const members = (size: number) => readZip(claimed(size), "a.zip", LIMIT).get("rows.csv")!;
  assert.throws(() => members(3000).read(), /unpack "a.zip\/rows.csv": found more bytes, wanted 3000 bytes/);
  assert.throws(() => members(5000).read(), /found 4000 bytes, wanted 5000 bytes/);
});

Deno.test("what is no archive, cut, encrypted, packed in another way or there twice is refused by name", async () => {
  const whole = await writeZip(FILES);
  assert.throws(() => readZip(bytes("PK"), "a.zip", LIMIT), /"a.zip": found no directory at the end/);
  assert.throws(() => readZip(whole.subarray(0, -1), "a.zip", LIMIT), DataError);
  const changed = (offset: number, value: number) => {
    const archive = whole.slice();
    archive[directoryOf(archive) + offset] = value;
    return () => readZip(archive, "a.zip", LIMIT);
  };
  assert.throws(changed(8, 1), /"a.zip\/rows.csv": found an encrypted entry/);
  assert.throws(changed(10, 12), /found an entry packed by method 12/);
  const twice = await writeZip([FILES[0], FILES[0]]);
  assert.throws(() => readZip(twice, "a.zip", LIMIT), /found two entries of this path/);
  const many = Array.from({ length: 65_536 }, (_, i) => ({ path: `${i}`, bytes: new Uint8Array() }));
  await assert.rejects(writeZip(many), UsageError);
});

Deno.test("archives with bytes that were changed give the files or a data error, never another one", async () => {
  const archive = await writeZip(FILES);
  const seed = crypto.getRandomValues(new Int32Array(1))[0];
  console.log(`seed ${seed}`);
  let refused = 0;
  fc.assert(
    fc.property(fc.nat(archive.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const damaged = archive.slice();
      damaged[at] ^= flip;
      try {
        for (const [path, file] of readZip(damaged, "a.zip", LIMIT)) {
          const original = FILES.find((each) => each.path === path);
          if (original) assert.deepEqual(Uint8Array.from(file.read()), original.bytes);
          else file.read();
        }
      } catch (error) {
        assert.ok(error instanceof ReproError, String(error));
        refused++;
      }
    }),
    { numRuns: 1000, seed },
  );
  assert.ok(refused > 100);
});

Deno.test("the check value is the one of zlib", () => {
  fc.assert(fc.property(fc.uint8Array(), (data) => crc32(data) === publishedCrc32(data)));
});
