/**
 * Online cost model of roc: the time of a layer on some vertices as a linear function of their features,
 * learned from measurements while the model trains.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { median } from "../../platform/statistics/median.ts";
import { nonNegativeLeastSquares } from "../../platform/statistics/non_negative_least_squares.ts";
import { FEATURE_COUNT, type FeaturePrefixes, type RangeFeatures } from "./vertex_costs.ts";

/** A measurement of one layer on one partition. */
export interface CostPoint {
  /** The partition's features, for the width of the layer's input. */
  readonly features: RangeFeatures;
  /** Milliseconds that the layer took on it. */
  readonly ms: number;
}

/** Error of predictions. */
export interface PredictionError {
  /** Median of |predicted - measured| / measured. */
  readonly relative: number;
  /** Mean of (predicted - measured)^2, in square milliseconds: roc's loss. */
  readonly meanSquare: number;
  /** Number of compared predictions. */
  readonly points: number;
}

/** Number of different points from which a layer is fitted: as many as there are weights. */
const POINTS_WANTED = FEATURE_COUNT;

/**
 * Keeps the weights determined where features depend on each other: x3 = x4 wherever no run is longer than a
 * warp. Its share of the mean squared error, with features scaled so that the greatest is 1.
 */
const RIDGE = 1e-6;

interface LayerModel {
  readonly points: CostPoint[];
  readonly different: Set<string>;
  weights?: readonly number[];
}

/**
 * `t(l, G) = sum over i of w_i(l) x_i(G)` for each layer l (roc, Section 4.1), fitted by non-negative least
 * squares with a tiny ridge on all points so far. The weights are not negative so that a longer prefix never
 * costs less, which the search for boundaries stands on; a plain fit whose negative weights are cut off would
 * be wrong, as the features nearly depend on each other.
 *
 * A layer is fitted once it has five points with different features. Points are not asked to be linearly
 * independent: on many graphs no five are.
 *
 * @example
 * ```ts
 * import { CostModel } from "gnn-repro/graph";
 * const model = new CostModel([64]);
 * for (let v = 1; v <= 5; v++) model.add(0, { features: [v, 1, 1, 1, 2], ms: 3 * v });
 * model.fit();
 * if (Math.abs(model.predict(0, [10, 1, 1, 1, 2])! - 30) > 0.1) throw new Error("3 ms a vertex");
 * ```
 */
export class CostModel {
  readonly #layers: readonly LayerModel[];

  /**
   * Prepares a model without points.
   *
   * @param widths Width of each layer's input.
   * @throws {UsageError} where there is no layer.
   */
  constructor(readonly widths: readonly number[]) {
    if (widths.length === 0) {
      throw new UsageError({
        action: "make a cost model",
        current: "no layer",
        wanted: "the input width of at least one",
        next: "pass the widths of the layers that aggregate",
      });
    }
    this.#layers = widths.map(() => ({ points: [], different: new Set<string>() }));
  }

  /**
   * Adds a measurement; weights change when {@linkcode CostModel.fit} is called.
   *
   * @throws {UsageError} for a layer that does not exist, or a time that is not a number from 0.
   */
  add(layer: number, { features, ms }: CostPoint): void {
    const { points, different } = this.#layer(layer);
    if (!(ms >= 0 && Number.isFinite(ms))) {
      throw new UsageError({
        action: `learn the cost of layer ${layer + 1}`,
        current: `${ms} ms`,
        wanted: "a number from 0",
        next: "leave out what could not be measured",
      });
    }
    points.push({ features, ms });
    different.add(features.join());
  }

  /** Fits every layer that has enough points to all of its points. */
  fit(): void {
    for (const layer of this.#layers) {
      if (layer.different.size >= POINTS_WANTED) layer.weights = fitPoints(layer.points);
    }
  }

  /** Whether every layer has been fitted, so that ranges can be cut. */
  get ready(): boolean {
    return this.#layers.every(({ weights }) => weights !== undefined);
  }

  /** Points of a layer, in the order in which they were added. */
  points(layer: number): readonly CostPoint[] {
    return this.#layer(layer).points;
  }

