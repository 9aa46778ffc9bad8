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

const TAB = 9, SPACE = 32, HASH = 35, PERCENT = 37, COMMA = 44, ZERO = 48, NINE = 57;

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
}

/** At most 40 characters of a line, quoted and safe to print. */
export function quoteBytes(bytes: Uint8Array, begin: number, end: number): string {
  const text = String.fromCharCode(...bytes.subarray(begin, Math.min(end, begin + 40)));
  return JSON.stringify(end > begin + 40 ? `${text}...` : text);
}

/**
 * Reads one edge a line: two decimal ids separated by spaces, tabs or a comma. Lines that begin with `#` or
 * `%` and empty lines are skipped. Memory is bounded by the edges that were read.
 *
 * @throws {DataError} naming file and line where a line is anything else.
 */
export async function readEdgeText(source: ByteSource, options: EdgeTextOptions = {}): Promise<ReadEdges> {
  const budget = await readingBudget(source);
  const edges = new GrowingEdges(budget);
  const limit = options.vertices !== undefined && !options.compactIds ? options.vertices - 1 : MAX_VERTEX_ID;
  let header = options.header;

  await forEachLine(source, (bytes, begin, end, line) => {
    let at = begin;
    while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
    if (at === end || bytes[at] === HASH || bytes[at] === PERCENT) return false;
    const fail = (wanted: string): never => {
      throw new DataError({ file: source.name, line }, {
        current: quoteBytes(bytes, begin, end),
        wanted,
        next: "download the file again, or check that its format is an edge list",
      });
    };
    if (header !== undefined) {
      const wanted = header;
      header = undefined;
      if (String.fromCharCode(...bytes.subarray(begin, Math.min(end, begin + 256))) !== wanted) {
        fail(`the header ${JSON.stringify(wanted)}`);
      }
      return;
    }
    let first = 0, fields = 0;
    while (at < end) {
      const from = at;
      let id = 0;
      for (; at < end; at++) {
        const digit = bytes[at];
        if (digit < ZERO || digit > NINE) break;
        id = id * 10 + (digit - ZERO);
        if (id > limit) fail(`vertex ids from 0 to ${limit}`);
      }
      if (at === from || fields === 2) fail("two vertex ids in decimal digits");
      fields++;
      if (fields === 1) first = id;
      else edges.push(first, id);
      const gap = at;
      while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
      if (at < end && bytes[at] === COMMA && fields === 1) {
        at++;
        while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
      }
      if (at < end && at === gap) fail("two vertex ids in decimal digits");
    }
    if (fields !== 2) fail("two vertex ids in decimal digits");
  });

  if (header !== undefined) {
    throw new DataError({ file: source.name }, {
      current: "no line",
      wanted: `the header ${JSON.stringify(header)}`,
      next: "download the file again",
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
  return { vertices, source: edges.source, target: edges.target, count: edges.count };
}
