import assert from "node:assert/strict";
import {
  ConflictError,
  DataError,
  DeviceError,
  EXIT,
  MissingError,
  OutOfMemoryError,
  ReproError,
  UsageError,
} from "../../platform/errors.ts";
import { Interrupted } from "../../platform/interrupted.ts";

const PARTS = { action: "read x", current: "nothing", wanted: "a file", next: "name another" };

Deno.test("every message says the action, what was found, what was wanted and what to do next", () => {
  const message = "Cannot read x: found nothing, wanted a file. Next: name another";
  for (const Type of [ReproError, UsageError, MissingError, OutOfMemoryError, DeviceError, ConflictError]) {
    const error = new Type(PARTS);
    assert.equal(error.message, message);
    assert.deepEqual(error.parts, PARTS);
    assert.equal(error.name, Type.name);
    assert.ok(error instanceof ReproError && error instanceof Error);
  }
});

Deno.test("each type has the exit code that the command line promises", () => {
  assert.deepEqual(EXIT, { ok: 0, failed: 1, usage: 2, missing: 3, interrupted: 130 });
  assert.equal(new ReproError(PARTS).exitCode, 1);
  assert.equal(new OutOfMemoryError(PARTS).exitCode, 3);
  assert.equal(new DeviceError(PARTS).exitCode, 3);
  assert.equal(new DataError({ file: "x" }, PARTS).exitCode, 3);
  assert.equal(new UsageError(PARTS).exitCode, 2);
  assert.equal(new ConflictError(PARTS).exitCode, 2);
  assert.equal(new MissingError(PARTS).exitCode, 3);
  assert.equal(new Interrupted("SIGINT").exitCode, 130);
});

Deno.test("a data error names the file, and the line or the offset", () => {
  const { action: _, ...rest } = PARTS;
  const at = (place: ConstructorParameters<typeof DataError>[0], action?: string) =>
    new DataError(place, action === undefined ? rest : { ...rest, action }).message.split(":")[0];
  assert.equal(at({ file: "a.csv" }), 'Cannot read "a.csv"');
  assert.equal(at({ file: "a.csv", line: 7 }), 'Cannot read "a.csv", line 7');
  assert.equal(at({ file: "a.npy", offset: 0 }, "decode"), 'Cannot decode "a.npy", offset 0');
  // A name from outside cannot break out of the quotes or the line.
  assert.equal(at({ file: 'a"\n\u001b[2Jb' }), 'Cannot read "a\\"\\n\\u001b[2Jb"');
});

Deno.test("an error keeps its cause", () => {
  const cause = new Error("inner");
  assert.equal(new DataError({ file: "x" }, PARTS, { cause }).cause, cause);
});
