import fc from "fast-check";
import assert from "node:assert/strict";
import {
  allToAllSeconds,
  type Link,
  LINKS,
  ringAllReduceSeconds,
  ringBroadcastSeconds,
  transferSeconds,
} from "../../../hardware/models/interconnect.ts";
import { changedLink, LINK_CHANGES } from "../../../hardware/models/link_changes.ts";
import { UsageError } from "../../../platform/errors.ts";

/** 1 s a message, 100 bytes a second: sums can be read off. */
const SLOW: Link = { name: "slow", latencySeconds: 1, bytesPerSecond: 100, source: "this test" };

Deno.test("formulas of transfers and collectives give hand-computed seconds", () => {
  assert.equal(transferSeconds(SLOW, 250), 3.5);
  assert.equal(ringBroadcastSeconds(SLOW, { bytes: 250, receivers: 3 }), 5.5);
  assert.equal(ringAllReduceSeconds(SLOW, { bytes: 400, ranks: 4 }), 6 + 6);
  // Rank 0 sends 30 and receives 100 + 200; what it keeps (999) costs nothing.
  assert.equal(allToAllSeconds(SLOW, [[999, 10, 20], [100, 0, 0], [200, 0, 0]]), 3 + 2);
});

Deno.test("links carry the printed bandwidths in bytes a second", () => {
  const gigabytes = Object.fromEntries(
    Object.entries(LINKS).map(([id, each]) => [id, each.bytesPerSecond / 1e9]),
  );
  assert.deepEqual(gigabytes, {
    "pcie-3-x16": 12,
    "pcie-4-x16": 32,
    "pcie-5-x16": 64,
    "nvlink-min": 36,
    "nvlink-max": 144,
    "infiniband-edr": 12.5,
    "infiniband-hdr": 25,
    "ethernet-1g": 0.125,
    "ethernet-10g": 1.25,
    "ethernet-25g": 3.125,
    "ethernet-100g": 12.5,
    "grace-hopper": 900,
  });
  assert.equal(LINKS["pcie-3-x16"].latencySeconds, 1e-5);
  assert.equal(LINKS["infiniband-edr"].latencySeconds, 2e-6);
});

Deno.test("a collective of nobody takes no time", () => {
  assert.equal(ringBroadcastSeconds(SLOW, { bytes: 1e9, receivers: 0 }), 0);
  assert.equal(ringAllReduceSeconds(SLOW, { bytes: 1e9, ranks: 1 }), 0);
  assert.equal(allToAllSeconds(SLOW, [[1e9]]), 0);
  assert.equal(allToAllSeconds(SLOW, []), 0);
});

const sizes = fc.double({ min: 0, max: 1e12, noNaN: true });
const links = fc.constantFrom(...Object.values(LINKS));

Deno.test("no collective gets faster with more bytes, more ranks or more latency", () => {
  fc.assert(fc.property(links, sizes, fc.integer({ min: 2, max: 512 }), (over, bytes, ranks) => {
    const slower = { ...over, latencySeconds: over.latencySeconds * 2 };
    for (
      const seconds of [
        (link: Link, b: number, m: number) => ringBroadcastSeconds(link, { bytes: b, receivers: m }),
        (link: Link, b: number, m: number) => ringAllReduceSeconds(link, { bytes: b, ranks: m }),
      ]
    ) {
      const base = seconds(over, bytes, ranks);
      assert.ok(seconds(over, bytes + 1e6, ranks) > base);
      assert.ok(seconds(over, bytes, ranks + 1) > base);
      assert.ok(seconds(slower, bytes, ranks) > base);
    }
  }));
});

Deno.test("an all-to-all of equal messages takes each rank's own traffic, a turned one as long", () => {
  fc.assert(fc.property(links, fc.integer({ min: 2, max: 12 }), sizes, (over, ranks, size) => {
    const matrix = Array.from({ length: ranks }, () => Array<number>(ranks).fill(size));
    const seconds = (ranks - 1) * transferSeconds(over, size);
    assert.ok(Math.abs(allToAllSeconds(over, matrix) / seconds - 1) < 1e-9);
  }));
  const matrix = fc.array(fc.array(sizes, { minLength: 5, maxLength: 5 }), { minLength: 5, maxLength: 5 });
  fc.assert(fc.property(matrix, (bytes) => {
    const turned = bytes.map((_, i) => bytes.map((row) => row[i]));
    assert.ok(Math.abs(allToAllSeconds(SLOW, bytes) / allToAllSeconds(SLOW, turned) - 1) < 1e-9);
  }));
});

Deno.test("links are varied by latency x4, /4 and bandwidth x2, /2, by themselves and together", () => {
  const link = LINKS["pcie-3-x16"];
  const varied = LINK_CHANGES.map((change) => changedLink(link, change));
  assert.deepEqual(varied[0], link);
  assert.deepEqual(
    varied.slice(1).map(({ latencySeconds, bytesPerSecond }) => [
      ...[latencySeconds / link.latencySeconds, bytesPerSecond / link.bytesPerSecond],
    ]),
    [[4, 1], [1 / 4, 1], [1, 2], [1, 1 / 2], [4, 1 / 2], [1 / 4, 2]],
  );
});

Deno.test("refuses negative sizes, half receivers and ragged exchanges", () => {
  assert.throws(() => transferSeconds(SLOW, -1), UsageError);
  assert.throws(() => ringBroadcastSeconds(SLOW, { bytes: 1, receivers: 1.5 }), UsageError);
  assert.throws(() => ringAllReduceSeconds(SLOW, { bytes: NaN, ranks: 2 }), UsageError);
  assert.throws(() => allToAllSeconds(SLOW, [[0, 1], [1]]), UsageError);
  assert.throws(() => allToAllSeconds(SLOW, [[0, -1], [1, 0]]), UsageError);
});
