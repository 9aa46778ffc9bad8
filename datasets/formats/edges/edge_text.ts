/**
 * Reader of edges as text, two vertex ids a line: the common part of SNAP's lists, MUSAE's CSV and plain edge
 * lists.
 *
 * @module
 */
import { DataError } from "../../../platform/errors.ts";
import type { ByteSource } from "../bytes/byte_source.ts";
import { assertPlausibleVertices, GrowingEdges, MAX_VERTEX_ID, type ReadEdges } from "./growing_edges.ts";
import { readingBudget } from "../bytes/reading_budget.ts";
import { forEachLine, quoteBytes } from "../bytes/text_lines.ts";
import { compactIds } from "./vertex_renumbering.ts";

const TAB = 9, SPACE = 32, HASH = 35, PERCENT = 37, COMMA = 44, ZERO = 48, NINE = 57, SEMICOLON = 59;

/** Beginning of a MatrixMarket file, whose size line and entries look like edges with a further column. */
const MATRIX_MARKET = new TextEncoder().encode("%%MatrixMarket");

const TWO_IDS = "two vertex ids in decimal digits";

/** Options of {@linkcode readEdgeText}. */
export interface EdgeTextOptions {
  /** Whether to renumber ids to 0..V-1 in ascending order, where ids have gaps. */
  readonly compactIds?: boolean;
  /**
   * Number of vertices, where it is known; an id beyond it is an error. Otherwise the greatest id determines
   * it.
   */
  readonly vertices?: number;
  /** Exact text of the header, the first line that is not a comment; absent in formats without a header. */
  readonly header?: string;
  /**
   * Whether the file may be a table as programs save it: a first line of column names, `;` between fields,
   * and columns behind the two ids (weights, times), on every line or on none. Both are left out.
   */
  readonly isTable?: boolean;
}

/** Edges of a text, and a note on what of it was left out. */
export interface TextEdges extends ReadEdges {
  /** Sentences on a line of column names, further columns and closed gaps; empty where there are none. */
  readonly note: string;
}

