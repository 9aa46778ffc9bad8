import assert from "node:assert/strict";
import fc from "fast-check";
import { executionPaths } from "../../../../graph/execution_paths.ts";
import { groupingTime } from "../../../../hardware/models/grouping_model.ts";
import {
  chooseGroupSize,
  constantRule,
  enumerationRule,
  equation3Rule,
  EQUATION_3,
  fastestGroupSize,
  fitGroupSizeRegression,
  gnnAdvisorRule,
  graphFeatures,
  groupSizeCorrelation,
  type GroupSizeRule,
  type LabelledFeatures,
  LARGEST_GROUP,
  modelledCurve,
  regressionRule,
  regressionValue,
  TABLE_II_VARIABLES,
  tigrRule,
} from "../../../../kernels/spmm/group_size/mod.ts";
import { ReproError, UsageError } from "../../../../platform/errors.ts";
import { RandomStream } from "../../../../platform/random.ts";
import { graphOf, graphs, plantedGraph, SHAPES } from "../../../graph/graph_fixture.ts";

const EXAMPLE = graphOf(5, [[0, 1], [1, 2], [1, 3], [1, 4], [2, 3], [3, 4]], { symmetrise: true });
const RATES = { group: 20e-9, neighbor: 0.15e-9, atomic: 0.6e-9 };

Deno.test("a path's features count its rows and its directed edges", () => {
  const [, path] = executionPaths(EXAMPLE, Uint32Array.of(2, 4), { layers: 2 });
  assert.deepEqual(graphFeatures(path.matrix, 16), {
    vertices: 5,
    edges: 7,
    averageDegree: 7 / 5,
    width: 16,
  });
  // Rows without entries do not count as vertices of the aggregation.
  const star = graphFeatures(SHAPES["directed star"], 8);
  assert.deepEqual([star.vertices, star.edges, star.averageDegree], [1, 11, 11]);
  assert.equal(graphFeatures(SHAPES["isolated vertices"], 8).averageDegree, 0);
});

Deno.test("Equation 3 gives the catalog's values for the graphs of Table III, edges counted once and twice", () => {
  const table: [number, number, number, number][] = [
    [2708, 5278, 1.93, 3.16],
    [88_784, 2_093_195, 12.45, 22.76],
    [875_713, 4_322_051, 8.76, 2.21],
    [1_134_890, 2_987_624, 14.63, 9.6],
  ];
  for (const [vertices, edges, once, twice] of table) {
    for (const [count, wanted] of [[edges, once], [2 * edges, twice]]) {
      const value = regressionValue(EQUATION_3, { vertices, edges: count, averageDegree: count / vertices });
      assert.ok(Math.abs(value - wanted) < 0.006, `${vertices} vertices: ${value}, not ${wanted}`);
    }
  }
});

Deno.test("the rules of other systems: Tigr's 10, a constant, GNNAdvisor's average degree rounded down", async () => {
  assert.equal(await chooseGroupSize(tigrRule, EXAMPLE, 16), 10);
  assert.equal(await chooseGroupSize(constantRule(32), EXAMPLE, 16), 32);
  assert.equal(await chooseGroupSize(gnnAdvisorRule, EXAMPLE, 16), 2, "12 / 5");
  assert.equal(await chooseGroupSize(gnnAdvisorRule, SHAPES.clique, 16), 39);
});

Deno.test("every rule answers with a whole number that the kernels take, for any graph", async () => {
  const rules = [tigrRule, constantRule(32), gnnAdvisorRule, equation3Rule];
  await fc.assert(fc.asyncProperty(fc.constantFrom(...rules), graphs, async (rule, graph) => {
    const size = await chooseGroupSize(rule, graph, 16);
    assert.ok(Number.isInteger(size) && size >= 1 && size <= LARGEST_GROUP);
  }));
  const rule = (value: number): GroupSizeRule => ({
    id: "test",
    origin: "test",
    meaning: "a number",
    choose: () => value,
  });
  for (const [value, size] of [[-7, 1], [0.4, 1], [2.5, 3], [1e9, LARGEST_GROUP], [-Infinity, 1]]) {
    assert.equal(await chooseGroupSize(rule(value), EXAMPLE, 16), size);
  }
  await assert.rejects(() => chooseGroupSize(rule(NaN), EXAMPLE, 16), ReproError);
});

