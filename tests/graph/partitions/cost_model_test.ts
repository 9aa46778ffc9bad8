import assert from "node:assert/strict";
import { CostModel, type CostPoint } from "../../../graph/partitions/cost_model.ts";
import { type RangeFeatures, vertexFeatures } from "../../../graph/partitions/vertex_costs.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../platform/random.ts";
import { graphOf, plantedGraph } from "../graph_fixture.ts";

const times = (weights: readonly number[], features: RangeFeatures) =>
  sumOf(weights, (weight, i) => weight * features[i]);

/** Features that do not depend on each other, and their times. */
function pointsOf(weights: readonly number[], count: number, noise = 0): readonly CostPoint[] {
  const stream = new RandomStream(count, "cost points");
  return Array.from({ length: count }, () => {
    const features = [1e3, 1e5, 9e4, 9e4, 1e6].map((most) => Math.ceil(stream.uniform() * most));
    const own = features as unknown as RangeFeatures;
    return { features: own, ms: times(weights, own) * (1 + noise * (2 * stream.uniform() - 1)) };
  });
}

function fitted(points: readonly CostPoint[]): CostModel {
  const model = new CostModel([32]);
  for (const point of points) model.add(0, point);
  model.fit();
  return model;
}

Deno.test("planted weights are recovered, and weights of 0 stay 0", () => {
  const planted = [3e-3, 2e-5, 0, 4e-5, 1e-6];
  const weights = fitted(pointsOf(planted, 60)).weights(0)!;
  for (const [i, weight] of weights.entries()) {
    assert.ok(Math.abs(weight - planted[i]) <= 1e-3 * Math.max(planted[i], 1e-6), `w${i + 1} is ${weight}`);
  }
});

Deno.test("weights are the least of mean squared error and ridge, none below 0", () => {
  const graph = plantedGraph({ vertices: 500, community: 500, edges: 3000, inside: 1, seed: 4 });
  const counted = vertexFeatures(graph, [32]), stream = new RandomStream(7, "noise of times");
  const noisy = (features: RangeFeatures, cost: readonly number[]) => ({
    features,
    ms: times(cost, features) * (0.5 + stream.uniform()),
  });
  const dependent = Array.from({ length: 41 }, (_, i) => counted.range(32, 7 * i, 7 * i + 10 + 17 * i % 150));
  const independent = pointsOf([0, 0, 0, 0, 0], 23).map(({ features }) => features);
  for (const ranges of [dependent, independent]) {
    for (const cost of [[0.01, 0.002, 0.001, 0, 0.0005], [0, 0.1, 0, 0, 0]]) {
      const points = ranges.map((features) => noisy(features, cost)), weights = fitted(points).weights(0)!;
      const scales = [0, 1, 2, 3, 4].map((i) => Math.max(...points.map(({ features }) => features[i])));
      // Derivatives of the mean of squared errors and of 1e-6 (w_i scale_i)^2 by w_i scale_i.
      for (const [i, scale] of scales.entries()) {
        const mean = (of: (point: CostPoint) => number) =>
          sumOf(points, (point) => of(point) * point.features[i] / scale) / points.length;
        const slope = 2 * mean(({ features, ms }) => times(weights, features) - ms) +
          2e-6 * weights[i] * scale;
        const unit = 1e-8 * mean(({ ms }) => ms);
        assert.ok(weights[i] > 0 ? Math.abs(slope) < unit : slope > -unit, `w${i + 1}: ${slope} of ${unit}`);
      }
    }
  }
});

Deno.test("no weight is negative, whatever was measured", () => {
  for (const planted of [[3e-3, -2e-5, 0, 4e-5, 1e-6], [0, 5e-5, -1e-5, -1e-5, 0], [0, 0, 0, 0, 1e-6]]) {
    const weights = fitted(
      pointsOf(planted, 40, 0.3).map(({ features, ms }) => ({ features, ms: Math.max(0, ms) })),
    )
      .weights(0)!;
    assert.ok(weights.every((weight) => weight >= 0) && weights.some((weight) => weight > 0), weights.join());
  }
});

