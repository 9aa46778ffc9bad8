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
import { forEachLine } from "../bytes/text_lines.ts";
import { compactIds } from "./vertex_renumbering.ts";

const TAB = 9, SPACE = 32, HASH = 35, PERCENT = 37, COMMA = 44, ZERO = 48, NINE = 57, SEMICOLON = 59;

/** Beginning of a MatrixMarket file, whose size line and entries look like edges with a further column. */
const MATRIX_MARKET = new TextEncoder().encode("%%MatrixMarket");

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

/** At most 40 bytes of a line in UTF-8, quoted and safe to print. */
export function quoteBytes(bytes: Uint8Array, begin: number, end: number): string {
  // A character that the cut divides is left out.
  const text = new TextDecoder().decode(bytes.subarray(begin, Math.min(end, begin + 40)), { stream: true });
  return JSON.stringify(end > begin + 40 ? `${text}...` : text);
}

/** Whether a line begins with a name: a letter, also beyond ASCII, `_` or a quotation mark. */
const beginsWithName = (byte: number) => byte >= 0x80 || /[A-Za-z_"']/.test(String.fromCharCode(byte));

/**
 * Reads one edge a line: two decimal ids separated by spaces, tabs or a comma. Lines that begin with `#` or
 * `%` and empty lines are skipped. Memory is bounded by the edges that were read.
 *
 * @throws {DataError} naming file and line where a line is anything else.
 */
export async function readEdgeText(source: ByteSource, options: EdgeTextOptions = {}): Promise<TextEdges> {
  const budget = await readingBudget(source);
  const edges = new GrowingEdges(budget);
  const limit = options.vertices !== undefined && !options.compactIds ? options.vertices - 1 : MAX_VERTEX_ID;
  const isTable = options.isTable ?? false;
  const isComma = (byte: number) => byte === COMMA || (isTable && byte === SEMICOLON);
  let header = options.header;
  let names: string | undefined, hasFurther: boolean | undefined;

  await forEachLine(source, (bytes, begin, end, line) => {
    let at = begin;
    while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
    const fail = (
      wanted: string,
      next = "write or download the file again, or check that its format is an edge list",
    ): never => {
      throw new DataError({ file: source.name, line }, {
        current: quoteBytes(bytes, begin, end),
        wanted,
        next,
      });
    };
    if (isTable && MATRIX_MARKET.every((byte, i) => bytes[begin + i] === byte)) {
      fail("an edge list", "name the file *.mtx, by which MatrixMarket files are known");
    }
    if (at === end || bytes[at] === HASH || bytes[at] === PERCENT) return false;
    if (header !== undefined) {
      const wanted = header;
      header = undefined;
      if (String.fromCharCode(...bytes.subarray(begin, Math.min(end, begin + 256))) !== wanted) {
        fail(`the header ${JSON.stringify(wanted)}`);
      }
      return;
    }
    if (isTable && edges.count === 0 && names === undefined && beginsWithName(bytes[at])) {
      names = quoteBytes(bytes, begin, end);
      return;
    }
    let first = 0, fields = 0, isFurther = false;
    while (at < end) {
      const from = at;
      let id = 0;
      for (; at < end; at++) {
        const digit = bytes[at];
        if (digit < ZERO || digit > NINE) break;
        id = id * 10 + (digit - ZERO);
        if (id > limit) fail(`vertex ids from 0 to ${limit}`, "renumber the vertices from 0");
      }
      if (at === from || fields === 2) fail("two vertex ids in decimal digits");
      fields++;
      if (fields === 1) first = id;
      else edges.push(first, id);
      const gap = at;
      while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
      const hasComma = at < end && isComma(bytes[at]) && (fields === 1 || isTable);
      if (hasComma) {
        at++;
        while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
      }
      if (at < end && at === gap) fail("two vertex ids in decimal digits");
      if (isTable && fields === 2) {
        isFurther = hasComma || at < end;
        break;
      }
    }
    if (fields !== 2) fail("two vertex ids in decimal digits");
    hasFurther ??= isFurther;
    if (isFurther !== hasFurther) {
      fail(
        hasFurther
          ? "columns behind the two ids, as on the lines before"
          : "two vertex ids and no more, as on the lines before",
      );
    }
  });

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
