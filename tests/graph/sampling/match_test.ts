import assert from "node:assert/strict";
import fc from "fast-check";
import { greedyReorder, matchDegree, matchDegrees, traffic } from "../../../graph/sampling/match.ts";
import { UsageError } from "../../../platform/errors.ts";

const VERTICES = 700;

/**
 * Batches of distinct vertices, in any order; enough vertices for words that full adders gather and for some
 * left over.
 */
const batches = fc.array(
  fc.uniqueArray(fc.nat(VERTICES - 1), { maxLength: 300, size: "max" }).map((list) => Uint32Array.from(list)),
  { maxLength: 9 },
);

Deno.test("Figure 6: of the second batch only 10 and 12 are copied, and the third, which overlaps more, goes before it", () => {
  // What the text says of the figure: 0, 3 and 4 are in both of the first two, and m13 > m12.
  const first = Uint32Array.of(0, 1, 2, 3, 4), second = Uint32Array.of(0, 3, 4, 10, 12);
  const third = Uint32Array.of(0, 1, 3, 4, 10);
  const lists = [first, second, third];
  assert.equal(traffic([0, 1], lists) - traffic([0], lists), 2);
  const degrees = matchDegrees(lists, 13);
  assert.deepEqual([degrees[0][1], degrees[0][2]], [3 / 5, 4 / 5]);
  const order = greedyReorder(degrees);
  assert.deepEqual(order, [0, 2, 1]);
  assert.ok(traffic(order, lists) < traffic([0, 1, 2], lists));
});

Deno.test("match degrees are those that sets give, symmetric, 0 on the diagonal and for empty batches", () => {
  fc.assert(
    fc.property(batches, (lists) => {
      const degrees = matchDegrees(lists, VERTICES);
      assert.equal(degrees.length, lists.length);
      lists.forEach((a, i) =>
        lists.forEach((b, j) => {
          const common = new Set(a).intersection(new Set(b)).size;
          const wanted = a.length * b.length === 0 ? 0 : common / Math.min(a.length, b.length);
          assert.equal(degrees[i][j], i === j ? 0 : wanted);
          assert.equal(matchDegree(a, b), wanted);
        })
      );
    }),
    { numRuns: 60, seed: 1 },
  );
});

Deno.test("a batch within another, and one that is all of it, have degree 1", () => {
  const all = Uint32Array.from({ length: VERTICES }, (_, v) => v);
  const degrees = matchDegrees([all, all.slice(10, 20), all.toReversed()], VERTICES);
  assert.deepEqual([...degrees[0]], [0, 1, 1]);
});

Deno.test("a vertex that the graph does not have is refused", () => {
  assert.throws(() => matchDegrees([Uint32Array.of(1), Uint32Array.of(64)], 64), UsageError);
  assert.deepEqual(matchDegrees([], 64), []);
});

Deno.test("the reorder is a permutation from 0 on, each next batch the best match of those left, ties the lowest", () => {
  // Few different degrees, so that ties are common.
  const symmetric = fc.integer({ min: 0, max: 9 }).chain((n) =>
    fc.array(fc.nat(4), { minLength: n * n, maxLength: n * n }).map((flat) =>
      Array.from(
        { length: n },
        (_, i) =>
          Array.from({ length: n }, (_, j) => i === j ? 0 : flat[Math.min(i, j) * n + Math.max(i, j)] / 4),
      )
    )
  );
  fc.assert(
    fc.property(symmetric, (degrees) => {
      const order = greedyReorder(degrees);
      assert.deepEqual(order.toSorted((a, b) => a - b), degrees.map((_, i) => i));
      if (order.length > 0) assert.equal(order[0], 0);
      for (let place = 1; place < order.length; place++) {
        const before = degrees[order[place - 1]], here = order[place];
        for (const other of order.slice(place + 1)) {
          assert.ok(before[here] > before[other] || (before[here] === before[other] && here < other));
        }
      }
    }),
    { numRuns: 200, seed: 2 },
  );
});

Deno.test("a diagonal of ones, as a batch matches itself, changes nothing", () => {
  const degrees = [[1, 0.2, 0.9], [0.2, 1, 0.1], [0.9, 0.1, 1]];
  assert.deepEqual(greedyReorder(degrees), [0, 2, 1]);
});

Deno.test("traffic is what each batch has and the one before it does not", () => {
  fc.assert(
    fc.property(batches, fc.infiniteStream(fc.nat(2 ** 20)), (lists, keys) => {
      const order = lists.map((_, i) => ({ i, key: keys.next().value })).sort((a, b) => a.key - b.key).map((
        { i },
      ) => i);
      let wanted = 0, before = new Set<number>();
      for (const batch of order) {
        const here = new Set(lists[batch]);
        wanted += here.difference(before).size;
        before = here;
      }
      assert.equal(traffic(order, lists), wanted);
    }),
    { numRuns: 60, seed: 3 },
  );
});

Deno.test("traffic of a batch that is not there is refused", () => {
  assert.throws(() => traffic([0, 1], [Uint32Array.of(1)]), UsageError);
});
