/** Model of loading over a link, its range, and its sentences. @module */
import assert from "node:assert/strict";
import fc from "fast-check";
import { linkAnswers } from "../../../../../experiments/own/crossover/links/link_answers.ts";
import {
  batchMs,
  boundedRatio,
  linkRange,
  type Technique,
} from "../../../../../experiments/own/crossover/links/linked_loading.ts";
import { type Link, LINKS } from "../../../../../hardware/models/interconnect.ts";
import type { Row } from "../../../../../results/row.ts";
import { winnerMap } from "../../../../../results/winner_map/winner_map.ts";
import { writtenRow } from "../../../../results/session_fixture.ts";

const sizes = { all: 1e9, matched: 4e8, uncached: 5e8 };
const plain: Technique = { copies: "all", overlaps: false };
const matched: Technique = { copies: "matched", overlaps: false };
const prefetched: Technique = { copies: "all", overlaps: true };
/** A link of 10 GB/s without latency. */
const link: Link = { ...LINKS["pcie-4-x16"], latencySeconds: 0, bytesPerSecond: 1e10 };
const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-9 * Math.abs(b), `${a}, ${b}`);

Deno.test("a mini-batch computes, copies, and moves what it has already; prefetching hides the shorter part", () => {
  const device = { computeMs: 50, link, dramGBs: 1000 };
  near(batchMs(plain, device, sizes), 150);
  near(batchMs(prefetched, device, sizes), 100);
  near(batchMs(matched, device, sizes), 50 + 40 + 1.2);
});

Deno.test("Match and prefetching change places where computation is what Match saves of the copies", () => {
  fc.assert(fc.property(fc.double({ min: 0.1, max: 1e4, noNaN: true }), (computeMs) => {
    const device = { computeMs, link, dramGBs: 1e6 };
    const [a, b] = [matched, prefetched].map((technique) => batchMs(technique, device, sizes));
    // 60 ms of 100 are saved; kept rows cost next to nothing.
    if (computeMs < 59) assert.ok(a < b, `${a}, ${b}`);
    if (computeMs > 61) assert.ok(a > b, `${a}, ${b}`);
  }));
});

Deno.test("bounds are over latency by 4 and speed by 2, both ways", () => {
  const range = linkRange(LINKS["pcie-4-x16"]);
  assert.equal(range.length, 9);
  assert.deepEqual(
    [Math.min, Math.max].map((of) => of(...range.map(({ bytesPerSecond }) => bytesPerSecond / 1e9))),
    [16, 64],
  );
  const device = { computeMs: 100, link, dramGBs: 1e6 };
  const speedup = boundedRatio(
    [device],
    (each) => batchMs(plain, each, sizes) / batchMs(prefetched, each, sizes),
  );
  near(speedup.value[0], 2);
  near(speedup.most, 2);
  near(speedup.least, 1.5);
});

const row = (workload: string, factors: string, contender: string, values: Record<string, number>): Row[] =>
  Object.entries(values).map(([metric, median]) => {
    const { ci_lo: _, ci_hi: __, ...exact } = writtenRow({
      suite: "own/map",
      cell: `own/map:${workload}:${contender}`,
      contender,
      factors,
      metric,
      unit: "x",
      median,
    });
    return exact as Row;
  });

Deno.test("a modelled map is sure by its bounds, and its sentences name machines", () => {
  const point = (x: number, most: number) => [
    ...row(`${x}-1`, `x=${x};y=1`, "plain", { lead: 2, lead_most: 3, copied: 10 }),
    ...row(`${x}-1`, `x=${x};y=1`, "match", {
      lead: 0.5,
      lead_most: most,
      speedup: 2,
      speedup_least: 1 / most,
      copied: 4,
    }),
  ];
  const rows = [
    ...point(1, 0.8),
    ...point(2, 1.2),
    ...row("card", "machine=a card", "plain", { lead: 0.9, lead_most: 1.1 }),
    ...row("card", "machine=a card", "match", { lead: 1.1, lead_most: 1.3 }),
  ];
  const bounds = { lead: "lead_most", speedup: "speedup_least" };
  const map = winnerMap(rows, {
    x: "x",
    y: "y",
    lead: "lead",
    speedup: "speedup",
    baseline: "plain",
    bounds,
  });
  assert.deepEqual(map.points.map(({ x, winner, certain }) => [x, winner, certain]), [
    [1, "match", true],
    [2, "match", false],
  ]);
  assert.deepEqual(map.points.map(({ entries }) => entries.map(({ faster }) => faster)), [
    [false, true],
    [false, false],
  ]);
  const contenders = [{ id: "plain", label: "plain loading" }, { id: "match", label: "Match" }];
  assert.deepEqual(linkAnswers(rows, map, contenders), [
    "The fewest bytes alone name the fastest at 2 of 2 points of the model.",
    "Fastest by the model on a card: plain loading, open.",
  ]);
});
