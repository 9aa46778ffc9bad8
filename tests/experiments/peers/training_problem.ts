/**
 * A small problem that a GCN learns something from: random edges, weights and features, labels that hang on the features.
 *
 * @module
 */
import type { PeerTrainingProblem } from "../../../experiments/peers/peer_training.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { RandomStream } from "../../../platform/random.ts";

const VERTICES = 120;

/** The problem, changed where told; weights are drawn for its widths. */
export function trainingProblem(
  { withBias = true, ...changes }: Partial<PeerTrainingProblem> & { readonly withBias?: boolean } = {},
): PeerTrainingProblem {
  const stream = new RandomStream(3, "training problem");
  const ends = () => Uint32Array.from({ length: 400 }, () => stream.below(VERTICES));
  const draw = (length: number, size: number) =>
    Float32Array.from({ length }, () => size * (2 * stream.uniform() - 1));
  const widths = changes.widths ?? [10, 16, 4];
  const features = draw(VERTICES * widths[0], 1);
  const parameters: Record<string, Float32Array> = {};
  for (let layer = 1; layer < widths.length; layer++) {
    const [fanIn, fanOut] = [widths[layer - 1], widths[layer]];
    parameters[`W${layer}`] = draw(fanIn * fanOut, Math.sqrt(6 / (fanIn + fanOut)));
    if (withBias) parameters[`b${layer}`] = draw(fanOut, 0.1);
  }
  const vertices = Uint32Array.from({ length: VERTICES }, (_, v) => v);
  return {
    matrix: gcnNormalise(
      csrFromEdges({ vertices: VERTICES, source: ends(), target: ends(), symmetrise: true }),
    ),
    features,
    widths,
    parameters,
    labels: vertices.map((v) => features[v * widths[0]] > 0 ? 1 : features[v * widths[0] + 1] > 0 ? 2 : 0),
    sets: { train: vertices.filter((v) => v % 3 !== 0), test: vertices.filter((v) => v % 3 === 0) },
    dropout: { input: 0, hidden: 0 },
    adam: { learningRate: 0.03, beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 5e-4 },
    seed: 7,
    ...changes,
  };
}
