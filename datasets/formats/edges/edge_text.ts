/**
 * Reader of edges as text, two vertex ids a line: the common part of SNAP's lists, MUSAE's CSV and plain edge
 * lists.
 *
 * @module
 */
import { DataError } from "../../../platform/errors.ts";
import type { ByteSource } from "../bytes/byte_source.ts";
import { GrowingEdges, MAX_VERTEX_ID, type ReadEdges } from "./growing_edges.ts";
import { readingBudget } from "../bytes/reading_budget.ts";
import { forEachLine, quoteBytes } from "../bytes/text_lines.ts";
import { beginOfField, countFields, type EdgeColumns, edgeColumns, endOfField } from "./edge_columns.ts";
import { closeGaps } from "./vertex_renumbering.ts";
import { plural } from "../../../platform/text/plural.ts";
import { assertPlausibleVertices } from "./plausible_sizes.ts";

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
   * and columns beside the two ids (weights, times), on every line or on none, which are left out. Where the
   * first line names a source and a target, these columns are the ids, else the first two.
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
  /** Columns of the ids, where names say which; else they are the first two. */
  columns: EdgeColumns | undefined;
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
    else if (this.#isTable && this.#edges.count === 0 && this.names === undefined && this.#hasNames(byte)) {
      this.#readNames();
    } else this.#readEdge();
  }

  /** Whether the line has names: it begins with one, or with a column without a name. */
  #hasNames(byte: number): boolean {
    const isEmpty = (byte === COMMA || byte === SEMICOLON) && this.#at + 1 < this.#end;
    return beginsWithName(isEmpty ? this.#bytes[this.#at + 1] : byte);
  }

  #readNames(): void {
    this.names = quoteBytes(this.#bytes, this.#begin, this.#end);
    const columns = edgeColumns(this.#bytes, this.#begin, this.#end);
    if (columns === undefined) return;
    if ("next" in columns) {
      const { current, wanted, next } = columns;
      this.#fail(wanted, next, `${current}: ${this.names}`);
    }
    this.columns = columns;
  }

  #readHeader(wanted: string): void {
    this.header = undefined;
    const line = this.#bytes.subarray(this.#begin, Math.min(this.#end, this.#begin + 256));
    if (String.fromCharCode(...line) !== wanted) this.#fail(`the header ${JSON.stringify(wanted)}`);
  }

  #readEdge(): void {
    if (this.#edges.count === 0 && this.columns !== undefined) this.#assertNamed(this.columns);
    if (this.columns === undefined || this.columns.source + this.columns.target === 1) {
      const first = this.#readId();
      this.#skipSeparator(true);
      const second = this.#readId();
      if (this.columns?.source === 1) this.#edges.push(second, first);
      else this.#edges.push(first, second);
    } else this.#readColumns(this.columns);
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

  /** Reads the ids of an edge from columns that the first line names. */
  #readColumns({ source, target, separator }: EdgeColumns): void {
    const bytes = this.#bytes, end = this.#end, last = Math.max(source, target);
    let from = 0, to = 0, at = this.#begin;
    for (let column = 0; column <= last; column++) {
      if (at > end) this.#fail("as many columns as the first line names");
      at = beginOfField(bytes, at, end, separator);
      const close = endOfField(bytes, at, end, separator);
      if (column === source || column === target) {
        this.#at = at;
        const id = this.#readId();
        if (beginOfField(bytes, this.#at, close, separator) !== close) this.#fail(TWO_IDS);
        if (column === source) from = id;
        else to = id;
      }
      at = close + 1;
    }
    this.#at = at - 1;
    this.#edges.push(from, to);
  }

  /** Refuses a line of more columns than have names, such as one that begins with a number of its own. */
  #assertNamed({ count, separator }: EdgeColumns): void {
    const fields = countFields(this.#bytes, this.#begin, this.#end, separator);
    if (fields <= count) return;
    this.#fail(
      `${plural(count, "column")}, as the first line names`,
      "name every column in the first line, or remove that line where the first two columns are the ids",
      `${plural(fields, "column")}: ${quoteBytes(this.#bytes, this.#begin, this.#end)}`,
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
    next =
      "write or download the file again, or check that its format is an edge list (comments begin with # or %)",
    current = quoteBytes(this.#bytes, this.#begin, this.#end),
  ): never {
    throw new DataError({ file: this.#file, line: this.#line }, {
      current,
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
  const { header } = lines;
  if (header !== undefined) {
    throw new DataError({ file: source.name }, {
      current: "no line",
      wanted: `the header ${JSON.stringify(header)}`,
      next: "write or download the file again",
    });
  }
  const sizes = options.isTable ? sizesNote(edges, lines) : [];
  let vertices = options.vertices ?? edges.maxId + 1, originalIds: Uint32Array | undefined;
  if (options.compactIds) {
    const ids = closeGaps(edges.source, edges.target, edges.count);
    vertices = ids.length;
    if (vertices <= edges.maxId) originalIds = ids;
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
    ...columnNotes(lines),
    ...sizes,
    ...(originalIds
      ? [`Gaps of the ids, up to ${edges.maxId}, are closed up: ${vertices} vertices have an edge.`]
      : []),
  ].join(" ");
  const { source: from, target: to, count } = edges;
  return { vertices, source: from, target: to, count, note, ...(originalIds && { originalIds }) };
}

/** Sentences on columns of a table: which are the ids, and that others were passed over. */
function columnNotes({ names, columns, hasFurther }: EdgeLines): string[] {
  if (names === undefined) return hasFurther ? ["Columns behind the two vertex ids were not read."] : [];
  const { source, target } = columns ?? { source: 0, target: 1 };
  const areFirst = source === 0 && target === 1;
  const text = areFirst ? "" : `: edges go from column ${source + 1} to column ${target + 1}`;
  const others = areFirst ? "Columns behind the two vertex ids" : "Other columns";
  return [
    `The first line, ${names}, was taken for names of columns${text}.`,
    ...(hasFurther || Math.max(source, target) > 1 ? [`${others} were not read.`] : []),
  ];
}

/**
 * Sentence on a first line with the numbers of vertices and edges, as some programs write it: as many edges
 * follow as it says, each of them once or in both directions, and none has an id above the first number.
 */
function sizesNote({ source, target, count }: GrowingEdges, { names, hasFurther }: EdgeLines): string[] {
  const vertices = source[0], edges = target[0], others = count - 1;
  if (names !== undefined || hasFurther || others < 1) return [];
  if (others !== edges && others !== 2 * edges) return [];
  for (let e = 1; e < count; e++) if (source[e] > vertices || target[e] > vertices) return [];
  return [
    `The first line, ${vertices} ${edges}, was read as an edge: ` +
    "remove it if these are the numbers of vertices and edges.",
  ];
}
