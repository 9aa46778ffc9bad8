/** Signs stated before a map is measured, and regions of claims. @module */
import assert from "node:assert/strict";
import { mapAnswers } from "../../../../experiments/own/crossover/map_answers.ts";
import { judgeSign, signText, type StatedSign } from "../../../../experiments/own/crossover/stated_signs.ts";
import type { Row } from "../../../../results/row.ts";
import { metricPoints } from "../../../../results/winner_map/metric_points.ts";
import { winnerMap } from "../../../../results/winner_map/winner_map.ts";
import { writtenRow } from "../../../results/session_fixture.ts";

const lattice = {
  x: { factor: "share", values: [1, 10, 90] },
  y: { factor: "depth", values: [1, 2, 3] },
};
const AXES = { x: "share", y: "depth", lead: "lead", speedup: "speedup", baseline: "whole" };
const contenders = [{ id: "whole", label: "whole graph" }, { id: "paths", label: "paths" }];

/** Rows of a point at which `paths` has a speed-up, within 5 % either way. */
function point(share: number, depth: number, speedup: number): Row[] {
  const cell = (contender: string, metric: string, median: number) =>
    writtenRow({
      suite: "own/map",
      cell: `own/map:${share}-${depth}:${contender}`,
      contender,
      factors: `backward=${contender};depth=${depth};share=${share}`,
      metric,
      unit: "x",
      median,
      ci_lo: 0.95 * median,
      ci_hi: 1.05 * median,
    });
  return [
    cell("whole", "lead", speedup),
    cell("paths", "lead", 1 / speedup),
    cell("paths", "speedup", speedup),
  ];
}

const falls: StatedSign = { contender: "paths", along: "x", sign: -1, why: "fewer rows are zero" };

/** One line falls, one rises, one is open. */
const ROWS = [
  ...[...point(1, 1, 3), ...point(10, 1, 2), ...point(90, 1, 1)],
  ...[...point(1, 2, 1), ...point(90, 2, 2)],
  ...[...point(1, 3, 1), ...point(10, 3, 5), ...point(90, 3, 1.02)],
];

Deno.test("a sign is judged line by line, by the intervals at both ends", () => {
  const map = winnerMap(ROWS, AXES);
  assert.deepEqual(judgeSign(map, falls), { as: 1, against: 1, open: 1 });
  assert.deepEqual(judgeSign(map, { ...falls, sign: 1 }), { as: 1, against: 1, open: 1 });
  // Upwards: at share 1 it falls, at 10 it rises, at 90 it is open between the first and the last.
  assert.deepEqual(judgeSign(map, { ...falls, along: "y" }), { as: 1, against: 1, open: 1 });
  assert.deepEqual(judgeSign(winnerMap(point(1, 1, 3), AXES), falls), { as: 0, against: 0, open: 0 });
});

Deno.test("a sign is stated with its reason before there are rows", () => {
  assert.equal(
    signText(falls, { contenders, lattice }),
    "Stated beforehand: the speed-up by paths falls with the share, because fewer rows are zero.",
  );
});

Deno.test("a claim holds where its number is surely above 1; a row without an interval is exact", () => {
  const claim = { contender: "paths", metric: "speedup" };
  const held = metricPoints(ROWS, AXES, claim).filter(({ holds }) => holds).map(({ x, y }) => [x, y]);
  assert.deepEqual(held, [[1, 1], [10, 1], [90, 2], [10, 3]]);
  const exact = ROWS.map(({ ci_lo: _, ci_hi: __, ...row }) => row as Row);
  assert.ok(metricPoints(exact, AXES, claim).some(({ x, y, holds }) => x === 90 && y === 3 && holds));
  const failed = ROWS.map((row) => ({ ...row, status: "failed" as const }));
  assert.deepEqual(metricPoints(failed, AXES, claim), []);
});

Deno.test("answers name regions with units, and count lines; a map without points has none", () => {
  const map = winnerMap(ROWS, AXES);
  const plan = {
    signs: [falls],
    claims: [{ claim: "a.q.faster", says: "paths are faster", contender: "paths", metric: "speedup" }],
    plots: [{ metric: "lead", x: "share", y: "depth", xUnit: "%" }],
    contenders,
    lattice,
  };
  assert.deepEqual(mapAnswers(ROWS, map, plan), [
    "Region of claim a.q.faster: that paths are faster surely holds at 4 of 8 points: wherever the share is at most 10 % and " +
    "the depth is 1 (2 points) and at 2 of the 6 other points.",
    "Stated beforehand: the speed-up by paths falls with the share (so on 1 of 3 lines of the map, the other way on 1, open on 1).",
  ]);
  assert.deepEqual(mapAnswers([], winnerMap([], AXES), plan), []);
});
