/** Rows that a partial check compares: the heaviest, those at both ends, and random ones. */
import assert from "node:assert/strict";
import { MOST_ROWS, someRows } from "../../../kernels/checks/checked_rows.ts";
import { RandomStream } from "../../../platform/random.ts";

const ROWS = 100_000;
const stream = () => new RandomStream(3, "rows");
/** Rows in the middle with more terms than others, and one that has most. */
const terms = (row: number) => row === 70_000 ? 900 : row >= 50_000 && row < 50_200 ? 500 : row % 5;

Deno.test("the heaviest rows, both ends and ten thousand random rows are chosen, each once and in order", () => {
  const chosen = someRows(ROWS, terms, { stream: stream(), heavy: true, share: 1 }), set = new Set(chosen);
  assert.deepEqual([...chosen], [...set].sort((a, b) => a - b));
  assert.ok(set.has(70_000), "the heaviest");
  for (let row = 0; row < 1000; row++) {
    assert.ok(set.has(row) && set.has(ROWS - 1 - row), `row ${row} from an end`);
    if (row < 200) assert.ok(set.has(50_000 + row), `heavy row ${row}`);
  }
  assert.ok(chosen.length <= MOST_ROWS && chosen.length > 0.9 * MOST_ROWS, `${chosen.length} rows`);
  const middle = [...chosen].filter((row) => row >= 10_000 && row < 50_000).length;
  assert.ok(middle > 3000, "random ones lie everywhere");
});

Deno.test("a share of a check has that share of each sort, and the heaviest first", () => {
  const chosen = new Set(someRows(ROWS, terms, { stream: stream(), heavy: true, share: 1e-3 }));
  assert.deepEqual([0, ROWS - 1, 70_000].map((row) => chosen.has(row)), [true, true, true]);
  assert.ok(chosen.size <= 1 + 2 + 10);
  const light = new Set(someRows(ROWS, terms, { stream: stream(), heavy: false, share: 1e-3 }));
  assert.ok(!light.has(70_000) && light.has(0));
});

Deno.test("of few rows all are chosen, and no other", () => {
  for (const rows of [1, 7, 1500]) {
    const chosen = someRows(rows, () => 1, { stream: stream(), heavy: true, share: 1 });
    assert.deepEqual([...chosen], Array.from({ length: rows }, (_, row) => row));
  }
});
