/** @module */
import assert from "node:assert/strict";
import fc from "fast-check";
import { confineColumns } from "../../graph/column_window.ts";
import { assertCsr } from "../../graph/csr.ts";
import { UsageError } from "../../platform/errors.ts";
import { graphOf, graphs } from "./graph_fixture.ts";

Deno.test("rows keep their lengths, and their columns lie in the window where it has room", () => {
  fc.assert(fc.property(graphs, fc.integer({ min: 1, max: 60 }), fc.nat(), (graph, window, seed) => {
    const confined = confineColumns(graph, window, seed);
    assertCsr(confined);
    assert.deepEqual(confined.rowPtr, graph.rowPtr);
    assert.equal(confined.cols, graph.cols);
    for (let row = 0; row < graph.rows; row++) {
      const own = confined.colIdx.subarray(graph.rowPtr[row], graph.rowPtr[row + 1]);
      const last = Math.max(own.length, Math.min(window, graph.cols)) - 1;
      assert.ok(own.every((col) => col <= last), `${own} in a window of ${window}`);
    }
    assert.deepEqual(confineColumns(graph, window, seed).colIdx, confined.colIdx);
  }));
});

Deno.test("every column of the window is drawn equally often, in short rows and in long ones", () => {
  const rows = 4000, window = 16;
  for (const length of [2, 5, 12]) {
    const edges = Array.from({ length: rows * length }, (_, i): [number, number] => {
      const row = Math.floor(i / length);
      return [(row + 1 + i % length) % rows, row];
    });
    const { colIdx } = confineColumns(graphOf(rows, edges), window, 1);
    const drawn = new Float64Array(window);
    colIdx.forEach((col) => drawn[col]++);
    const mean = colIdx.length / window;
    // Within five standard deviations of a binomial count.
    drawn.forEach((count) => assert.ok(Math.abs(count - mean) < 5 * Math.sqrt(mean), `${count} of ${mean}`));
  }
});

Deno.test("a window without columns is refused", () => {
  assert.throws(() => confineColumns(graphOf(2, [[0, 1]]), 0, 1), UsageError);
  assert.throws(() => confineColumns(graphOf(2, [[0, 1]]), 1.5, 1), UsageError);
});
