/**
 * METIS's graph files (Karypis: METIS 5.1, manual, section 4.1.1), as Chaco, KaHIP and the tenth DIMACS
 * challenge write them as well: a line of sizes, then a line a vertex that lists its neighbours.
 *
 * @module
 */
import { DataError } from "../../platform/errors.ts";
import type { ByteSource } from "./bytes/byte_source.ts";
import { gunzipped } from "./bytes/gzip.ts";
import { forEachNumberLine, type NumberLineVisitor } from "./bytes/number_lines.ts";
import { readingBudget } from "./bytes/reading_budget.ts";
import { GrowingEdges, MAX_VERTEX_ID, type ReadEdges } from "./edges/growing_edges.ts";
import { type GraphFormat, onlyFile } from "./format.ts";
import { plural } from "../../platform/text/plural.ts";
import { assertPlausibleVertices } from "./edges/plausible_sizes.ts";

/** Sizes of a graph, and the places of neighbours in the line of a vertex. */
interface Layout {
  readonly vertices: number;
  /** Undirected edges, each of which is listed by both of its vertices. */
  readonly edges: number;
  /** Numbers before the first neighbour: the size and the weights of the vertex. */
  readonly leading: number;
  /** Numbers a neighbour: 2 where the weight of the edge follows it. */
  readonly stride: number;
}

const HEADER =
  '"vertices edges", and a format of three digits 0 or 1 and the number of weights where there are any';

/** Layout by the numbers of the first line, or nothing where they are none. */
function layoutOf(header: readonly number[]): Layout | undefined {
  const [vertices, edges, format = 0, weights = 0] = header;
  if (header.length < 2 || !/^[01]{1,3}$/.test(String(format))) return undefined;
  const hasSize = format >= 100, hasWeights = Math.floor(format / 10) % 10 === 1;
  if (weights > 1000 || (weights > 0 && !hasWeights)) return undefined;
  return {
    vertices,
    edges,
    leading: (hasSize ? 1 : 0) + (hasWeights ? Math.max(1, weights) : 0),
    stride: format % 10 === 1 ? 2 : 1,
  };
}

/** Check that both vertices of every edge list it, without a table of edges. */
class MutualEdges {
  readonly #sums = new Uint32Array(2);

  /** Adds an edge as one of its vertices lists it: what the lesser vertex adds, the greater takes away. */
  add(vertex: number, neighbour: number): void {
    const lesser = Math.min(vertex, neighbour), greater = Math.max(vertex, neighbour);
    const sign = Math.sign(neighbour - vertex);
    this.#sums[0] += sign * mixed(mixed(lesser) + greater);
    this.#sums[1] += sign * mixed(mixed(~greater) ^ lesser);
  }

  /** Whether both vertices list each edge equally often; it errs once in 2^64 files. */
  get areMutual(): boolean {
    return this.#sums.every((sum) => sum === 0);
  }
}

/** A number of 32 bits, mixed as MurmurHash3 does at its end. */
function mixed(bits: number): number {
  bits = Math.imul(bits ^ bits >>> 16, 0x85ebca6b);
  bits = Math.imul(bits ^ bits >>> 13, 0xc2b2ae35);
  return bits ^ bits >>> 16;
}

/** Reader of the lines of one file: a header, then the neighbours of each vertex. */
class MetisGraphLines implements NumberLineVisitor {
  readonly #file: string;
  readonly #edges: GrowingEdges;
  readonly #mutual = new MutualEdges();
  readonly #header: number[] = [];
  #layout: Layout | undefined;
  /** Vertices whose lines have ended. */
  #vertex = 0;
  /** Numbers so far in the line of a vertex. */
  #place = 0;

  constructor(file: string, edges: GrowingEdges) {
    this.#file = file;
    this.#edges = edges;
  }