Deno.test("features that depend on each other are fitted all the same: no run is longer than a warp, few are longer than 1", () => {
  const graph = plantedGraph({ vertices: 900, community: 900, edges: 4000, inside: 1, seed: 1 });
  const features = vertexFeatures(graph, [32]), all = features.range(32, 0, 900);
  assert.equal(all[2], all[3]);
  const cost = [0.01, 0.002, 0.001, 0, 0.0005];
  const rangeOf = (i: number) => features.range(32, 11 * i, 11 * i + 20 + 13 * i % 200);
  const pointAt = (i: number) => ({ features: rangeOf(i), ms: times(cost, rangeOf(i)) });
  const model = fitted(Array.from({ length: 30 }, (_, i) => pointAt(i)));
  const heldOut = model.errorOn(0, Array.from({ length: 20 }, (_, i) => pointAt(i + 31)))!;
  assert.equal(heldOut.points, 20);
  assert.ok(heldOut.relative < 0.01 && heldOut.meanSquare < 1e-3, JSON.stringify(heldOut));
});

Deno.test("errors on other points are their median share of the time and their mean square, without points of no time", () => {
  const points = pointsOf([3e-3, 2e-5, 0, 4e-5, 1e-6], 40), model = fitted(points);
  const ranges = points.slice(0, 4).map(({ features }) => features);
  const predicted = ranges.map((features) => model.predict(0, features)!);
  // Predictions of 2, 1.25 and 4 times what it took, and one of nothing.
  const took = [2, 1.25, 4, Infinity].map((times, i) => predicted[i] / times);
  const others = ranges.map((features, i) => ({ features, ms: took[i] }));
  const { relative, meanSquare, points: counted } = model.errorOn(0, others)!;
  assert.equal(counted, 3);
  assert.ok(Math.abs(relative - 1) < 1e-9, `${relative}`);
  const squares = [0, 1, 2].map((i) => (predicted[i] - took[i]) ** 2);
  assert.ok(Math.abs(meanSquare / sumOf(squares, (square) => square / 3) - 1) < 1e-9);
  assert.equal(model.errorOn(0, others.slice(0, 1))!.points, 1);
  assert.equal(model.errorOn(0, others.slice(3)), undefined);
});

Deno.test("a layer waits for five different points, however often one is measured; layers learn apart", () => {
  const model = new CostModel([8, 16]), points = pointsOf([1e-3, 1e-5, 1e-5, 1e-5, 1e-6], 5);
  for (let again = 0; again < 3; again++) for (const point of points.slice(0, 4)) model.add(0, point);
  model.fit();
  assert.equal(model.weights(0), undefined);
  assert.equal(model.predict(0, points[0].features), undefined);
  assert.equal(model.errorOn(0, points), undefined);
  model.add(0, points[4]);
  model.fit();
  assert.ok(model.weights(0) && !model.weights(1) && !model.ready);
  assert.equal(model.points(0).length, 13);
  for (const { features, ms } of points) model.add(1, { features, ms: 2 * ms });
  model.fit();
  assert.ok(model.ready);
  const [one, two] = [0, 1].map((layer) => model.predict(layer, points[2].features)!);
  assert.ok(Math.abs(two / one - 2) < 0.01, `${one}, ${two}`);
});

Deno.test("what is predicted of a graph is the sum of what is predicted of its vertices", () => {
  const graph = graphOf(40, Array.from({ length: 200 }, (_, i) => [i * 7 % 40, i * i % 40] as const));
  const features = vertexFeatures(graph, [32]);
  const model = fitted(pointsOf([1, 2, 3, 4, 5], 20));
  let sum = 0;
  for (let v = 0; v < 40; v++) sum += model.predict(0, features.range(32, v, v + 1))!;
  const whole = model.predict(0, features.range(32, 0, 40))!;
  assert.ok(whole > 0 && Math.abs(sum - whole) <= 1e-12 * whole);
  assert.ok(Math.abs(model.costBefore(features)(40) - whole) <= 1e-12 * whole);
});

Deno.test("times, layers and models that make no sense are refused", () => {
  assert.throws(() => new CostModel([]), UsageError);
  const model = new CostModel([4]), features: RangeFeatures = [1, 1, 1, 1, 1];
  for (const ms of [-1, NaN, Infinity]) assert.throws(() => model.add(0, { features, ms }), UsageError);
  assert.throws(() => model.add(1, { features, ms: 1 }), /0 to 0/);
  assert.throws(() => model.predict(-1, features), UsageError);
});
