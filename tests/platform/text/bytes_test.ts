import assert from "node:assert/strict";
import fc from "fast-check";
import { formatBytes } from "../../../platform/text/bytes.ts";

Deno.test("bytes are shown in the largest unit that they fill", () => {
  assert.deepEqual([0, 1, 1023, 1024, 1536, 64 * 2 ** 20, 2 ** 40, 2 ** 52].map(formatBytes), [
    "0 B",
    "1 B",
    "1023 B",
    "1 KiB",
    "1.50 KiB",
    "64 MiB",
    "1 TiB",
    "4096 TiB",
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 49 }), (bytes) => {
      const [number, unit] = formatBytes(bytes).split(" ");
      assert.ok(Number(number) < 1024, `${bytes} reads ${number} ${unit}`);
      const back = Number(number) * 1024 ** ["B", "KiB", "MiB", "GiB", "TiB"].indexOf(unit);
      assert.ok(Math.abs(back - bytes) <= 0.01 * bytes);
    }),
    { examples: [[2 ** 20 - 1], [2 ** 30 - 1], [2 ** 40 - 1]] },
  );
});
