import assert from "node:assert/strict";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { gcnNormalise, rowMean } from "../../../graph/normalization.ts";
import { type RangeBlock, rangeBlock } from "../../../graph/partitions/range_block.ts";
import { equalEdgeRanges } from "../../../graph/partitions/ranges.ts";
import { transpose } from "../../../graph/transpose.ts";
import type { HostNumbers } from "../../../kernels/operation.ts";
import { UsageError } from "../../../platform/errors.ts";
import { RandomStream } from "../../../platform/random.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import { OracleExecutor } from "../../../training/executors/oracle_executor.ts";
import { graphConvolution } from "../../../training/layers/graph_convolution.ts";
import { graphIsomorphism } from "../../../training/layers/graph_isomorphism.ts";
import type { Layer } from "../../../training/layers/layer.ts";
import { linear } from "../../../training/layers/linear.ts";
import { residual } from "../../../training/layers/residual.ts";
import { gat } from "../../../training/models/gat.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { graphSage } from "../../../training/models/graph_sage.ts";
import {
  bindLayer,
  BlockOperands,
  layerProgram,
  type PartitionedWork,
} from "../../../training/partitioned/layer_program.ts";
import { partitionedLayers } from "../../../training/partitioned/layer_widths.ts";
import { graphOf } from "../../graph/graph_fixture.ts";
import { assertGradients } from "../gradient_check.ts";

const VERTICES = 61, WIDTH = 6, OUTPUT = 5;
const order = "aggregate-first";

/** Directed graph with degrees that drift along the ids and some vertices without in-neighbours. */
const GRAPH = graphOf(
  VERTICES,
  Array.from(
    { length: 500 },
    (_, i) => [i * 37 % VERTICES, Math.floor((i * i % 997) / 997 * i / 9) % 50] as const,
  ),
);

const LAYERS: Readonly<Record<string, readonly [Layer, CsrMatrix]>> = {
  "gcn": [
    graphConvolution({ label: "layer 1", width: OUTPUT, order, negativeSlope: 0, bias: true }),
    gcnNormalise(GRAPH),
  ],
  "gin": [
    graphIsomorphism({ label: "layer 1", hidden: 7, width: OUTPUT, order, bias: true }),
    gcnNormalise(GRAPH),
  ],
  "graphSage": [graphSage({ classes: OUTPUT, hidden: 3, layers: 1, order })[0], rowMean(GRAPH)],
  "residual": [
    residual({ layer: graphConvolution({ label: "layer 1", width: OUTPUT, order, negativeSlope: 0 }) }),
    gcnNormalise(GRAPH),
  ],
  "residual of equal widths": [
    residual({
      layer: graphConvolution({ label: "layer 1", width: WIDTH, order, negativeSlope: 0 }),
      negativeSlope: 0,
    }),
    GRAPH,
  ],
};

function rowsOf(numbers: Float64Array, width: number, vertices: Iterable<number>): Float64Array {
  return Float64Array.from([...vertices].flatMap((v) => [...numbers.subarray(v * width, (v + 1) * width)]));
}

/** Computes the results of a block from whole features and a whole output gradient. */
async function computed(
  layer: Layer,
  block: RangeBlock,
  { features, gradient, work = "training", width = WIDTH }: {
    readonly features: Float64Array;
    readonly gradient: (width: number) => Float64Array;
    readonly work?: PartitionedWork;
    readonly width?: number;
  },
) {
  const operands = new BlockOperands(block);
  const built = layerProgram(layer, {
    block: operands.shape,
    width,
    work,
    inputGradient: true,
    seed: 1,
  });
  const { program, output, featuresGradient, learned } = built, { begin, end, sources } = block;
  const own = Array.from({ length: end - begin }, (_, i) => begin + i);
  const bindings = bindLayer(built, operands, {
    features: rowsOf(features, width, sources),
    outputGradient: rowsOf(gradient(output.cols), output.cols, own),
  });
  const executor = new OracleExecutor(program, bindings);
  initialise(executor, program, { seed: 1 });
  if (work === "training") executor.train(1);
  else executor.evaluate();
  return {
    output: await executor.read(output),
    learned,
    width: output.cols,
    gradients: await Promise.all(learned.map(({ gradient }) => executor.read(gradient))),
    inputGradient: featuresGradient && await executor.read(featuresGradient),
  };
}

function drawn(length: number, purpose: string): Float64Array {
  const stream = new RandomStream(1, purpose);
  return Float64Array.from({ length }, () => stream.normal());
}

function assertNear(got: HostNumbers, wanted: HostNumbers, what: string): void {
  assert.equal(got.length, wanted.length, what);
  const largest = Math.max(...wanted.map(Math.abs));
  assert.ok(largest > 1e-2, `${what}: numbers that prove nothing`);
  for (let i = 0; i < got.length; i++) {
    assert.ok(Math.abs(got[i] - wanted[i]) <= 1e-5 * largest, `${what}, ${i}`);
  }
}

const features = drawn(VERTICES * WIDTH, "features");
const gradient = (width: number) => drawn(VERTICES * width, "output gradient");

