import assert from "node:assert/strict";
import fc from "fast-check";
import { activation } from "../../kernels/activation/mod.ts";
import { edgeSoftmax } from "../../kernels/attention/mod.ts";
import {
  crossEntropy,
  crossEntropyGradient,
  type CrossEntropyProblem,
} from "../../kernels/cross_entropy/mod.ts";
import { tanhGate } from "../../kernels/tanh_gate/mod.ts";
import { gemm } from "../../kernels/gemm/mod.ts";
import { pathSpmm } from "../../kernels/path_spmm/mod.ts";
import { segmentMax, segmentMaxGradient } from "../../kernels/segment_max/mod.ts";
import { spmm } from "../../kernels/spmm/mod.ts";
import { RandomStream } from "../../platform/random.ts";
import { pattern, softmaxProblem } from "./attention/random_patterns.ts";
import { testOnBoth, testOnEveryBackend, uniforms } from "./every_backend.ts";
import { anyGemm, randomEpilogue } from "./gemm/gemm_problem.ts";
import { assertSpreadsAlike, HOSTILE, plant, refusesNotFinite } from "./not_finite.ts";
import { lopsidedGraph, pathProblem } from "./path_spmm/path_spmm_problem.ts";
import { chosenParameters, randomProblems } from "./spmm/random_problems.ts";
import { randomProblem } from "./spmm/spmm_problem.ts";

testOnEveryBackend(
  "sparse products propagate non-finite numbers to neighbours only, or refuse them",
  async (device) => {
    let broken = 0, refused = 0;
    const shapes = fc.tuple(randomProblems, fc.nat(11), fc.boolean(), fc.boolean(), fc.nat());
    await fc.assert(
      fc.asyncProperty(shapes, async ([problem, pick, inX, storedZero, seed]) => {
        const stream = new RandomStream(seed, "hostile numbers");
        const { matrix: { values } } = problem;
        // A stored zero times infinity is NaN, but a zero of a tile without an entry contributes nothing.
        if (storedZero && values && values.length > 0) values[stream.below(values.length)] = 0;
        plant(inX || !values ? problem.features : values, stream);
        const counts = await assertSpreadsAlike(device, spmm, problem, {
          parameters: (kernel) => chosenParameters(kernel, pick),
          mayRefuse: refusesNotFinite,
        });
        broken += counts.broken;
        refused += counts.refused;
      }),
      // An adapter compiles the shaders anew for each problem, so it gets fewer of them.
      { numRuns: device.backend === "webgpu" ? 12 : 60, seed: 3 },
    );
    assert.ok(broken > 100 && refused > 2, `${broken} entries that are not finite, ${refused} refusals`);
  },
);

testOnEveryBackend(
  "zeros of a dense tile contribute nothing, even where features are not finite",
  async (device) => {
    for (const width of [1, 4, 9, 70]) {
      // Six tiles, a third full: a dense tile multiplies rows by features of vertices that are not their
      // neighbours. The value of one neighbour is 0.
      const problem = randomProblem({ rows: 37, cols: 70, width, entries: () => 23, seed: width });
      const { matrix: { colIdx, values }, features } = problem;
      values![7] = 0;
      features[colIdx[7] * width] = Infinity;
      features[70 * width - 1] = NaN;
      const { broken } = await assertSpreadsAlike(device, spmm, problem, {
        parameters: (kernel) => kernel === "block-sparse" ? { threshold: 0 } : {},
        mayRefuse: (kernel) => kernel === "neighbor-group-fixed",
      });
      assert.ok(broken > 0 && broken < 37 * width);
    }
  },
);

testOnEveryBackend("products on paths propagate non-finite numbers to neighbours only", async (device) => {
  let broken = 0;
  for (const seed of [1, 2, 3, 4]) {
    for (const hops of [1, 2]) {
      const problem = pathProblem({ graph: lopsidedGraph(60, true), share: 0.2, hops, width: 9, seed });
      plant(problem.features, new RandomStream(seed, "hostile numbers"));
      broken += (await assertSpreadsAlike(device, pathSpmm, problem)).broken;
    }
  }
  assert.ok(broken > 0);
});

testOnEveryBackend(
  "dense products propagate non-finite numbers along their row or column only",
  async (device) => {
    let broken = 0;
    await fc.assert(
      fc.asyncProperty(anyGemm(40), fc.boolean(), fc.nat(), async (problem, inA, seed) => {
        plant(inA ? problem.a : problem.b, new RandomStream(seed, "hostile numbers"));
        broken += (await assertSpreadsAlike(device, gemm, problem)).broken;
      }),
      { numRuns: device.backend === "webgpu" ? 6 : 60, seed: 3 },
    );
    assert.ok(broken > 20);
  },
);