/** Whether a line begins with a name: a letter, also beyond ASCII, `_` or a quotation mark. */
const beginsWithName = (byte: number) => byte >= 0x80 || /[A-Za-z_"']/.test(String.fromCharCode(byte));

/** Lines of one file, read one after the other into a list of edges. */
class EdgeLines {
  /** Line of column names, quoted; undefined where the file has none. */
  names: string | undefined;
  /** Whether lines have columns behind the two ids; undefined before the first edge. */
  hasFurther: boolean | undefined;
  /** Header that is still to come. */
  header: string | undefined;

  readonly #file: string;
  readonly #edges: GrowingEdges;
  readonly #isTable: boolean;
  readonly #maxId: number;
  // The line at hand, and the place up to which it is read.
  #bytes: Uint8Array = new Uint8Array();
  #begin = 0;
  #end = 0;
  #line = 0;
  #at = 0;

  constructor(file: string, edges: GrowingEdges, options: EdgeTextOptions) {
    this.#file = file;
    this.#edges = edges;
    this.#isTable = options.isTable ?? false;
    this.#maxId = options.vertices !== undefined && !options.compactIds
      ? options.vertices - 1
      : MAX_VERTEX_ID;
    this.header = options.header;
  }

  /** Reads a line; false where it holds no record. */
  read(bytes: Uint8Array, begin: number, end: number, line: number): boolean | void {
    this.#bytes = bytes;
    this.#begin = this.#at = begin;
    this.#end = end;
    this.#line = line;
    this.#skipBlanks();
    const byte = bytes[this.#at];
    if (this.#at === end || byte === HASH) return false;
    if (byte === PERCENT) {
      this.#refuseMatrixMarket();
      return false;
    }
    if (this.header !== undefined) this.#readHeader(this.header);
    else if (this.#isTable && this.#edges.count === 0 && this.names === undefined && beginsWithName(byte)) {
      this.names = quoteBytes(bytes, begin, end);
    } else this.#readEdge();
  }

  #readHeader(wanted: string): void {
    this.header = undefined;
    const line = this.#bytes.subarray(this.#begin, Math.min(this.#end, this.#begin + 256));
    if (String.fromCharCode(...line) !== wanted) this.#fail(`the header ${JSON.stringify(wanted)}`);
  }

  #readEdge(): void {
    const source = this.#readId();
    this.#skipSeparator(true);
    this.#edges.push(source, this.#readId());
    const behind = this.#at;
    const isFurther = this.#skipSeparator(this.#isTable) || this.#at < this.#end;
    if (isFurther && (!this.#isTable || this.#at === behind)) this.#fail(TWO_IDS);
    this.hasFurther ??= isFurther;
    if (isFurther === this.hasFurther) return;
    this.#fail(
      this.hasFurther
        ? "columns behind the two ids, as on the lines before"
        : "two vertex ids and no more, as on the lines before",
    );
  }

  #readId(): number {
    const bytes = this.#bytes, end = this.#end, limit = this.#maxId;
    let id = 0, at = this.#at;
    for (; at < end; at++) {
      const digit = bytes[at];
      if (digit < ZERO || digit > NINE) break;
      id = id * 10 + (digit - ZERO);
      if (id > limit) this.#fail(`vertex ids from 0 to ${limit}`, "renumber the vertices from 0");
    }
    if (at === this.#at) this.#fail(TWO_IDS);
    this.#at = at;
    return id;
  }

  /** Skips blanks and at most one comma between two fields; returns whether there was a comma. */
  #skipSeparator(mayBeComma: boolean): boolean {
    this.#skipBlanks();
    const byte = this.#bytes[this.#at];
    if (
      this.#at === this.#end || !mayBeComma || (byte !== COMMA && !(this.#isTable && byte === SEMICOLON))
    ) return false;
    this.#at++;
    this.#skipBlanks();
    return true;
  }

  #skipBlanks(): void {
    const bytes = this.#bytes, end = this.#end;
    let at = this.#at;
    while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
    this.#at = at;
  }

  #refuseMatrixMarket(): void {
    if (this.#isTable && MATRIX_MARKET.every((byte, i) => this.#bytes[this.#begin + i] === byte)) {
      this.#fail("an edge list", "name the file *.mtx, by which MatrixMarket files are known");
    }
  }

  #fail(
    wanted: string,
    next = "write or download the file again, or check that its format is an edge list",
  ): never {
    throw new DataError({ file: this.#file, line: this.#line }, {
      current: quoteBytes(this.#bytes, this.#begin, this.#end),
      wanted,
      next,
    });
  }
}

/**
 * Reads one edge a line: two decimal ids separated by spaces, tabs or a comma. Lines that begin with `#` or
 * `%` and empty lines are skipped. Memory is bounded by the edges that were read.
 *
 * @throws {DataError} naming file and line where a line is anything else.
 */
export async function readEdgeText(source: ByteSource, options: EdgeTextOptions = {}): Promise<TextEdges> {
  const budget = await readingBudget(source);
  const edges = new GrowingEdges(budget), lines = new EdgeLines(source.name, edges, options);
  await forEachLine(source, (bytes, begin, end, line) => lines.read(bytes, begin, end, line));
  const { header, names, hasFurther } = lines;
  if (header !== undefined) {
    throw new DataError({ file: source.name }, {
      current: "no line",
      wanted: `the header ${JSON.stringify(header)}`,
      next: "write or download the file again",
    });
  }
  let vertices = options.vertices ?? edges.maxId + 1;
  if (options.compactIds) {
    vertices = compactIds(edges.source, edges.target, edges.count);
    if (options.vertices !== undefined && vertices > options.vertices) {
      throw new DataError({ file: source.name }, {
        current: `${vertices} different vertex ids`,
        wanted: `at most ${options.vertices}`,
        next: "check that this is the file that its name says",
      });
    }
  } else {
    assertPlausibleVertices(vertices, edges.count, budget);
  }
  const note = [
    names === undefined ? "" : `The first line, ${names}, was taken for names of columns.`,
    hasFurther ? "Columns behind the two vertex ids were not read." : "",
    options.compactIds && vertices <= edges.maxId
      ? `Gaps of the ids, up to ${edges.maxId}, are closed up: ${vertices} vertices have an edge.`
      : "",
  ].filter((each) => each !== "").join(" ");
  return { vertices, source: edges.source, target: edges.target, count: edges.count, note };
}