for (const [name, [layer, matrix]] of Object.entries(LAYERS)) {
  Deno.test(`${name}: the rows of all partitions are the whole layer's, and gradients add up to the whole's`, async () => {
    const whole = await computed(layer, rangeBlock(matrix, 0, VERTICES), { features, gradient });
    const inference = await computed(layer, rangeBlock(matrix, 0, VERTICES), {
      features,
      gradient,
      work: "inference",
    });
    assertNear(inference.output, whole.output, "inference");
    for (const parts of [2, 5]) {
      const { offsets } = equalEdgeRanges(matrix, parts);
      const output: number[] = [], sums = whole.gradients.map((own) => new Float64Array(own.length));
      const inputSum = new Float64Array(VERTICES * WIDTH);
      for (let i = 0; i < parts; i++) {
        const block = rangeBlock(matrix, offsets[i], offsets[i + 1]);
        const part = await computed(layer, block, { features, gradient });
        output.push(...part.output);
        for (const [g, own] of part.gradients.entries()) own.forEach((x, at) => sums[g][at] += x);
        part.inputGradient!.forEach((x, at) => {
          inputSum[block.sources[Math.floor(at / WIDTH)] * WIDTH + at % WIDTH] += x;
        });
      }
      assertNear(Float64Array.from(output), whole.output, "output");
      assertNear(inputSum, whole.inputGradient!, "input gradient");
      assert.ok(sums.length > 0);
      for (const [g, sum] of sums.entries()) {
        assertNear(sum, whole.gradients[g], `gradient of ${whole.learned[g].parameter.label}`);
      }
    }
  });

  Deno.test(`${name}: the gradients of a partition's program are those of finite differences of its loss`, async () => {
    const operands = new BlockOperands(rangeBlock(matrix, 10, 30));
    const built = layerProgram(layer, {
      block: operands.shape,
      width: WIDTH,
      work: "training",
      inputGradient: false,
      seed: 1,
    });
    const { output } = built;
    const bindings = bindLayer(built, operands, {
      features: drawn(operands.shape.cols * WIDTH, "features"),
      outputGradient: drawn(output.rows * output.cols, "gradient"),
    });
    await assertGradients(new OracleExecutor(built.program, bindings), built.program);
  });
}

Deno.test("what is timed is the layer forward and backward, without loss and update", () => {
  const [layer, matrix] = LAYERS.gcn, { shape: block } = new BlockOperands(rangeBlock(matrix, 5, 25));
  const shared = { block, width: WIDTH, seed: 1 };
  const training = layerProgram(layer, { ...shared, work: "training", inputGradient: true });
  const timed = training.program.train.filter(training.isTimed).map(({ op, pass }) => `${op} ${pass}`);
  assert.deepEqual(timed, [
    ...["spmm forward", "gemm forward"],
    ...["activation-gradient", "column-sum", "gemm", "gemm", "spmm"].map((op) => `${op} backward`),
  ]);
  const inference = layerProgram(layer, { ...shared, work: "inference", inputGradient: true });
  assert.deepEqual(inference.program.evaluate.filter(inference.isTimed).map(({ op }) => op), [
    "spmm",
    "gemm",
  ]);
  // Without a lower layer no gradient passes through the adjacency, and its transpose is never made.
  const first = layerProgram(layer, { ...shared, work: "training", inputGradient: false });
  assert.equal(first.adjacency.transposed, undefined);
  assert.equal(first.program.train.filter(({ op }) => op === "spmm").length, 1);
});

Deno.test("a block binds its transpose once for all layers", () => {
  const operands = new BlockOperands(rangeBlock(gcnNormalise(GRAPH), 5, 25));
  assert.equal(operands.transposed, operands.transposed);
  assert.deepEqual(operands.transposed, transpose(operands.block.matrix));
});

Deno.test("layers that cannot be shared by devices are refused, with what to do instead", () => {
  const { shape: block } = new BlockOperands(rangeBlock(gcnNormalise(GRAPH), 5, 25));
  const refused = (layer: Layer, message: RegExp) =>
    assert.throws(
      () => layerProgram(layer, { block, width: 40, work: "training", inputGradient: true, seed: 1 }),
      (error: Error) => error instanceof UsageError && message.test(error.message),
    );
  refused(linear({ label: "layer 1", width: 3 }), /aggregates nothing/);
  refused(
    graphConvolution({ label: "layer 1", width: 3, order: "transform-first" }),
    /order "aggregate-first"/,
  );
  refused(gat({ classes: 3, heads: 1, headWidth: 3, layers: 1 })[0], /multiplies every source/);
});

Deno.test("widths and parameters follow from layer to layer", () => {
  const layers = partitionedLayers(gcn({ classes: 3, hidden: 16, layers: 3, order, bias: true }), 50);
  assert.deepEqual(layers.map(({ inputWidth, outputWidth }) => [inputWidth, outputWidth]), [[50, 16], [
    16,
    16,
  ], [16, 3]]);
  assert.deepEqual(layers.map(({ parameterBytes }) => parameterBytes / 4), [51 * 16, 17 * 16, 17 * 3]);
});
