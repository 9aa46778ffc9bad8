import assert from "node:assert/strict";
import fc from "fast-check";
import { contentKey, sha256, sha256File, sha256Folder } from "../../../platform/files/digest.ts";
import { canonicalJson } from "../../../platform/files/canonical_json.ts";
import { webContentKey, webSha256 } from "../../../platform/files/web_digest.ts";
import { ReproError } from "../../../platform/errors.ts";

const OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

Deno.test("digests agree with the vectors of FIPS 180-4, for texts, bytes and files", async () => {
  assert.equal(sha256("abc"), OF_ABC);
  assert.equal(sha256(new TextEncoder().encode("abc")), OF_ABC);
  assert.equal(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const path = await Deno.makeTempFile();
  try {
    assert.equal(await sha256File(path), sha256(""));
    // The "million a" vector, and a length that is no multiple of the chunk.
    await Deno.writeTextFile(path, "a".repeat(1_000_000));
    assert.equal(await sha256File(path), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    const long = new Uint8Array(2_500_001).map((_, i) => i * 7);
    await Deno.writeFile(path, long);
    assert.equal(await sha256File(path), sha256(long));
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("a folder's digest is that of its files' paths and bytes", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const digests = new Set<string>();
    const changes: readonly (() => Promise<void>)[] = [
      () => Deno.mkdir(`${folder}/inner`),
      () => Deno.writeTextFile(`${folder}/inner/b`, "1"),
      () => Deno.writeTextFile(`${folder}/a`, "1"),
      () => Deno.writeTextFile(`${folder}/inner/b`, "2"),
      () => Deno.rename(`${folder}/a`, `${folder}/c`),
    ];
    for (const change of changes) {
      await change();
      const digest = await sha256Folder(folder);
      assert.equal(await sha256Folder(folder), digest);
      digests.add(digest);
    }
    assert.equal(digests.size, changes.length);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("canonical JSON is JSON, and does not depend on the order of keys", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const text = canonicalJson(value);
    assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
    const reversed = JSON.parse(
      text,
      (_, part) =>
        part !== null && typeof part === "object" && !Array.isArray(part)
          ? Object.fromEntries(Object.entries(part).reverse())
          : part,
    );
    assert.equal(canonicalJson(reversed), text);
  }));
});

Deno.test("content keys tell values apart that differ", () => {
  const values = [
    null,
    0,
    "0",
    "",
    [],
    {},
    [0],
    ["0"],
    { a: 1 },
    { a: "1" },
    { a: [1] },
    { b: 1 },
    { a: { b: 1 } },
    [[]],
    false,
  ];
  assert.equal(new Set(values.map(contentKey)).size, values.length);
  assert.equal(contentKey({ b: 1, a: undefined }), contentKey({ b: 1 }));
  assert.equal(contentKey({ a: 1, b: [1, { d: 2, c: 3 }] }), contentKey({ b: [1, { c: 3, d: 2 }], a: 1 }));
});

Deno.test("what has no one JSON form is refused", () => {
  const refused = [NaN, Infinity, undefined, 1n, () => 1, new Date(), new Uint8Array(2), new Map(), [
    undefined,
  ], { a: NaN }];
  for (const value of refused) assert.throws(() => contentKey(value), ReproError);
  assert.throws(() => contentKey({ x: new Float32Array(1) }), /found a value of type Float32Array/);
  assert.throws(() => contentKey(NaN), /found the number NaN/);
});

Deno.test("digests by Web Crypto are the same, of a text, of bytes within a buffer, of a value", async () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i).subarray(3, 777);
  assert.equal(await webSha256(bytes), sha256(bytes));
  assert.equal(await webSha256("\u00e9"), sha256("\u00e9"));
  const value = { b: [1, "x"], a: { c: null } };
  assert.equal(await webContentKey(value), contentKey(value));
});
