/** Values that users write in options: what they mean, and what is refused. @module */
import assert from "node:assert/strict";
import {
  byteSize,
  choice,
  duration,
  InvalidValue,
  positiveNumber,
  type ValueKind,
  wholeNumber,
  wholeNumbers,
} from "../../../platform/command_line/value_kind.ts";
import { formatBytes } from "../../../platform/text/bytes.ts";

const refused = <T>({ parse }: ValueKind<T>, values: readonly string[], says: RegExp) => {
  for (const value of values) {
    assert.throws(() => parse(value), (error) => {
      assert.ok(error instanceof InvalidValue, `"${value}"`);
      assert.match(error.message, says);
      return true;
    }, `"${value}"`);
  }
};

Deno.test("a size is in bytes or their binary multiples", () => {
  const sizes = { "0": 0, "512": 512, "3B": 3, "64 KiB": 65_536, "1.5mib": 1_572_864, "2GiB": 2_147_483_648 };
  for (const [written, bytes] of Object.entries(sizes)) assert.equal(byteSize.parse(written), bytes, written);
  assert.equal(byteSize.parse(formatBytes(1.5 * 2 ** 40)), 1.5 * 2 ** 40);
  const { write } = byteSize;
  assert.deepEqual([0, 1000, 1536, 2 ** 26, 11 * 2 ** 30, 2 ** 40].map((bytes) => write!(bytes)), [
    "0B",
    "1000B",
    "1536B",
    "64MiB",
    "11GiB",
    "1TiB",
  ]);
  refused(byteSize, ["", "64MB", "-1", "1e3", "MiB"], /^Write a size such as 64MiB/);
});

Deno.test("a duration is above 0 and at most 596 hours, and is written in its largest whole unit", () => {
  const { parse, write } = duration;
  assert.deepEqual(["90s", "9m", "1.5h", "596h"].map(parse), [90, 540, 5400, 2_145_600]);
  refused(duration, ["", "0s", "9", "-1m", "1d", "9M"], /^Write a time above 0/);
  refused(duration, ["597h", "2145601s"], /^Write a time of at most 596h/);
  assert.deepEqual([90, 540, 3600, 7200].map((seconds) => write!(seconds)), ["90s", "9m", "1h", "2h"]);
  // A timer of the longest duration does not fire at once: 2^31 - 1 ms are the most.
  assert.ok(1000 * parse("596h") < 2 ** 31);
});

Deno.test("a whole number is within its range, both ends included", () => {
  const port = wholeNumber(0, 65_535);
  assert.deepEqual(["0", "80", "65535"].map(port.parse), [0, 80, 65_535]);
  refused(port, ["", " ", "-1", "65536", "1.5", "NaN", "ten"], /^Write a whole number, 0 to 65535\.$/);
  refused(wholeNumber(1), ["0", "9007199254740992", "Infinity"], /^Write a whole number, 1 or more\.$/);
  assert.deepEqual(wholeNumbers(1).parse("15,10,5"), [15, 10, 5]);
  refused(wholeNumbers(1), ["", "15,", "15,0"], /1 or more/);
});

Deno.test("a positive number is finite and not 0, and a choice one of its words", () => {
  assert.deepEqual(["0.01", "1e-3", "2"].map(positiveNumber.parse), [0.01, 0.001, 2]);
  refused(positiveNumber, ["", "0", "-1", "Infinity", "NaN", "1 %"], /^Write a number above 0/);
  const sides = choice("side", ["left", "right", "both"]);
  assert.equal(sides.parse("right"), "right");
  refused(sides, ["", "Left", "up"], /^Write left, right or both\.$/);
});
