import assert from "node:assert/strict";
import { type HistoryLine, historySvg, ratioText } from "../../../results/pictures/history_svg.ts";

function line(count: number): HistoryLine {
  const points = Array.from({ length: count }, (_, at) => ({
    at,
    value: 1 + at / count,
    interval: [0.9 + at / count, 1.1 + at / count] as const,
  }));
  return { color: "#0072B2", symbol: "circle", points, steps: [] };
}

const draw = (count: number) =>
  historySvg({ title: "<b>", lines: [line(count)], places: count, reference: 1 }).source;

Deno.test("few points have marks and whiskers, many a band and a mark at the end, one stands in the middle", () => {
  const few = draw(5), many = draw(200), one = draw(1);
  assert.equal(few.match(/<circle/g)!.length, 5);
  assert.ok(few.includes("<polyline") && !few.includes("<polygon"));
  assert.equal(many.match(/<circle/g)!.length, 1);
  assert.equal(/<polygon points="([^"]*)"/.exec(many)![1].split(" ").length, 400);
  assert.ok(!one.includes("<polyline"));
  const x = Number(/<circle cx="([\d.]+)"/.exec(one)![1]);
  assert.ok(x > 110 && x < 170, `${x}`);
});

Deno.test("everything lies within the picture, higher values higher, and names stay text", () => {
  for (const source of [draw(1), draw(7), draw(60)]) {
    assert.ok(source.startsWith("<svg") && source.includes(`aria-label="&lt;b&gt;"`));
    for (const [, x, y] of source.matchAll(/cx="([\d.-]+)" cy="([\d.-]+)"/g)) {
      assert.ok(Number(x) >= 0 && Number(x) <= 260 && Number(y) >= 0 && Number(y) <= 120);
    }
  }
  const heights = [...draw(7).matchAll(/cy="([\d.]+)"/g)].map(([, y]) => Number(y));
  assert.deepEqual(heights, heights.toSorted((a, b) => b - a));
});

Deno.test("a ratio is written with its interval, and one beside 1 is not printed as 1", () => {
  assert.equal(ratioText({ value: 1.2345, interval: [1.2, 1.3] }), "1.23 [1.2, 1.3]");
  assert.equal(ratioText({ value: 2 }), "2");
  assert.equal(ratioText({ value: 1.004, interval: [1.001, 0.99996] }), "1.004 [1.001, 0.99996]");
});
