/**
 * Columns of a table of edges by the names in its first line.
 *
 * @module
 */

const TAB = 9, SPACE = 32, QUOTE = 34, COMMA = 44, SEMICOLON = 59;

/** Names of the two ends of an edge, without blanks and signs, in lower case. */
const SOURCE = /^(?:u|(?:source|src|from)(?:node|vertex)?(?:id)?)$/;
const TARGET = /^(?:v|(?:target|dst|to)(?:node|vertex)?(?:id)?)$/;

/** Names of a column that numbers the lines; programs that save a table leave it without a name, too. */
const NUMBERS = /^(?:|id|index|row|edge|edgeid|unnamed0)$/;

/** Names for messages. */
const WANTED = "one column named source, src, from or u and one named target, dst, to or v";

/** Columns of a table that have the ends of its edges, from 0. */
export interface EdgeColumns {
  /** Column of sources. */
  readonly source: number;
  /** Column of targets. */
  readonly target: number;
  /** Number of columns that have names. */
  readonly count: number;
  /** Byte between fields; a space stands for any number of blanks. */
  readonly separator: number;
}

/** Reason why nothing says which columns are meant, and the way out. */
export interface UnclearColumns {
  /** Columns as they are. */
  readonly current: string;
  /** Columns as they should be. */
  readonly wanted: string;
  /** Next step. */
  readonly next: string;
}

/**
 * Place behind a field that begins at `at`: its separator, or the end of the line. A field in quotation marks
 * may have separators in it.
 */
export function endOfField(bytes: Uint8Array, at: number, end: number, separator: number): number {
  if (bytes[at] === QUOTE) {
    for (at++; at < end; at++) {
      if (bytes[at] !== QUOTE) continue;
      // A doubled quotation mark stands for one.
      if (at + 1 < end && bytes[at + 1] === QUOTE) at++;
      else break;
    }
  }
  while (at < end && bytes[at] !== separator && !(separator === SPACE && bytes[at] === TAB)) at++;
  return at;
}

/** Place of the first byte of a field, behind the blanks before it. */
export function beginOfField(bytes: Uint8Array, at: number, end: number, separator: number): number {
  while (at < end && (bytes[at] === SPACE || (bytes[at] === TAB && separator !== TAB))) at++;
  return at;
}

/** Fields of a line as text; a separator behind the last one begins no further field. */
function fieldsOf(bytes: Uint8Array, begin: number, end: number, separator: number): string[] {
  const fields: string[] = [], decoder = new TextDecoder();
  for (let at = begin; at < end; at++) {
    const from = beginOfField(bytes, at, end, separator);
    if (from === end && separator === SPACE) break;
    at = endOfField(bytes, from, end, separator);
    fields.push(decoder.decode(bytes.subarray(from, at)));
  }
  return fields;
}

/** Number of fields of a line. */
export function countFields(bytes: Uint8Array, begin: number, end: number, separator: number): number {
  return fieldsOf(bytes, begin, end, separator).length;
}

/**
 * Columns that a line of names means; `undefined` where no name is one of an end, so that the first two
 * columns are the ids.
 */
export function edgeColumns(
  bytes: Uint8Array,
  begin: number,
  end: number,
): EdgeColumns | UnclearColumns | undefined {
  const line = bytes.subarray(begin, end);
  const separator = [COMMA, SEMICOLON, TAB].find((byte) => line.includes(byte)) ?? SPACE;
  const names = fieldsOf(bytes, begin, end, separator)
    .map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""));
  const count = names.length;
  const placesOf = (pattern: RegExp) => names.flatMap((name, at) => pattern.test(name) ? [at] : []);
  const sources = placesOf(SOURCE), targets = placesOf(TARGET);
  if (sources.length === 1 && targets.length === 1) {
    return { source: sources[0], target: targets[0], count, separator };
  }
  const text = (places: readonly number[], of: string) =>
    `${["no column", "one column", `${places.length} columns`][Math.min(2, places.length)]} of ${of}`;
  if (sources.length + targets.length > 0) {
    return {
      current: `${text(sources, "sources")} and ${text(targets, "targets")} by the names in this line`,
      wanted: WANTED,
      next: "rename the columns, or remove this line where the first two columns are the ids",
    };
  }
  if (count < 3 || !NUMBERS.test(names[0])) return undefined;
  return {
    current:
      "a first column that may number the lines, and others of which none is named as an end of an edge",
    wanted: WANTED,
    next: "rename the columns of the ids, or remove this line where the first two columns are the ids",
  };
}
