/**
 * The five-vertex example of eppgcn Figures 2 and 3: its execution paths beside the printed ones, and
 * neighbour groups beside their rule.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import { degrees } from "../../../graph/degrees.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { type ExecutionPath, executionPaths } from "../../../graph/execution_paths.ts";
import { neighborGroups } from "../../../graph/neighbor_groups.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Facts, Metrics } from "../../metrics.ts";

/** Group sizes that the rule is counted for on the real graph. */
export const SIZES = [1, 2, 3, 4, 8, 16, 32, 64, 128] as const;

/** The example's graph; v1 to v5 of the paper are 0 to 4. */
const exampleGraph = csrFromEdges({
  vertices: 5,
  source: Uint32Array.of(0, 1, 1, 1, 2, 3),
  target: Uint32Array.of(1, 2, 3, 4, 3, 4),
  symmetrise: true,
});
const TRAINING_SET = Uint32Array.of(2, 4);

/**
 * Vertices and edges of each layer in Figure 3, an edge from source to target. The second vertex set is N^2
 * (Section 4 says N^0).
 */
const PRINTED: Readonly<
  Record<number, { readonly vertices: readonly string[]; readonly edges: readonly string[] }>
> = {
  1: { vertices: ["v2", "v4"], edges: ["v3->v2", "v5->v2", "v3->v4", "v5->v4"] },
  0: {
    vertices: ["v1", "v2", "v3", "v4", "v5"],
    edges: ["v2->v1", "v4->v2", "v2->v3", "v4->v3", "v2->v4", "v2->v5", "v4->v5"],
  },
};

function edgesOf({ targets, sources, matrix }: ExecutionPath): string[] {
  const edges: string[] = [];
  for (let row = 0; row < matrix.rows; row++) {
    for (let e = matrix.rowPtr[row]; e < matrix.rowPtr[row + 1]; e++) {
      edges.push(`v${sources[matrix.colIdx[e]] + 1}->v${targets[row] + 1}`);
    }
  }
  return edges;
}

/** Number of entries that are in one list and not in the other. */
function differences(a: readonly string[], b: readonly string[]): number {
  return new Set(a).symmetricDifference(new Set(b)).size;
}

/** Metrics of the example and of the grouping rule. */
export const EXAMPLE_METRICS = {
  layer_1_vertices: { label: "vertices of SG_1", unit: "vertices" },
  layer_1_edges: { label: "edges of SG_1", unit: "edges" },
  layer_1_differences: { label: "not as printed in SG_1", unit: "count", better: "lower" },
  layer_0_vertices: { label: "vertices of SG_0", unit: "vertices" },
  layer_0_edges: { label: "edges of SG_0", unit: "edges" },
  layer_0_differences: { label: "not as printed in SG_0", unit: "count", better: "lower" },
  groups_of_three: { label: "groups of at most 3", unit: "groups" },
  groups_of_v2: { label: "groups of v2", unit: "groups" },
  wrong_group_counts: { label: "vertices with a wrong number of groups", unit: "vertices", better: "lower" },
  long_groups: { label: "groups that are too long", unit: "groups", better: "lower" },
} as const satisfies Metrics;

/** Sizes of a path of the example, and how many of its vertices and edges are not as printed. */
function sizesOf(path: ExecutionPath) {
  const vertices = [...path.targets].map((v) => `v${v + 1}`), edges = edgesOf(path);
  const printed = PRINTED[path.layer];
  return {
    vertices: vertices.length,
    edges: edges.length,
    differences: differences(vertices, printed.vertices) + differences(edges, printed.edges),
  };
}

function examplePaths(): Facts<typeof EXAMPLE_METRICS> {
  const [first, second] = executionPaths(exampleGraph, TRAINING_SET, { layers: 2 }).map(sizesOf);
  return {
    layer_1_vertices: first.vertices,
    layer_1_edges: first.edges,
    layer_1_differences: first.differences,
    layer_0_vertices: second.vertices,
    layer_0_edges: second.edges,
    layer_0_differences: second.differences,
  };
}

/** Vertices whose groups are not `ceil(degree / size)` many, and groups longer than `size`. */
function groupViolations(graph: CsrMatrix, size: number): { vertices: number; groups: number } {
  const { groupPtr, start, count } = neighborGroups(graph, size);
  const vertices = sumOf(
    degrees(graph),
    (degree, v) => groupPtr[v + 1] - groupPtr[v] === Math.ceil(degree / size) ? 0 : 1,
  );
  let groups = 0;
  for (let g = 0; g < count; g++) if (start[g + 1] - start[g] > size) groups++;
  return { vertices, groups };
}

/** Breaches of the grouping rule on a graph, over all sizes. */
export function ruleBreaches(graph: CsrMatrix): Facts<typeof EXAMPLE_METRICS> {
  const wrong = SIZES.map((size) => groupViolations(graph, size));
  return {
    wrong_group_counts: sumOf(wrong, ({ vertices }) => vertices),
    long_groups: sumOf(wrong, ({ groups }) => groups),
  };
}

/** Paths and groups of the example, and breaches of the grouping rule on it. */
export function exampleFacts(): Facts<typeof EXAMPLE_METRICS> {
  const { groupPtr, count } = neighborGroups(exampleGraph, 3);
  return {
    ...examplePaths(),
    ...ruleBreaches(exampleGraph),
    groups_of_three: count,
    groups_of_v2: groupPtr[2] - groupPtr[1],
  };
}
