/**
 * roc's residual rule, computed layer by layer from its formula, against what the model's program says.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { RandomStream } from "../../../platform/random.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import { OracleExecutor } from "../../../training/executors/oracle_executor.ts";
import { residualGcn } from "../../../training/models/residual_gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";
import { bindVertexData, type VertexData, vertexTaskShape } from "../../../training/vertex_data.ts";

const VERTICES = 40, DEGREE = 4, FEATURES = 9, HIDDEN = 7, CLASSES = 5;

interface Dense {
  readonly cols: number;
  readonly values: Float64Array;
}

function times({ cols: inner, values }: Dense, weight: Dense): Dense {
  const { cols } = weight, rows = values.length / inner, product = new Float64Array(rows * cols);
  for (let r = 0; r < rows; r++) {
    for (let k = 0; k < inner; k++) {
      for (let c = 0; c < cols; c++) {
        product[r * cols + c] += values[r * inner + k] * weight.values[k * cols + c];
      }
    }
  }
  return { cols, values: product };
}

function aggregate({ rows, rowPtr, colIdx, values }: CsrMatrix, { cols, values: of }: Dense): Dense {
  const sum = new Float64Array(rows * cols);
  for (let r = 0; r < rows; r++) {
    for (let e = rowPtr[r]; e < rowPtr[r + 1]; e++) {
      for (let c = 0; c < cols; c++) sum[r * cols + c] += values![e] * of[colIdx[e] * cols + c];
    }
  }
  return { cols, values: sum };
}

/** `H' = GCN(H) + H`, or `GCN(H) + H V` where there is a V; GCN has a ReLU in all layers but the last. */
function residualLayer(
  adjacency: CsrMatrix,
  features: Dense,
  { weight, path, last }: {
    readonly weight: Dense;
    readonly path?: Dense | undefined;
    readonly last: boolean;
  },
): Dense {
  const { cols, values } = aggregate(adjacency, times(features, weight));
  const own = path === undefined ? features : times(features, path);
  return { cols, values: values.map((value, i) => (last ? value : Math.max(0, value)) + own.values[i]) };
}

function randomData(seed: number): VertexData & { readonly dense: Dense } {
  const stream = new RandomStream(seed, "residual rule");
  const ends = () => Uint32Array.from({ length: VERTICES * DEGREE }, () => stream.below(VERTICES));
  const graph = csrFromEdges({ vertices: VERTICES, source: ends(), target: ends(), symmetrise: true });
  const values = Float32Array.from({ length: VERTICES * FEATURES }, () => 2 * stream.uniform() - 1);
  return {
    adjacency: gcnNormalise(graph),
    symmetric: true,
    classes: CLASSES,
    drawn: [],
    features: { kind: "dense", width: FEATURES, values },
    truth: { labels: new Uint32Array(VERTICES) },
    split: { train: Uint32Array.of(0), validation: Uint32Array.of(1), test: Uint32Array.of(2) },
    dense: { cols: FEATURES, values: Float64Array.from(values) },
  };
}

/** The largest difference of a score of a residual GCN on random numbers from the rule's; both in float64. */
export async function residualError(layers: number, seed: number): Promise<number> {
  const data = randomData(seed);
  const { program, ...task } = vertexClassification(vertexTaskShape(data), {
    layers: residualGcn({ classes: CLASSES, hidden: HIDDEN, layers }),
    optimizer: adam(),
    seed,
  });
  const executor = new OracleExecutor(program, bindVertexData({ program, ...task }, data));
  initialise(executor, program, { seed });
  executor.evaluate();
  const parameter = async (label: string): Promise<Dense | undefined> => {
    const known = program.parameters.find(({ tensor }) => tensor.label === label);
    if (known === undefined) return undefined;
    return { cols: known.tensor.cols, values: Float64Array.from(await executor.read(known.tensor)) };
  };
  let features: Dense = data.dense;
  for (let layer = 1; layer <= layers; layer++) {
    features = residualLayer(data.adjacency, features, {
      weight: (await parameter(`layer ${layer} weight`))!,
      path: await parameter(`layer ${layer} self weight`),
      last: layer === layers,
    });
  }
  const scores = await executor.read(program.scores);
  return features.values.reduce((worst, value, i) => Math.max(worst, Math.abs(value - scores[i])), 0);
}
