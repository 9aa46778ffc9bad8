import { localBatch } from "../../../distributed/local_batch/local_batch.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import assert from "node:assert/strict";
import type {
  HaloPolicyParts,
  ReceivedLayer,
  SolidInput,
} from "../../../distributed/training/halo_policy.ts";
import { layerSegments } from "../../../distributed/training/layer_segments.ts";
import { LocalHalo } from "../../../distributed/training/local_halo.ts";
import { runInLockStep } from "../../../distributed/training/lock_step.ts";
import { runRankBatch } from "../../../distributed/training/rank_batch.ts";
import { noTraffic } from "../../../distributed/training/rank_iteration.ts";
import { Replica } from "../../../distributed/training/replica.ts";
import { sampleBatch } from "../../../graph/sampling/sampler.ts";
import { uniformNeighbors } from "../../../graph/sampling/uniform.ts";
import { writeMatrix } from "../../../hardware/dense.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../platform/random.ts";
import { graphConvolution } from "../../../training/layers/graph_convolution.ts";
import type { Layer } from "../../../training/layers/layer.ts";
import { linear } from "../../../training/layers/linear.ts";
import type { Aggregation } from "../../../training/mini_batch/aggregation.ts";
import { type BatchModel, smallestProgram } from "../../../training/mini_batch/batch_program.ts";
import { truthOf } from "../../../training/mini_batch/mini_batch_data.ts";
import { gat } from "../../../training/models/gat.ts";
import { graphSage } from "../../../training/models/graph_sage.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { cut, DATA, dataOf, FANOUTS } from "./rank_trainings.ts";

/** Policy that gives every halo vertex the same row at each request. */
class FixedHalo extends LocalHalo {
  override receive(layer: number, input: SolidInput): Promise<ReceivedLayer> {
    const { block } = input, width = this.parts.widths[layer], traffic = noTraffic();
    const stream = new RandomStream(layer, "fixed rows");
    const rows = Float32Array.from({ length: block.sources.length * width }, () => stream.normal());
    rows.set(this.solidRows(input, traffic));
    return Promise.resolve({ block, rows, droppedEdges: 0, traffic });
  }
}

const classes = DATA.classes;
const MODELS: Readonly<
  Record<string, { readonly layers: readonly Layer[]; readonly aggregation: Aggregation }>
> = {
  GraphSAGE: { layers: graphSage({ classes, hidden: 12, layers: 3 }), aggregation: "mean" },
  GAT: { layers: gat({ classes, heads: 2, headWidth: 6, layers: 3 }), aggregation: "attention" },
  "the GAT of distgnn-mb": {
    layers: gat({
      classes,
      heads: 2,
      headWidth: 6,
      layers: 3,
      bias: false,
      projection: { bias: true, negativeSlope: 0 },
    }),
    aggregation: "attention",
  },
  "row-wise layers around and between": {
    layers: [
      linear({ label: "below", width: 9, negativeSlope: 0.1 }),
      ...graphSage({ classes: 7, hidden: 12, layers: 2 }),
      linear({ label: "between", width: 8, negativeSlope: 0.1 }),
      graphConvolution({ label: "layer 3", width: 6, bias: true }),
      linear({ label: "above", width: classes }),
    ],
    aggregation: "mean",
  },
};

for (const [name, { layers, aggregation }] of Object.entries(MODELS)) {
  Deno.test(`gradients of a batch with halo rows are those of a loss where these rows are constants: ${name}`, async () => {
    const [data] = dataOf(cut(4)), seeds = data.part.training.slice(0, 20);
    const model: BatchModel = {
      layers,
      aggregation,
      optimizer: adam(),
      seed: 1,
      classes,
      labels: "single",
      featureWidth: DATA.features.width,
    };
    const segments = layerSegments(model), device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 26 });
    assert.equal(segments.length, 3);
    const drawOf = (graph: CsrMatrix, seed: number) => uniformNeighbors(graph, { fanouts: FANOUTS, seed });
    const sampled = await sampleBatch(drawOf(data.part.graph, 1), { seeds, batch: 0 });
    await runInLockStep(1, async (transport) => {
      const widths = segments.map(({ inputWidth }) => inputWidth);
      const parts: HaloPolicyParts = { transport, data, widths, seed: 1, push: {}, neighbors: drawOf };
      const policy = new FixedHalo(parts), { blocks } = localBatch(sampled, data.part);
      assert.ok(blocks.every(({ sources, solid }) => sources.length > solid), "every layer has a halo");
      const replica = await Replica.open(device, model, { seed: 1, kernels: {} }), { parameters } = replica;
      const program = smallestProgram(model), lent = parameters.lend(program);
      const initial = await parameters.read(), gradients = new Map<string, Float32Array>();
      const lossOf = async (takeGradient: (label: string, gradient: Float32Array) => void) => {
        const environment = { device, parameters, kernels: {}, progress: () => {} };
        const context = { environment, now: () => transport.now(), model, segments, policy };
        const place = { iteration: 1, position: 0, rounds: 1 };
        const truth = truthOf(data, seeds);
        return (await runRankBatch(context, { blocks, truth, place, takeGradient })).loss;
      };
      await lossOf((label, gradient) => void gradients.set(label, gradient));
      assert.deepEqual([...gradients.keys()].sort(), [...initial.keys()].sort());
      const stream = new RandomStream(1, "directions");
      for (const { tensor } of program.parameters) {
        const before = initial.get(tensor.label)!, step = 2 ** -11;
        const direction = before.map(() => stream.normal());
        const at = async (sign: number) => {
          writeMatrix(
            device,
            lent.get(tensor)!,
            before.map((value, i) => value + sign * step * direction[i]),
          );
          return await lossOf(() => {});
        };
        const slope = (await at(1) - await at(-1)) / (2 * step);
        writeMatrix(device, lent.get(tensor)!, before);
        const wanted = sumOf(gradients.get(tensor.label)!, (value, i) => value * direction[i]);
        assert.ok(Math.abs(wanted) > 1e-4, `${tensor.label}: a gradient of nothing proves nothing`);
        const bound = 0.03 * Math.abs(wanted) + 1e-3;
        assert.ok(Math.abs(slope - wanted) < bound, `${tensor.label}: ${slope}, not ${wanted}`);
      }
      replica.close();
    });
    assert.equal(device.ledger.live, 0);
    device.close();
  });
}

Deno.test("a model that aggregates nothing has no place to exchange", () => {
  const model: BatchModel = {
    layers: [linear({ label: "layer 1", width: classes })],
    aggregation: "mean",
    optimizer: adam(),
    seed: 1,
    classes,
    labels: "single",
    featureWidth: 8,
  };
  assert.throws(() => layerSegments(model), UsageError);
});
