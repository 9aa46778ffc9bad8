import assert from "node:assert/strict";
import fc from "fast-check";
import { bytesSource } from "../../../datasets/formats/bytes/byte_source.ts";
import { scanJson } from "../../../datasets/formats/bytes/json_scan.ts";
import { DataError } from "../../../platform/errors.ts";
import { text } from "./small_files.ts";

/** Visits of a text that arrives in pieces of so many bytes, as lines. */
async function visitsOf(json: string, size: number): Promise<string[]> {
  const bytes = text(json), visits: string[] = [];
  const note = (kind: string) => (path: readonly unknown[], value?: unknown) =>
    void visits.push(
      `${kind} ${JSON.stringify(path)} ${typeof value === "function" ? "" : JSON.stringify(value)}`,
    );
  const pieces = Array.from(
    { length: Math.ceil(bytes.length / size) },
    (_, i) => bytes.slice(i * size, (i + 1) * size),
  );
  await scanJson({
    ...bytesSource("x.json", bytes),
    open: () => Promise.resolve(ReadableStream.from(pieces)),
  }, {
    enter: note("enter"),
    scalar: note("scalar"),
    leave: note("leave"),
  });
  return visits;
}

/** The same visits by the value that the text stands for. */
function visitsBy(value: unknown, path: readonly unknown[] = []): string[] {
  const at = JSON.stringify(path);
  if (typeof value !== "object" || value === null) return [`scalar ${at} ${JSON.stringify(value)}`];
  const kind = Array.isArray(value) ? "array" : "object";
  const inner = Object.entries(value).flatMap(([key, item]) =>
    visitsBy(item, [...path, kind === "array" ? Number(key) : key])
  );
  return [`enter ${at} "${kind}"`, ...inner, `leave ${at} `];
}

/** Numbers whose texts have all forms, and texts and keys that are alike or need escapes. */
const NUMBERS = fc.oneof(
  fc.integer(),
  fc.maxSafeNat(),
  fc.double({ noDefaultInfinity: true, noNaN: true }).filter((value) => !Object.is(value, -0)),
);
const TEXTS = fc.oneof(
  fc.constantFrom(
    "",
    "a",
    "ab",
    "abc",
    "b",
    "é",
    "中",
    'a"',
    "\\",
    "\n",
    "a\u0000",
    "\ud83d\ude00",
    "x".repeat(41),
    "é".repeat(41),
  ),
  fc.string(),
);
// A key that is a number would come first in an object.
const KEYS = TEXTS.map((key) => `k${key}`);
const VALUES = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    NUMBERS,
    TEXTS,
    fc.constantFrom(true, false, null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(KEYS, tie("value"), { maxKeys: 12, noNullPrototype: true }),
  ),
})).value;

Deno.test("the values of a JSON text are visited in order, in any spacing and chunking", async () => {
  const spacing = fc.constantFrom("", " ", "\t", "\r\n  ");
  await fc.assert(
    fc.asyncProperty(VALUES, spacing, fc.integer({ min: 1, max: 50 }), async (value, space, size) => {
      // Compared with the value: JSON.parse of V8 15.0 takes the key k\n for k\\ once it has read that one.
      const json = space + JSON.stringify(value, null, space) + space;
      assert.deepEqual(await visitsOf(json, size), visitsBy(value));
    }),
    { numRuns: 300 },
  );
  for (
    const json of [
      '{"a":"\\u00e9\\/\\b\\f","\\u0061b":[0,-0.5e+3,1E2,12345678901234567890]}',
      "[999999999999999, 9999999999999999, 1000000000000000]",
      '{"twice":1,"twic":2,"twice ":3,"other":{"twice":4,"twic\\u0066":5}}',
    ]
  ) {
    for (const size of [1, 3, json.length]) {
      assert.deepEqual(await visitsOf(json, size), visitsBy(JSON.parse(json)));
    }
  }
  const deep = "[".repeat(16) + "]".repeat(16), long = `"${"x".repeat(65_536)}"`;
  for (const json of [deep, long]) assert.deepEqual(await visitsOf(json, 1000), visitsBy(JSON.parse(json)));
});

Deno.test("what JSON.parse refuses is refused, and so are deep nesting and long texts", async () => {
  const refused = (json: string, says: RegExp) =>
    assert.rejects(visitsOf(json, 7), (error) => {
      assert.ok(error instanceof DataError, `${json}: ${error}`);
      assert.match(error.message, says);
      return true;
    });
  for (
    const broken of [
      ...[
        "",
        "{",
        "[1,]",
        "[1 2]",
        "{a:1}",
        '{"a"}',
        '{"a":}',
        "01",
        "1.",
        "+1",
        "nul",
        '"\n"',
        '"\\x"',
        "[]]",
        "{]",
      ],
      ...[
        '{"a":1,}',
        "[,1]",
        "NaN",
        '"a',
        "1 2",
        "[".repeat(15),
        '{"a" 1}',
        '{"a":1 "b":2}',
        '{"a","b"}',
        "[1:2]",
      ],
      ...[
        '"a" "b"',
        '{"a":{}{}}',
        "[[][]]",
        "[}",
        '{"a":1]',
        "{1:2}",
        "{,}",
        "[1,,2]",
        "1:2",
        '{"a"::1}',
        ":",
        ",",
      ],
      ...[
        "-",
        "1e",
        "truefalse",
        '"\\u12"',
        "\u00a01",
        "[1\u000b]",
        "--1",
        "1-1",
        "/",
        "1/2",
        '{"a":1,"b"',
        "[0x1]",
      ],
    ]
  ) {
    assert.throws(() => JSON.parse(broken), SyntaxError);
    await refused(broken, /no JSON/);
  }
  await refused("[".repeat(17), /deeper nesting, wanted at most 16 levels/);
  await refused(`["${"x".repeat(65_537)}"]`, /a longer text, wanted at most 65536 bytes/);
  await refused(`[${"1".repeat(65_537)}]`, /a longer text, wanted at most 65536 bytes/);
});