testOnBoth("a score that is not finite makes NaN of its row's loss, and no other's", async (device) => {
  for (const hostile of [...HOSTILE.keys()]) {
    for (const several of [false, true]) {
      for (const target of [0, 1]) {
        const rows = 5, classes = 6, logits = uniforms(rows * classes, 1);
        logits.set(HOSTILE.subarray(hostile, hostile + 1), classes + 2);
        logits.set(HOSTILE.subarray(hostile, hostile + 1), 3 * classes + 5);
        const truth = several
          ? { targets: new Float32Array(rows * classes).fill(target) }
          : { labels: new Uint32Array(rows).fill(target === 0 ? 0 : 2) };
        const problem: CrossEntropyProblem = {
          logits,
          rows,
          classes,
          truth,
          weights: new Float32Array(rows).fill(0.5),
        };
        assert.equal((await assertSpreadsAlike(device, crossEntropy, problem)).broken, 2);
        const { broken } = await assertSpreadsAlike(device, crossEntropyGradient, problem);
        assert.equal(broken, several ? 2 : 2 * classes);
      }
    }
  }
});

testOnBoth("the lowest float32 scores are computed right", async (device) => {
  const least = -(2 - 2 ** -23) * 2 ** 127, classes = 5;
  const problem: CrossEntropyProblem = {
    logits: new Float32Array(classes).fill(least),
    rows: 1,
    classes,
    truth: { labels: Uint32Array.of(3) },
    weights: Float32Array.of(1),
  };
  await assertSpreadsAlike(device, crossEntropy, problem);
  await assertSpreadsAlike(device, crossEntropyGradient, problem);
});

testOnEveryBackend(
  "an attention score that is not finite makes NaNs of its rows in its head",
  async (device) => {
    let broken = 0;
    for (let seed = 0; seed < 8; seed++) {
      const problem = softmaxProblem(pattern(30, 60, (row) => row % 8 === 7 ? 50 : row % 8), 3);
      plant(problem.scores, new RandomStream(seed, "hostile numbers"));
      // On an adapter, also where the score is in one of several parts of its row.
      const parts = device.backend === "webgpu" ? [{}, { part: 8 }] : [{}];
      for (const part of parts) {
        const counts = await assertSpreadsAlike(device, edgeSoftmax, problem, { parameters: () => part });
        broken += counts.broken;
      }
    }
    assert.ok(broken > 0);
  },
);

testOnBoth("an activation propagates non-finite numbers, except dropped ones", async (device) => {
  let broken = 0;
  for (const negativeSlope of [0, 0.2, 1]) {
    for (const rate of [undefined, 0.5]) {
      for (const biased of [false, true]) {
        const rows = 12, cols = 9, x = uniforms(rows * cols, 4);
        for (let at = 0; at < x.length; at += 5) x.set(HOSTILE.subarray(at / 5 & 3, (at / 5 & 3) + 1), at);
        const dropout = rate === undefined ? {} : { dropout: { rate, step: 3 } };
        const epilogue = randomEpilogue({ negativeSlope, biased, ...dropout }, cols, 1);
        broken += (await assertSpreadsAlike(device, activation, { x, rows, cols, epilogue })).broken;
      }
    }
  }
  assert.ok(broken > 0);
});

testOnBoth("a gate whose score is NaN makes NaNs of its row", async (device) => {
  const rows = 8, cols = 5, scores = uniforms(rows, 3);
  scores.set(HOSTILE.subarray(0, 2), 3);
  const { broken } = await assertSpreadsAlike(device, tanhGate, {
    x: uniforms(rows * cols, 1),
    scores,
    rows,
    cols,
  });
  assert.equal(broken, 2 * cols);
});

testOnEveryBackend("a NaN is the largest of its segment, and gets the gradient", async (device) => {
  const cols = 5, rows = 12, offsets = Uint32Array.of(0, 3, 3, 4, 12);
  for (let first = 0; first < rows; first++) {
    const x = uniforms(rows * cols, 1);
    for (let col = 0; col < cols; col++) {
      x.set(HOSTILE.subarray(col & 3, (col & 3) + 1), (first + col) % rows * cols + col);
      x.set(HOSTILE.subarray(1, 2), (first + 5) % rows * cols + 1);
    }
    const problem = { x, rows, cols, offsets, gradient: uniforms(4 * cols, 2) };
    const { broken } = await assertSpreadsAlike(device, segmentMax, problem);
    assert.ok(broken >= 3);
    await assertSpreadsAlike(device, segmentMaxGradient, problem);
  }
});
