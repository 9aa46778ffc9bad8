/**
 * Full-batch training of a GCN in float64, written out: what every library's losses are held against.
 *
 * @module
 */
import type { PeerTrainingProblem } from "../../../experiments/peers/peer_training.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { transpose } from "../../../graph/transpose.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";

function aggregate(
  { rows, rowPtr, colIdx, values }: CsrMatrix,
  x: Float64Array,
  width: number,
): Float64Array<ArrayBuffer> {
  const y = new Float64Array(rows * width);
  for (let r = 0; r < rows; r++) {
    for (let e = rowPtr[r]; e < rowPtr[r + 1]; e++) {
      const weight = values ? values[e] : 1;
      for (let k = 0; k < width; k++) y[r * width + k] += weight * x[colIdx[e] * width + k];
    }
  }
  return y;
}

/** `a b`, with a `m x k` read by rows, or by columns where it is stored transposed. */
function multiply(
  at: (i: number, k: number) => number,
  bt: (k: number, j: number) => number,
  [m, inner, n]: readonly [number, number, number],
): Float64Array<ArrayBuffer> {
  const c = new Float64Array(m * n);
  for (let i = 0; i < m; i++) {
    for (let k = 0; k < inner; k++) {
      for (let j = 0; j < n; j++) c[i * n + j] += at(i, k) * bt(k, j);
    }
  }
  return c;
}

/** Training losses of so many epochs, each before its step, without dropout; and the logits afterwards. */
export function referenceTraining(
  problem: PeerTrainingProblem,
  epochs: number,
): { readonly losses: readonly number[]; readonly scores: Float64Array } {
  const { matrix, features, widths, labels, sets: { train }, adam } = problem;
  const n = matrix.rows, back = transpose(matrix), layers = widths.length - 1;
  const parameters = new Map(
    Object.entries(problem.parameters).map(([name, start]) => {
      const moments = [new Float64Array(start.length), new Float64Array(start.length)] as const;
      return [name, { value: Float64Array.from(start), moments }];
    }),
  );
  const valueOf = (name: string) => parameters.get(name)?.value;

  /** What goes into each layer, and last the logits; all after ReLU but those. */
  const forward = () => {
    const states = [Float64Array.from(features)];
    for (let l = 1; l <= layers; l++) {
      const [fanIn, fanOut] = [widths[l - 1], widths[l]];
      const h = states[l - 1], weight = valueOf(`W${l}`)!, bias = valueOf(`b${l}`);
      const products = multiply((i, k) => h[i * fanIn + k], (k, j) => weight[k * fanOut + j], [
        n,
        fanIn,
        fanOut,
      ]);
      states.push(
        aggregate(matrix, products, fanOut).map((z, i) => {
          const score = z + (bias ? bias[i % fanOut] : 0);
          return l < layers ? Math.max(0, score) : score;
        }),
      );
    }
    return states;
  };

  const update = (name: string, gradient: Float64Array, step: number) => {
    const { value, moments: [m, v] } = parameters.get(name)!;
    for (let i = 0; i < value.length; i++) {
      const g = gradient[i] + (/^.1$/.test(name) ? adam.weightDecay : 0) * value[i];
      m[i] = adam.beta1 * m[i] + (1 - adam.beta1) * g;
      v[i] = adam.beta2 * v[i] + (1 - adam.beta2) * g * g;
      const root = Math.sqrt(v[i] / (1 - adam.beta2 ** step));
      value[i] -= adam.learningRate * (m[i] / (1 - adam.beta1 ** step)) / (root + adam.epsilon);
    }
  };

  const losses: number[] = [];
  for (let step = 1; step <= epochs; step++) {
    const states = forward();
    const classes = widths[layers], logits = states[layers];
    let gradient = new Float64Array(n * classes), loss = 0;
    for (const v of train) {
      const row = logits.subarray(v * classes, (v + 1) * classes);
      const sum = sumOf(row, (z) => Math.exp(z));
      loss += (Math.log(sum) - row[labels[v]]) / train.length;
      for (let c = 0; c < classes; c++) {
        gradient[v * classes + c] += (Math.exp(row[c]) / sum - (c === labels[v] ? 1 : 0)) / train.length;
      }
    }
    losses.push(loss);
    const gradients = new Map<string, Float64Array>();
    for (let l = layers; l >= 1; l--) {
      const [fanIn, fanOut] = [widths[l - 1], widths[l]];
      const h = states[l - 1], weight = valueOf(`W${l}`)!, inner = gradient;
      const sums = new Float64Array(fanOut);
      for (let i = 0; i < inner.length; i++) sums[i % fanOut] += inner[i];
      if (valueOf(`b${l}`)) gradients.set(`b${l}`, sums);
      const g = aggregate(back, inner, fanOut);
      gradients.set(
        `W${l}`,
        multiply((i, k) => h[k * fanIn + i], (k, j) => g[k * fanOut + j], [fanIn, n, fanOut]),
      );
      gradient = multiply((i, k) => g[i * fanOut + k], (k, j) => weight[j * fanOut + k], [n, fanOut, fanIn]);
      for (let i = 0; i < gradient.length; i++) if (h[i] === 0) gradient[i] = 0;
    }
    for (const [name, each] of gradients) update(name, each, step);
  }
  return { losses, scores: forward()[layers] };
}