  /** Takes the next number of a line. */
  number(value: number, line: number): void {
    if (this.#layout !== undefined) return this.#neighbour(value, this.#layout, line);
    if (this.#header.push(value) > 4) this.#fail("a header of more than 4 numbers", HEADER, line);
  }

  /** Ends a line: the header, or that of a vertex. */
  end(line: number): void {
    if (this.#layout === undefined) this.#layout = this.#readHeader(line);
    else if (this.#vertex < this.#layout.vertices) this.#endVertex(this.#layout, line);
  }

  /** Checks the whole file; returns the number of its vertices. */
  finish(): number {
    if (this.#layout === undefined) return this.#fail("no header", HEADER);
    const { vertices, edges } = this.#layout, { count } = this.#edges;
    if (this.#vertex < vertices) {
      this.#fail(`lines of ${plural(this.#vertex, "vertex", "vertices")}`, `${vertices}, as the header says`);
    }
    if (count < 2 * edges) {
      this.#fail(
        plural(count, "neighbour"),
        `${2 * edges}: ${plural(edges, "edge")}, each listed by both vertices`,
      );
    }
    if (!this.#mutual.areMutual) {
      this.#fail("edges that only one of their vertices lists", "each listed by both");
    }
    return vertices;
  }

  #readHeader(line: number): Layout {
    const header = JSON.stringify(this.#header.join(" "));
    const layout = layoutOf(this.#header) ?? this.#fail(`the header ${header}`, HEADER, line);
    if (layout.vertices <= MAX_VERTEX_ID) return layout;
    return this.#fail(plural(layout.vertices, "vertex", "vertices"), `at most ${MAX_VERTEX_ID}`, line);
  }

  #neighbour(value: number, { vertices, edges, leading, stride }: Layout, line: number): void {
    if (this.#vertex === vertices) {
      this.#fail("a further vertex", `the end after ${plural(vertices, "vertex", "vertices")}`, line);
    }
    const at = this.#place++ - leading;
    if (at < 0 || (stride === 2 && at % 2 === 1)) return;
    if (value < 1 || value > vertices) {
      this.#fail(`the neighbour ${value} of vertex ${this.#vertex + 1}`, `1 to ${vertices}`, line);
    }
    if (this.#edges.count === 2 * edges) {
      const end = `the end after ${plural(edges, "edge")}, each listed by both vertices`;
      this.#fail("a further neighbour", end, line);
    }
    this.#edges.push(this.#vertex, value - 1);
    this.#mutual.add(this.#vertex, value - 1);
  }

  #endVertex({ leading, stride }: Layout, line: number): void {
    const vertex = this.#vertex + 1, place = this.#place;
    if (place < leading) {
      this.#fail(`${plural(place, "weight")} of vertex ${vertex}`, `${leading}, as the header says`, line);
    }
    if ((place - leading) % stride !== 0) {
      this.#fail(`a last neighbour of vertex ${vertex} without a weight`, "one, as the header says", line);
    }
    this.#vertex++;
    this.#place = 0;
  }

  #fail(current: string, wanted: string, line?: number): never {
    throw new DataError({ file: this.#file, ...(line !== undefined && { line }) }, {
      current,
      wanted,
      next: "check the file by graphchk, which comes with METIS, or write it anew",
    });
  }
}

/**
 * Reads the edges of a graph, from each vertex to those of its line, so that both directions of every edge
 * are listed. Vertices count from 1 in the file. Weights are passed over; a line may have any length.
 *
 * @throws {DataError} naming file and line.
 */
export async function readMetisGraph(source: ByteSource): Promise<ReadEdges> {
  const budget = await readingBudget(source);
  const edges = new GrowingEdges(budget), lines = new MetisGraphLines(source.name, edges);
  await forEachNumberLine(source, lines);
  const vertices = lines.finish();
  assertPlausibleVertices(vertices, edges.count, budget);
  return { vertices, source: edges.source, target: edges.target, count: edges.count };
}

/** Reader of METIS's graph files: neighbours count, sizes and weights do not. */
export const metisGraph: GraphFormat = {
  id: "metis-graph",
  title: "METIS graph file, optionally gzip",
  async read(files) {
    return { edges: await readMetisGraph(gunzipped(onlyFile(files))), note: "" };
  },
};
