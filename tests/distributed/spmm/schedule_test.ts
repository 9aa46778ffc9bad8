/**
 * Tests of schedules and traffic of partitioned products.
 *
 * @module
 */
import assert from "node:assert/strict";
import { allReduceBytes } from "../../../distributed/communicator/collectives.ts";
import { groupCount, productSeconds, productTraffic, spmmSchedule } from "../../../distributed/spmm/mod.ts";
import { LINKS } from "../../../hardware/models/interconnect.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { SCHEMES } from "./problems.ts";

Deno.test("every block is multiplied once, by a rank that got its rows from one that holds them", () => {
  for (const scheme of SCHEMES) {
    const groups = groupCount(scheme);
    const schedule = spmmSchedule(scheme);
    const blocks = new Set<string>();
    for (const { broadcasts, products } of schedule.steps) {
      assert.equal(
        new Set(broadcasts.flatMap(({ ranks }) => ranks)).size,
        scheme.ranks,
        "each takes part once",
      );
      assert.equal(new Set(products.map(({ rank }) => rank)).size, scheme.ranks);
      for (const { rank, row, column } of products) {
        assert.equal(Math.floor(rank / scheme.replication), row, "rows are the group's");
        const { block, root } = broadcasts.find(({ ranks }) => ranks.includes(rank))!;
        assert.equal(block, column);
        assert.equal(Math.floor(root / scheme.replication), block, "the root holds what it sends");
        blocks.add(`${row} ${column}`);
      }
    }
    assert.equal(blocks.size, groups ** 2);
    assert.equal(schedule.steps.length * scheme.ranks, groups ** 2);
    assert.deepEqual(schedule.sums.flat().length, scheme.replication === 1 ? 0 : scheme.ranks);
  }
});

Deno.test("1D receives (p - 1) / p of the dense matrix a rank, 1.5D less, and sums within its groups", () => {
  const shape = { vertices: 840, width: 16 }, whole = 4 * 840 * 16;
  for (const scheme of SCHEMES) {
    const { ranks, replication } = scheme;
    const { broadcastBytes, sumBytes } = productTraffic(spmmSchedule(scheme), shape);
    if (replication === 1) {
      assert.deepEqual(broadcastBytes, new Array(ranks).fill((ranks - 1) / ranks * whole));
      assert.deepEqual(sumBytes, new Array(ranks).fill(0));
    } else {
      const groups = ranks / replication;
      const total = sumOf(broadcastBytes);
      assert.equal(total, (groups - 1) * whole, "each range of rows goes to one rank of each other group");
      assert.deepEqual(sumBytes, new Array(ranks).fill(whole / groups));
    }
  }
});

Deno.test("uneven ranges leave the sum over ranks at the formula", () => {
  const { broadcastBytes } = productTraffic(spmmSchedule({ ranks: 8, replication: 1 }), {
    vertices: 203,
    width: 3,
  });
  assert.equal(sumOf(broadcastBytes), 7 * 203 * 3 * 4);
});

Deno.test("modelled seconds follow the ring formulas and a faster link", () => {
  const link = LINKS["pcie-3-x16"], shape = { vertices: 1200, width: 100 };
  const whole = 4 * 1200 * 100;
  const oneD = productSeconds(spmmSchedule({ ranks: 4, replication: 1 }), shape, link);
  assert.ok(Math.abs(oneD - (12 * link.latencySeconds + whole / link.bytesPerSecond)) < 1e-12);
  const both = productSeconds(spmmSchedule({ ranks: 4, replication: 2 }), shape, link);
  const sum = whole / 2 / link.bytesPerSecond + 2 * link.latencySeconds;
  assert.ok(Math.abs(both - (link.latencySeconds + whole / 2 / link.bytesPerSecond + sum)) < 1e-12);
  assert.equal(productSeconds(spmmSchedule({ ranks: 1, replication: 1 }), shape, link), 0);
  assert.ok(productSeconds(spmmSchedule({ ranks: 4, replication: 1 }), shape, LINKS["nvlink-max"]) < oneD);
});

Deno.test("a long sum brings each rank its segment of all others and the others' sums, a short one all numbers", () => {
  for (let size = 1; size <= 7; size++) {
    const ranks = Array.from({ length: size }, (_, rank) => rank);
    for (const length of [4097, 5000, 70_001]) {
      const bytes = ranks.map((rank) => allReduceBytes(length, { rank, size }));
      // Each of the words comes to its segment's rank from all others, and its sum to all others.
      assert.equal(sumOf(bytes), 4 * 2 * (size - 1) * length);
      for (const each of bytes) assert.ok(Math.abs(each - 8 * (size - 1) / size * length) <= 4 * size);
    }
    for (const rank of ranks) assert.equal(allReduceBytes(4096, { rank, size }), 4 * 4096 * (size - 1));
  }
});

Deno.test("a replication that divides the ranks or the groups unevenly is refused", () => {
  for (const scheme of [[3, 2], [2, 2], [6, 2], [0, 1], [4, 0], [2.5, 1]]) {
    const [ranks, replication] = scheme;
    assert.throws(() => spmmSchedule({ ranks, replication }), UsageError, `${ranks}, ${replication}`);
  }
});