/** Labels that follow Equation 3, exactly or with noise. */
function labelled(noise: number): LabelledFeatures[] {
  const stream = new RandomStream(1, "labels");
  return Array.from({ length: 80 }, () => {
    const vertices = 1000 + stream.below(100_000), averageDegree = 1 + 40 * stream.uniform();
    const features = {
      vertices,
      edges: Math.round(vertices * averageDegree),
      averageDegree,
      width: 16 + stream.below(112),
    };
    return { features, best: regressionValue(EQUATION_3, features) + noise * stream.normal() };
  });
}

Deno.test("the regression is fitted anew: exactly where labels are linear, closely where they are noisy", async () => {
  const exact = fitGroupSizeRegression(labelled(0));
  assert.equal(exact.samples, 80);
  for (const [name, wanted] of Object.entries(EQUATION_3)) {
    const got = exact.coefficients[name as keyof typeof EQUATION_3];
    assert.ok(Math.abs(got / wanted - 1) < 1e-7, `${name}: ${got}`);
  }
  assert.ok(exact.rSquared > 1 - 1e-9);
  const noisy = fitGroupSizeRegression(labelled(3));
  assert.ok(noisy.rSquared > 0.7 && noisy.rSquared < 1);
  assert.ok(Math.abs(noisy.coefficients.averageDegree - EQUATION_3.averageDegree) < 0.2);
  const rule = regressionRule(exact.coefficients, { id: "refitted", origin: "test" });
  assert.equal(
    await chooseGroupSize(rule, SHAPES.clique, 16),
    await chooseGroupSize(equation3Rule, SHAPES.clique, 16),
  );
});

Deno.test("a fit to too few graphs, or to graphs that are alike, is refused", () => {
  const samples = labelled(1);
  assert.throws(() => fitGroupSizeRegression([]), UsageError);
  assert.throws(() => fitGroupSizeRegression(samples.slice(0, 3)), UsageError);
  assert.throws(() => fitGroupSizeRegression(new Array(9).fill(samples[0])), UsageError);
});

Deno.test("Table II of labels made by Equation 3: the degree correlates most, the width not at all", () => {
  const samples = labelled(0.2);
  assert.deepEqual(TABLE_II_VARIABLES, ["vertices", "edges", "averageDegree", "width"]);
  const [vertices, edges, degree, width] = TABLE_II_VARIABLES.map((variable) => ({
    bivariate: groupSizeCorrelation(samples, variable, "bivariate"),
    partial: groupSizeCorrelation(samples, variable, "partial"),
  }));
  for (const { bivariate, partial } of [vertices, edges, width]) {
    assert.ok(Math.abs(degree.bivariate.r) > Math.abs(bivariate.r));
    assert.ok(Math.abs(degree.partial.r) > Math.abs(partial.r));
  }
  assert.ok(degree.partial.p < 1e-6 && vertices.partial.p < 1e-6 && edges.partial.r < 0);
  assert.ok(Math.abs(width.partial.r) < 0.35 && width.partial.p > 0.05);
  assert.deepEqual([degree.bivariate.degreesOfFreedom, degree.partial.degreesOfFreedom], [78, 75]);
  // A width that does not vary has no correlation.
  const fixed = labelled(0.2).map(({ features, best }) => ({ best, features: { ...features, width: 128 } }));
  assert.ok(Number.isNaN(groupSizeCorrelation(fixed, "width", "bivariate").r));
});

Deno.test("the oracle keeps the fastest of all sizes, of equal ones the smallest", async () => {
  const points = [[4, 2], [2, 1], [8, 1], [1, 3]].map(([groupSize, seconds]) => ({ groupSize, seconds }));
  assert.equal(fastestGroupSize(points).groupSize, 2);
  assert.equal(fastestGroupSize(points.toReversed()).groupSize, 2);
  assert.throws(() => fastestGroupSize([]), UsageError);

  const graph = plantedGraph({ vertices: 3000, community: 60, edges: 30_000, inside: 0.9, seed: 1 });
  const device = { rates: RATES, slots: 3584 };
  const oracle = enumerationRule(
    64,
    (matrix, sizes, width) => modelledCurve(matrix, { sizes, width }, device),
  );
  const chosen = await chooseGroupSize(oracle, graph, 128);
  const rowLengths = graph.rowPtr.slice(1).map((end, row) => end - graph.rowPtr[row]);
  const seconds = (groupSize: number) =>
    groupingTime({ rowLengths, groupSize, width: 128, slots: 3584 }, RATES).seconds;
  const curve = Array.from({ length: 64 }, (_, i) => seconds(i + 1));
  assert.equal(chosen, 1 + curve.indexOf(Math.min(...curve)));
  assert.ok(chosen > 1 && chosen < 64);
});
