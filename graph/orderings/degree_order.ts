/**
 * Sorting of vertices by degree, the first step of several orderings.
 *
 * @module
 */

/** Request to sort vertices by degree. */
export interface DegreeOrder {
  /** Vertices to sort. */
  readonly vertices: Uint32Array;
  /** Degree of every vertex of the graph, by id. */
  readonly degree: Uint32Array;
  /** Whether the greatest degree comes first. */
  readonly falling: boolean;
}

/**
 * Sorts vertices by degree, with ties in the given order: a counting sort, linear in vertices and the
 * greatest degree.
 */
export function sortByDegree({ vertices, degree, falling }: DegreeOrder): Uint32Array {
  let max = 0;
  for (let i = 0; i < vertices.length; i++) max = Math.max(max, degree[vertices[i]]);
  const bucket = (v: number) => falling ? max - degree[v] : degree[v];
  const start = new Uint32Array(max + 2);
  for (let i = 0; i < vertices.length; i++) start[bucket(vertices[i]) + 1]++;
  for (let d = 0; d <= max; d++) start[d + 1] += start[d];
  const sorted = new Uint32Array(vertices.length);
  for (let i = 0; i < vertices.length; i++) sorted[start[bucket(vertices[i])]++] = vertices[i];
  return sorted;
}
