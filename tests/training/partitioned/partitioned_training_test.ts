import assert from "node:assert/strict";
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import { CostModel } from "../../../graph/partitions/cost_model.ts";
import { partRanges } from "../../../graph/partitions/part_ranges.ts";
import type { RangeBlock } from "../../../graph/partitions/range_block.ts";
import { equalEdgeRanges } from "../../../graph/partitions/ranges.ts";
import { vertexFeatures } from "../../../graph/partitions/vertex_costs.ts";
import { permuteSymmetric } from "../../../graph/permute.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../platform/random.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { partitionedLayers } from "../../../training/partitioned/layer_widths.ts";
import type { PartitionClock } from "../../../training/partitioned/partition_clock.ts";
import {
  type PartitionedIteration,
  PartitionedTraining,
  type PartitionStrategy,
} from "../../../training/partitioned/partitioned_training.ts";
import { graphOf } from "../../graph/graph_fixture.ts";

/** Graph whose degrees fall along the ids, and whose neighbour ids come in longer runs at larger degrees. */
function driftingGraph(vertices: number, seed: number): CsrMatrix {
  const stream = new RandomStream(seed, "drifting graph"), pairs: [number, number][] = [];
  for (let v = 0; v < vertices; v++) {
    const degree = 2 + Math.floor(60 * (1 - v / vertices) ** 3);
    for (let i = 0; i < degree;) {
      const first = stream.below(vertices), run = 1 + stream.below(1 + Math.floor(6 * (1 - v / vertices)));
      for (let r = 0; r < run && i < degree; r++, i++) pairs.push([(first + r) % vertices, v]);
    }
  }
  return graphOf(vertices, pairs);
}

const LAYERS = partitionedLayers(gcn({ classes: 8, hidden: 64, order: "aggregate-first" }), 128);
const WIDTHS = LAYERS.map(({ inputWidth }) => inputWidth);
/** Milliseconds a unit of each feature: vertices are expensive, so that equal edges are not balanced. */
const COST = [[20e-3, 1e-3, 5e-3, 0, 1e-3], [10e-3, 2e-3, 0, 0, 1e-3]];

