/** Memory IO over links, and the speeds at which claims about it turn. @module */
import assert from "node:assert/strict";
import fc from "fast-check";
import { copyMs } from "../../../../experiments/trials/links/copies.ts";
import { overLinks } from "../../../../experiments/fastgl/links/loading_links.ts";
import {
  flipFact,
  savingPaysBelow,
  takesLongerBelow,
} from "../../../../experiments/fastgl/links/turning_speeds.ts";
import { type Link, LINKS } from "../../../../hardware/models/interconnect.ts";

/** A link of some GB/s with the latency of PCIe. */
const linkOf = (gbs: number): Link => ({ ...LINKS["pcie-4-x16"], bytesPerSecond: gbs * 1e9 });
const near = (a: number, b: number) =>
  assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)), `${a}, ${b}`);

const BYTES = fc.integer({ min: 1, max: 2e9 }), MS = fc.integer({ min: 1, max: 1e5 });

Deno.test("over a link of the speed at which it turns, memory IO takes as long as the longer other phase", () => {
  fc.assert(fc.property(BYTES, fc.integer({ min: 0, max: 100 }), MS, (bytes, transfers, longer) => {
    const copies = { bytes, transfers };
    const gbs = takesLongerBelow(copies, longer);
    if (gbs !== Infinity) near(copyMs(copies, linkOf(gbs)), longer);
    else assert.ok(copyMs(copies, linkOf(1e12)) >= longer, "even the fastest link is slower");
  }));
  assert.equal(takesLongerBelow({ bytes: 1e9, transfers: 100 }, 1), Infinity, "latencies take 1 ms");
});

Deno.test("work on the device is part of memory IO: what is left of the other phase is the link's", () => {
  const loading = { bytes: 1e9, transfers: 10, deviceMs: 50 };
  near(takesLongerBelow(loading, 150.1), 10);
  near(copyMs(loading, linkOf(10)) + 50, 150.1);
  assert.equal(takesLongerBelow(loading, 50), Infinity, "over any link");
});

Deno.test("over a link of the speed at which it turns, the system that copies less takes as long as the other", () => {
  fc.assert(fc.property(BYTES, BYTES, MS, MS, (less, more, deviceMs, otherMs) => {
    const saving = { bytes: less, transfers: 20, deviceMs },
      other = {
        ...{ bytes: less + more, transfers: 20, deviceMs: otherMs },
      };
    const gbs = savingPaysBelow(saving, other);
    const io = (loading: typeof saving, speed: number) => copyMs(loading, linkOf(speed)) + loading.deviceMs;
    if (gbs === Infinity) {
      assert.ok(deviceMs <= otherMs);
      assert.ok(io(saving, 1e6) <= io(other, 1e6), "it pays over any link");
    } else {
      const [own, theirs] = [saving, other].map((loading) => io(loading, gbs));
      assert.ok(Math.abs(own - theirs) <= 1e-6 * theirs);
      assert.ok(io(saving, gbs / 2) < io(other, gbs / 2), "it pays over a slower link");
    }
  }));
});

Deno.test("what copies no less pays over any link where it does less on the device, else over none", () => {
  const of = (bytes: number, deviceMs: number) =>
    savingPaysBelow({ bytes, transfers: 1, deviceMs }, { bytes: 10, transfers: 1, deviceMs: 5 });
  assert.deepEqual([of(10, 4), of(10, 5), of(10, 6), of(11, 4), of(11, 6)], [Infinity, 0, 0, 0, 0]);
});

Deno.test("memory IO is the copy over each link and what the device does, round by round", () => {
  const rounds = [3, 5].map((deviceMs) => ({ bytes: 64e6, transfers: 100, deviceMs }));
  const values = overLinks(rounds) as Record<string, { readonly value: number[]; readonly source: string }>;
  const { io_over_pcie_4: pcie4, io_over_pcie_5: pcie5, io_over_ethernet_100: far } = values;
  [6, 8].forEach((wanted, round) => near(pcie4.value[round], wanted));
  [5, 7].forEach((wanted, round) => near(pcie5.value[round], wanted));
  // 12.5 GB/s, and 20 us a transfer.
  [3, 5].forEach((own, round) => near(far.value[round], own + 2 + 64 / 12.5));
  assert.ok(Object.values(values).every(({ source }) => source === "modelled"));
});

Deno.test("a speed beyond all links is finite, and leaves the others as they are", () => {
  assert.deepEqual(flipFact([3, Infinity, 4]), { flip_link: { value: [3, 1e4, 4], source: "modelled" } });
});