  /** w1 to w5 of a layer, milliseconds a unit of each feature; `undefined` until it has been fitted. */
  weights(layer: number): readonly number[] | undefined {
    return this.#layer(layer).weights;
  }

  /** Predicts the milliseconds of a layer; `undefined` until it has been fitted. */
  predict(layer: number, features: RangeFeatures): number | undefined {
    const { weights } = this.#layer(layer);
    return weights && sumOf(weights, (weight, i) => weight * features[i]);
  }

  /**
   * Error of a layer's predictions on points that it was not fitted to: held-out ones, or those of the next
   * iteration. `undefined` until the layer has been fitted, or without points that took any time.
   */
  errorOn(layer: number, points: readonly CostPoint[]): PredictionError | undefined {
    const timed = points.filter(({ ms }) => ms > 0);
    if (this.#layer(layer).weights === undefined || timed.length === 0) return undefined;
    const errors = timed.map(({ features, ms }) => ({ off: this.predict(layer, features)! - ms, ms }));
    return {
      relative: median(errors.map(({ off, ms }) => Math.abs(off) / ms)),
      meanSquare: sumOf(errors, ({ off }) => off * off) / errors.length,
      points: errors.length,
    };
  }

  /**
   * Predicted milliseconds of the vertices `0 .. v - 1` in all layers together, in constant time: what
   * boundaries are searched by.
   *
   * @throws {UsageError} while a layer has not been fitted, or where its width was not counted.
   */
  costBefore(features: FeaturePrefixes): (v: number) => number {
    let perVertex = 0, perNeighbor = 0, perRun = 0, perIdLoad = 0;
    const perLoad = new Map<Float64Array, number>();
    for (const [layer, { weights }] of this.#layers.entries()) {
      if (!weights) throw this.#notReady(layer);
      const loads = features.loadsOf(this.widths[layer]);
      perVertex += weights[0];
      perNeighbor += weights[1];
      perRun += weights[2];
      perIdLoad += weights[3];
      perLoad.set(loads, (perLoad.get(loads) ?? 0) + weights[4]);
    }
    const { neighbors, runs, idLoads } = features;
    return (v) => {
      let cost = perVertex * v + perNeighbor * neighbors[v] + perRun * runs[v] + perIdLoad * idLoads[v];
      for (const [loads, weight] of perLoad) cost += weight * loads[v];
      return cost;
    };
  }

  #layer(layer: number): LayerModel {
    const found = this.#layers[layer];
    if (found) return found;
    throw new UsageError({
      action: "look up a layer's cost",
      current: `layer ${layer}`,
      wanted: `0 to ${this.#layers.length - 1}`,
      next: "count layers from 0",
    });
  }

  #notReady(layer: number): UsageError {
    return new UsageError({
      action: "cut a graph by predicted cost",
      current: `${this.#layers[layer].different.size} different points of layer ${layer + 1}`,
      wanted: `${POINTS_WANTED}, and a fit`,
      next: "cut by equal edges until the model is ready",
    });
  }
}

/** Fits the weights. Each weight has one observation besides the points: that it be 0, the ridge. */
function fitPoints(points: readonly CostPoint[]): readonly number[] {
  const count = points.length, ridge = Math.sqrt(RIDGE * count);
  const scales = Array.from({ length: FEATURE_COUNT }, (_, i) =>
    // A feature that is 0 everywhere gets no weight, whatever its scale.
    points.reduce((most, { features }) => Math.max(most, features[i]), 0) || 1);
  const columns = scales.map((scale, i) => {
    const column = new Float64Array(count + FEATURE_COUNT);
    for (let p = 0; p < count; p++) column[p] = points[p].features[i] / scale;
    column[count + i] = ridge;
    return column;
  });
  const target = new Float64Array(count + FEATURE_COUNT);
  for (let p = 0; p < count; p++) target[p] = points[p].ms;
  return nonNegativeLeastSquares(columns, target).coefficients.map((weight, i) => weight / scales[i]);
}