/** Clock whose times follow from the features, with noise. */
class PlantedClock implements PartitionClock {
  readonly layers = LAYERS;
  readonly work = "training";
  readonly cuts: (readonly RangeBlock[])[] = [];
  readonly #stream = new RandomStream(1, "planted times");
  readonly #features;
  constructor(matrix: CsrMatrix, readonly noise = 0) {
    this.#features = vertexFeatures(matrix, WIDTHS);
  }
  time(blocks: readonly RangeBlock[]) {
    this.cuts.push(blocks);
    return Promise.resolve(
      blocks.map(({ begin, end }) =>
        WIDTHS.map((width, layer) =>
          sumOf(this.#features.range(width, begin, end), (x, i) => x * COST[layer][i]) *
          (1 + this.noise * (2 * this.#stream.uniform() - 1))
        )
      ),
    );
  }
}

async function run(
  matrix: CsrMatrix,
  strategy: PartitionStrategy,
  { parts = 4, iterations = 20, noise = 0, model, learns = true }: {
    readonly parts?: number;
    readonly iterations?: number;
    readonly noise?: number;
    readonly model?: CostModel;
    readonly learns?: boolean;
  } = {},
) {
  const clock = new PlantedClock(matrix, noise);
  const training = new PartitionedTraining({
    matrix,
    parts,
    strategy,
    clock,
    learns,
    ...(model && { model }),
  });
  const done: PartitionedIteration[] = [];
  for (let i = 0; i < iterations; i++) done.push(await training.next());
  return { training, done, clock, last: done[done.length - 1] };
}

const GRAPH = driftingGraph(1500, 1), UNSEEN = driftingGraph(1100, 2);

Deno.test("learned ranges balance a planted cost that equal edges and equal vertices do not", async () => {
  for (const parts of [2, 4, 8]) {
    const [learned, edges, vertices] = await Promise.all(
      (["learned", "equal-edges", "equal-vertices"] as const).map((by) =>
        run(GRAPH, by, { parts, iterations: 8 })
      ),
    );
    assert.ok(edges.last.imbalance > 1.1 && vertices.last.imbalance > 1.1, `${edges.last.imbalance}`);
    assert.ok(learned.last.imbalance < 1.02, `${parts} parts: ${learned.last.imbalance}`);
    assert.equal(learned.done[0].offsets.join(), edges.last.offsets.join());
    assert.ok(learned.last.iterationMs < edges.last.iterationMs);
  }
});

Deno.test("dynamic ranges balance what they have run on, only a model balances a graph at first sight", async () => {
  const learned = await run(GRAPH, "learned"), dynamic = await run(GRAPH, "dynamic");
  assert.ok(dynamic.done[0].imbalance > 1.1 && dynamic.last.imbalance < 1.02, `${dynamic.last.imbalance}`);
  const { model } = learned.training;
  const unseen = await run(UNSEEN, "learned", { model, learns: false, iterations: 1 });
  assert.deepEqual([unseen.last.cutBy, unseen.last.points], ["learned", 0]);
  const without = await run(UNSEEN, "dynamic", { iterations: 1 });
  assert.equal(without.last.cutBy, "equal-edges");
  assert.ok(unseen.last.imbalance < 1.03 && without.last.imbalance > 1.1);
});

Deno.test("an iteration gives a point for each layer and partition, and the model is held against it first", async () => {
  const { done, training } = await run(GRAPH, "learned", { parts: 8, noise: 0.05 });
  assert.equal(done[0].predictedMs, undefined);
  assert.equal(done[0].predictionErrors, undefined);
  for (const iteration of done) assert.equal(iteration.points, LAYERS.length * 8);
  assert.equal(training.model.points(1).length, 20 * 8);
  const { predictedMs, predictionErrors, layerMs, partitionMs } = done[10];
  assert.deepEqual([predictedMs!.length, predictedMs![0].length], [8, 2]);
  const offs = layerMs.map((own, p) => Math.abs(predictedMs![p][1] - own[1]) / own[1]).sort((a, b) => a - b);
  assert.ok(Math.abs(predictionErrors![1].relative - (offs[3] + offs[4]) / 2) < 1e-12);
  assert.ok(predictionErrors![1].relative > 0 && predictionErrors![1].relative < 0.06);
  assert.equal(partitionMs[3], layerMs[3][0] + layerMs[3][1]);
  const error = ({ predictionErrors }: PartitionedIteration) => predictionErrors![0].meanSquare;
  const mean = (list: readonly number[]) => sumOf(list) / list.length;
  assert.ok(mean(done.slice(-5).map(error)) <= 2 * mean(done.slice(1, 6).map(error)));
});

Deno.test("two parts learn too: until there are five different points the boundaries of equal edges are moved", async () => {
  const { done } = await run(GRAPH, "learned", { parts: 2, iterations: 6 });
  assert.deepEqual(done.map(({ cutBy }) => cutBy), [
    ...["equal-edges", "shifted-edges", "shifted-edges", "learned", "learned", "learned"],
  ]);
  const { offsets } = equalEdgeRanges(GRAPH, 2);
  assert.equal(done[0].offsets.join(), offsets.join());
  assert.equal(new Set(done.slice(0, 3).map(({ offsets }) => offsets.join())).size, 3);
});

Deno.test("one part is the whole graph by every strategy", async () => {
  for (const strategy of ["equal-vertices", "equal-edges", "dynamic", "learned"] as const) {
    const { last } = await run(GRAPH, strategy, { parts: 1, iterations: 2 });
    assert.deepEqual([...last.offsets], [0, GRAPH.rows]);
    assert.deepEqual([last.imbalance, last.communication.seconds, last.probes], [1, 0, 0]);
  }
});

Deno.test("iterations probe no more than N (ceil(log2 V) + 1) prefixes, and cut blocks that have moved anew only", async () => {
  for (const strategy of ["learned", "dynamic", "equal-edges"] as const) {
    const { done, clock } = await run(GRAPH, strategy, { parts: 8, iterations: 5 });
    for (const { probes } of done) {
      assert.ok(probes > 0 && probes <= 8 * (Math.ceil(Math.log2(GRAPH.rows)) + 1));
    }
    if (strategy === "equal-edges") {
      assert.deepEqual(clock.cuts[4].map((b, i) => b === clock.cuts[0][i]), Array(8).fill(true));
    }
  }
});

Deno.test("a static edge-cut runs as ranges of a renumbered graph and never moves", async () => {
  const parts = Uint32Array.from({ length: GRAPH.rows }, (_, v) => v % 3);
  const { perm, offsets } = partRanges({ parts, count: 3 });
  const { done } = await run(permuteSymmetric(GRAPH, perm), { offsets }, { parts: 3, iterations: 3 });
  for (const { cutBy, offsets: own } of done) {
    assert.deepEqual([cutBy, own.join()], ["fixed", offsets.join()]);
  }
});

Deno.test("more parts than vertices leave some without work and without points", async () => {
  const small = graphOf(3, [[0, 1], [1, 2], [2, 0]]);
  const { last } = await run(small, "equal-vertices", { parts: 5, iterations: 1 });
  assert.equal(last.points, 3 * LAYERS.length);
  assert.equal(last.partitionMs.filter((ms) => ms === 0).length, 2);
  assert.equal(nnz(small), 3);
});

Deno.test("models of other layers and ranges that do not cover the graph are refused", () => {
  const clock = new PlantedClock(GRAPH), shared = { matrix: GRAPH, parts: 2, clock };
  assert.throws(
    () => new PartitionedTraining({ ...shared, strategy: "learned", model: new CostModel([5]) }),
    /inputs of 5 columns.*128, 64/s,
  );
  for (const offsets of [[0, 5], [0, 5, 9], [0, 2000, 1500], [1, 5, 1500]]) {
    assert.throws(
      () => new PartitionedTraining({ ...shared, strategy: { offsets: Uint32Array.from(offsets) } }),
      UsageError,
    );
  }
});
