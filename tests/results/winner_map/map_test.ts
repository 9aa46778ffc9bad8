import assert from "node:assert/strict";
import type { Row } from "../../../results/row.ts";
import { contour } from "../../../results/winner_map/contours.ts";
import { mapSentences } from "../../../results/winner_map/map_text.ts";
import { largestRegion } from "../../../results/winner_map/region.ts";
import { mapPlaces, winnerMap } from "../../../results/winner_map/winner_map.ts";
import { writtenRow } from "../session_fixture.ts";

const AXES = { x: "degree", y: "skew", lead: "lead", speedup: "speedup", baseline: "rows" };

/** Rows of a point at which `ratio` is the time of tiles over that of rows. */
function point(degree: number, skew: number, ratio: number, spread = 0.02): Row[] {
  const cell = (contender: string, metric: string, median: number) =>
    writtenRow({
      suite: "own/map",
      cell: `own/map:${degree}-${skew}:${contender}`,
      contender,
      factors: `degree=${degree};kernel=${contender};skew=${skew}`,
      metric,
      unit: "x",
      median,
      ci_lo: median * (1 - spread),
      ci_hi: median * (1 + spread),
    });
  return [cell("rows", "lead", 1 / ratio), cell("tiles", "lead", ratio), cell("tiles", "speedup", 1 / ratio)];
}

const WORDS = {
  x: "degree",
  y: "skew",
  baseline: "rows",
  contenders: [{ id: "rows", label: "row-split" }, { id: "tiles", label: "block-sparse" }],
};

/** Tiles win from degree 8 on where the skew is small; with one tie. */
const ROWS = [
  ...point(2, 1, 2),
  ...point(8, 1, 0.5),
  ...point(32, 1, 0.5),
  ...point(2, 9, 2),
  ...point(8, 9, 0.99),
  ...point(32, 9, 1.25),
];

Deno.test("the least lead wins, surely where its interval ends below 1", () => {
  const { xs, ys, points } = winnerMap(ROWS, AXES);
  assert.deepEqual([xs, ys], [[2, 8, 32], [1, 9]]);
  assert.deepEqual(
    points.map(({ x, y, winner, certain }) => [x, y, winner, certain]),
    [
      [2, 1, "rows", true],
      [8, 1, "tiles", true],
      [32, 1, "tiles", true],
      [2, 9, "rows", true],
      [8, 9, "tiles", false],
      [32, 9, "rows", true],
    ],
  );
  assert.deepEqual(points[1].entries, [
    { contender: "rows", speedup: 1, range: [1, 1], faster: false },
    { contender: "tiles", speedup: 2, range: [1.96, 2.04], faster: true },
  ]);
});

Deno.test("a point with one measured contender, or a failed one, is no point", () => {
  assert.deepEqual(winnerMap(point(2, 1, 2).slice(0, 1), AXES).points, []);
  const failed = point(2, 1, 2).map((row) =>
    row.contender === "tiles" ? { ...row, status: "failed" as const } : row
  );
  assert.deepEqual(winnerMap(failed, AXES).points, []);
});

Deno.test("a place without a measurement takes the nearest point", () => {
  const map = winnerMap([...point(2, 1, 2), ...point(8, 9, 0.5)], AXES);
  const places = mapPlaces(map).map((
    { column, line, point, measured },
  ) => [column, line, point.winner, measured]);
  assert.deepEqual(places, [
    [0, 0, "rows", true],
    [1, 0, "rows", false],
    [0, 1, "rows", false],
    [1, 1, "tiles", true],
  ]);
});

Deno.test("a sentence names the region of a statement and what lies beyond it", () => {
  assert.deepEqual(mapSentences(winnerMap(ROWS, AXES), WORDS), [
    "Fastest of 6 measured points: row-split at 3 (surely at 3), block-sparse at 3 (surely at 2).",
    "block-sparse surely beat row-split at 2 of 6 points: wherever the degree is at least 8 and the skew is 1 (2 points) and nowhere else.",
  ]);
  const elsewhere = winnerMap([...ROWS, ...point(2, 40, 0.5)], AXES);
  assert.match(mapSentences(elsewhere, WORDS)[1], /\(2 points\) and at 1 of the 5 other points\.$/);
  const never = winnerMap([...point(2, 1, 2), ...point(8, 1, 3)], AXES);
  assert.equal(mapSentences(never, WORDS)[1], "block-sparse surely beat row-split at no point.");
  const always = winnerMap([...point(2, 1, 0.5), ...point(8, 1, 0.3)], AXES);
  assert.match(mapSentences(always, WORDS)[1], /at 2 of 2 points: everywhere \(2 points\)\.$/);
  const contenders = [{ id: "rows", label: "rows, whole" }, { id: "tiles", label: "tiles (rounded)" }];
  const marked = mapSentences(winnerMap(ROWS, AXES), { ...WORDS, contenders });
  assert.match(marked[0], /: “rows, whole” at 3 \(surely at 3\), “tiles \(rounded\)” at 3/);
  assert.match(marked[1], /^“tiles \(rounded\)” surely beat “rows, whole” at 2/);
  const none = mapSentences(never, { ...WORDS, contenders });
  assert.equal(none[1], "“tiles (rounded)” surely beat “rows, whole” at no point.");
});

Deno.test("the largest region holds at every one of its points", () => {
  const points = [1, 2, 3, 4, 8].flatMap((x) =>
    [1, 2, 3].map((y) => ({ x, y, holds: x >= 2 && !(x === 4 && y === 3) }))
  );
  assert.deepEqual(largestRegion(points), { x: [2, 8], y: [1, 2], points: 8, beyond: 3 });
  assert.equal(largestRegion(points.map((each) => ({ ...each, holds: false }))), undefined);
});

Deno.test("a contour lies where the quantity has its level, and joins up", () => {
  const at = (column: number, line: number) => column + 2 * line;
  const segments = contour({ columns: 4, lines: 3 }, at, 3.5);
  assert.ok(segments.length > 2);
  for (const ends of segments) {
    for (const [column, line] of ends) assert.ok(Math.abs(at(column, line) - 3.5) < 1e-12);
  }
  // Two ends lie on the border, every other one belongs to two segments.
  const ends = segments.flat().map((end) => end.map((each) => each.toFixed(9)).join());
  const alone = [...Map.groupBy(ends, String).values()].filter((same) => same.length === 1);
  assert.equal(alone.length, 2);
  assert.deepEqual(contour({ columns: 4, lines: 3 }, at, 99), []);
});
