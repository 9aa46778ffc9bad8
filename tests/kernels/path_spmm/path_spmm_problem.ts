/**
 * Problems of products on execution paths, for tests.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import { executionPaths } from "../../../graph/execution_paths.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { transpose } from "../../../graph/transpose.ts";
import type { PathSpmmProblem } from "../../../kernels/path_spmm/mod.ts";
import { RandomStream } from "../../../platform/random.ts";
import { graphOf, SHAPES } from "../../graph/graph_fixture.ts";

/** Shape of a random problem. */
export interface PathShape {
  /** Aggregation matrix of the forward pass. */
  readonly graph: CsrMatrix;
  /** Probability that a vertex is a training vertex. */
  readonly share: number;
  /** Hops of the path, k. */
  readonly hops: number;
  readonly width: number;
  readonly seed?: number;
}

/** Problem of the path that is `hops` from a random training set, with random features. */
export function pathProblem({ graph, share, hops, width, seed = 1 }: PathShape): PathSpmmProblem {
  const stream = new RandomStream(seed, "path problem");
  const training = Uint32Array.from({ length: graph.rows }, (_, v) => v).filter(() =>
    stream.uniform() < share
  );
  const path = executionPaths(graph, training, { layers: hops })[hops - 1];
  const features = Float32Array.from(
    { length: path.sources.length * width },
    () => 2 * stream.uniform() - 1,
  );
  return { matrix: transpose(graph), path, features, width };
}

/** Directed graph without loops, with two hubs, rows without entries, and vertices without outgoing edges. */
export function lopsidedGraph(vertices: number, weighted: boolean): CsrMatrix {
  const stream = new RandomStream(5, "lopsided graph");
  const pairs: [number, number][] = [];
  for (let v = 2; v < vertices; v++) {
    pairs.push([0, v], [v, 1]);
    for (let i = stream.below(5); i > 0; i--) pairs.push([stream.below(v), v]);
  }
  const graph = graphOf(vertices, pairs, { selfLoops: "drop" });
  if (!weighted) return graph;
  return { ...graph, values: Float32Array.from(graph.colIdx, () => 2 * stream.uniform() - 1) };
}

/** Problems that every kernel must solve, each named by its difficulty. */
export function awkwardProblems(width: number): [string, PathSpmmProblem][] {
  const problems: [string, PathSpmmProblem][] = [];
  for (const weighted of [true, false]) {
    const graph = lopsidedGraph(400, weighted);
    for (const [share, hops] of [[0.02, 1], [0.1, 2], [0.8, 1], [1, 3]]) {
      problems.push([
        `share ${share}, ${hops} hops, ${weighted ? "values" : "ones"}`,
        pathProblem({ graph, share, hops, width }),
      ]);
    }
  }
  const whole = gcnNormalise(SHAPES.star);
  problems.push(
    ["no training vertex", pathProblem({ graph: whole, share: 0, hops: 2, width })],
    ["the whole graph", pathProblem({ graph: whole, share: 1, hops: 1, width })],
    ["isolated vertices", pathProblem({ graph: SHAPES["isolated vertices"], share: 1, hops: 1, width })],
    ["no vertices", pathProblem({ graph: SHAPES.empty, share: 1, hops: 1, width })],
  );
  return problems;
}
