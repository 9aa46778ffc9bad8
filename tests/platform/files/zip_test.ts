/** Archives are read back by the reader beside the writer, and by the one of the datasets. @module */
import assert from "node:assert/strict";
import { crc32 as publishedCrc32 } from "node:zlib";
import fc from "fast-check";
import { bytesSource, readAllBytes } from "../../../datasets/formats/bytes/byte_source.ts";
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
      bytes: Uint8Array.from(await readAllBytes(entry, LIMIT)),
    })),
  );
  assert.deepEqual(again, FILES);
});

Deno.test("an archive has the fields of APPNOTE 6.3: version 2.0, names in UTF-8, 1 January 1980, one disk", async () => {
  // Two bytes are no smaller when deflated, and are stored. Their checksum is d8932aac.
  const shared =
    "14 00 | 00 08 | 00 00 | 00 00 | 21 00 | ac 2a 93 d8 | 02 00 00 00 | 02 00 00 00 | 01 00 | 00 00";
  const fields = [
    `50 4b 03 04 | ${shared} | 61 | 68 69`,
    `50 4b 01 02 | 14 00 | ${shared} | 00 00 | 00 00 | 00 00 | 00 00 00 00 | 00 00 00 00 | 61`,
    "50 4b 05 06 | 00 00 | 00 00 | 01 00 | 01 00 | 2f 00 00 00 | 21 00 00 00 | 00 00",
  ];
  const archive = await writeZip([{ path: "a", bytes: bytes("hi") }]);
  assert.equal(archive.toHex(), fields.join("").replaceAll(/[ |]/g, ""));
});

/** Archive of `zip -r -z`: a folder, times and owners behind each name, a comment at the end. */
const INFO_ZIP = Uint8Array.fromBase64(
  "UEsDBAoAAAAAAEu9fl0AAAAAAAAAAAAAAAAGABwAcGxvdHMvVVQJAAPeCQ5r3gkOa3V4CwABBAAAAAAEAAAAAFBLAwQUAAAACABLvX5doQVzPwgAAAAUAAAA" +
    "DgAcAHBsb3RzL3Jvd3MuY3N2VVQJAAPeCQ5r3gkOa3V4CwABBAAAAAAEAAAAAEvUSeJKRMMAUEsBAh4DCgAAAAAAS71+XQAAAAAAAAAAAAAAAAYAGAAAAAAA" +
    "AAAQAO1BAAAAAHBsb3RzL1VUBQAD3gkOa3V4CwABBAAAAAAEAAAAAFBLAQIeAxQAAAAIAEu9fl2hBXM/CAAAABQAAAAOABgAAAAAAAEAAACkgUAAAABwbG90" +
    "cy9yb3dzLmNzdlVUBQAD3gkOa3V4CwABBAAAAAAEAAAAAFBLBQYAAAAAAgACAKAAAACQAAAAEgBwYWNrZWQgYnkgSW5mby1aSVA=",
);

Deno.test("an archive of Info-ZIP is read: folders are left out, extra fields and the comment skipped", () => {
  const [file, ...others] = readZip(INFO_ZIP, "a.zip", LIMIT).values();
  assert.deepEqual([file.path, file.bytes, others.length], ["plots/rows.csv", 20, 0]);
  assert.deepEqual(Uint8Array.from(file.read()), bytes("a,b\n".repeat(5)));
  // A comment of another length than stated is a cut archive.
  assert.throws(() => readZip(INFO_ZIP.subarray(0, -1), "a.zip", LIMIT), /found no directory at the end/);
});

Deno.test("an entry that reaches behind the archive, and a name behind the directory, are refused", async () => {
  const whole = await writeZip([{ path: "a", bytes: bytes("hi") }]);
  const directory = directoryOf(whole);
  // Stored bytes: as many are claimed as packed.
  const long = whole.slice(), view = new DataView(long.buffer);
  for (const field of [20, 24]) view.setUint32(directory + field, whole.length - 30, true);
  const file = readZip(long, "a.zip", LIMIT).get("a")!;
  assert.throws(() => file.read(), /"a.zip\/a": found an entry that ends behind the archive/);
  for (const field of [28, 30, 32]) {
    const named = whole.slice();
    new DataView(named.buffer).setUint16(directory + field, 23, true);
    assert.throws(() => readZip(named, "a.zip", LIMIT), /"a.zip": found a damaged directory/);
  }
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
