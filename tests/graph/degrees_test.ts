import assert from "node:assert/strict";
import fc from "fast-check";
import * as oracle from "simple-statistics";
import { degrees, degreeStatistics } from "../../graph/degrees.ts";
import { submatrix } from "../../graph/submatrix.ts";
import { ReproError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { entriesOf, graphOf, graphs, SHAPES } from "./graph_fixture.ts";

const near = (a: number, b: number) =>
  assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)), `${a} is not ${b}`);

Deno.test("minimum, maximum, mean, median, skewness and Gini equal their definitions", () => {
  fc.assert(fc.property(graphs.filter((graph) => graph.rows > 0), (graph) => {
    const list = [...degrees(graph)], statistics = degreeStatistics(graph);
    assert.equal(statistics.min, Math.min(...list));
    assert.equal(statistics.max, Math.max(...list));
    near(statistics.mean, oracle.mean(list));
    assert.equal(statistics.median, oracle.median(list));
    const spread = oracle.standardDeviation(list);
    near(
      statistics.skewness,
      spread === 0 ? 0 : oracle.mean(list.map((d) => ((d - statistics.mean) / spread) ** 3)),
    );
    const total = oracle.sum(list);
    const differences = list.flatMap((a) => list.map((b) => Math.abs(a - b)));
    near(statistics.gini, total === 0 ? 0 : oracle.sum(differences) / (2 * list.length * total));
  }));
});

Deno.test("the histogram counts vertices by power of two and loses none", () => {
  const { histogram } = degreeStatistics(SHAPES.star);
  // 299 leaves of degree 1 and one hub of degree 299, which lies in 256 .. 511.
  assert.deepEqual(histogram, [0, 299, 0, 0, 0, 0, 0, 0, 0, 1]);
  fc.assert(fc.property(graphs, (graph) => {
    const { histogram, max } = degreeStatistics(graph), list = [...degrees(graph)];
    const within = (bin: number) => (degree: number) =>
      Math.floor(2 ** (bin - 1)) <= degree && degree < 2 ** bin;
    assert.deepEqual(histogram, histogram.map((_, bin) => list.filter(within(bin)).length));
    assert.equal(sumOf(histogram), graph.rows);
    assert.ok(graph.rows === 0 || within(histogram.length - 1)(max), "no bin above the last");
  }));
});

Deno.test("isolated vertices are those with no neighbour but themselves in either direction", () => {
  assert.equal(degreeStatistics(graphOf(5, [[0, 0], [1, 2]])).isolated, 3);
  assert.equal(degreeStatistics(SHAPES["isolated vertices"]).isolated, 9);
  assert.equal(degreeStatistics(SHAPES.clique).isolated, 0);
  fc.assert(fc.property(graphs, (graph) => {
    const pairs = [...entriesOf(graph).keys()].map((entry) => entry.split(",").map(Number));
    const linked = new Set(pairs.filter(([v, u]) => v !== u).flat());
    assert.equal(degreeStatistics(graph).isolated, graph.rows - linked.size);
  }));
});

Deno.test("a graph without vertices has zeros, a rectangular matrix is refused", () => {
  const { histogram, ...numbers } = degreeStatistics(SHAPES.empty);
  assert.deepEqual(histogram, []);
  assert.ok(Object.values(numbers).every((value) => value === 0));
  assert.throws(() => degreeStatistics(submatrix(SHAPES.path, { rows: [0, 2] })), ReproError);
});
