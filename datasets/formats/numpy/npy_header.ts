/**
 * Parser of the header of NumPy's array files (NEP 1): a Python dictionary of a type, an order and a shape,
 * read in one pass.
 *
 * @module
 */

/** Type, shape and place of an array's values. */
export interface NpyHeader {
  /** Type in NumPy's notation without its byte order: `f4`, `i8`, `b1`, `S3`, `U3`. */
  readonly dtype: string;
  /** Bytes of one value. */
  readonly itemBytes: number;
  /** Extent of every axis; empty for a single value. Row-major. */
  readonly shape: readonly number[];
  /** Number of values. */
  readonly count: number;
  /** Offset of the first value in the file. */
  readonly dataOffset: number;
}

/** Types that are read as numbers; each name ends with its number of bytes. */
const NUMBERS: ReadonlySet<string> = new Set(
  ["b1", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f2", "f4", "f8"],
);

/** Greatest number of values: ids and counts are 32-bit; features of the largest graph have 1e11 values. */
const MAX_COUNT = 2 ** 40;
/** Greatest extent of the other axes in an array without values. */
const MAX_EMPTY_EXTENT = 65_536;
const MAX_AXES = 4;

/** Refuses a header: its fault, and the position of the fault. */
type Refuse = (current: string, at: number) => never;

/** Characters of the header, taken one after the other. */
class HeaderText {
  readonly #text: string;
  readonly refuse: Refuse;
  at = 0;

  constructor(text: string, refuse: Refuse) {
    this.#text = text;
    this.refuse = refuse;
  }

  /** Skips blanks. */
  blanks(): void {
    while (" \t\r\n".includes(this.#text[this.at] ?? "-")) this.at++;
  }

  /** Takes a character after blanks, where it is the next one. */
  take(character: string): boolean {
    this.blanks();
    if (this.#text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  /** Takes characters while they are among these. */
  run(among: string): string {
    this.blanks();
    const from = this.at;
    while (this.at < this.#text.length && among.includes(this.#text[this.at])) this.at++;
    return this.#text.slice(from, this.at);
  }

  /** Takes a text in single quotes without escapes, or nothing. */
  quoted(): string | undefined {
    if (!this.take("'")) return undefined;
    const end = this.#text.indexOf("'", this.at);
    if (end < 0) return undefined;
    const text = this.#text.slice(this.at, end);
    this.at = end + 1;
    return text;
  }

  get done(): boolean {
    this.blanks();
    return this.at === this.#text.length;
  }
}

function readShape(text: HeaderText): number[] | undefined {
  if (!text.take("(")) return undefined;
  const shape: number[] = [];
  while (!text.take(")")) {
    const digits = text.run("0123456789");
    if (digits.length < 1 || digits.length > 13) return undefined;
    if (shape.push(Number(digits)) > MAX_AXES) text.refuse("another shape", text.at);
    if (!text.take(",")) return text.take(")") ? shape : undefined;
  }
  return shape;
}

function readItem(descr: string, text: HeaderText): { dtype: string; itemBytes: number } {
  const order = "<>|=".includes(descr[0] ?? "-") ? descr[0] : "";
  const dtype = descr.slice(order.length);
  if (dtype === "O") text.refuse("an array of Python objects", text.at);
  if (!/^[a-zA-Z][0-9]{0,6}$/.test(dtype)) text.refuse("an unknown type", text.at);
  const itemBytes = Number(dtype.slice(1)) * (dtype[0] === "U" ? 4 : 1);
  if (order === ">" && itemBytes > 1) text.refuse("big-endian numbers", text.at);
  if (!NUMBERS.has(dtype) && !/^[SU][0-9]+$/.test(dtype)) {
    text.refuse(`values of type ${dtype}`, text.at);
  }
  return { dtype, itemBytes };
}

/**
 * Parses the dictionary of a header: exactly the keys descr, fortran_order and shape, in any order. Time is
 * proportional to the header's length. `refuse` is called with the fault and its position.
 */
export function parseNpyHeader(header: string, refuse: Refuse): Omit<NpyHeader, "dataOffset"> {
  const text = new HeaderText(header, refuse);
  let descr: string | undefined, shape: number[] | undefined, fortran: boolean | undefined;
  if (!text.take("{")) refuse("no header dictionary", text.at);
  while (!text.take("}")) {
    const key = text.quoted() ?? refuse("no header dictionary", text.at);
    if (!text.take(":")) refuse("no header dictionary", text.at);
    if (key === "descr" && descr === undefined) {
      descr = text.quoted() ?? refuse("no plain descr in the header", text.at);
    } else if (key === "shape" && shape === undefined) {
      shape = readShape(text) ?? refuse("no plain shape in the header", text.at);
    } else if (key === "fortran_order" && fortran === undefined) {
      const word = text.run("TrueFalse");
      if (word !== "True" && word !== "False") refuse("no plain fortran_order in the header", text.at);
      fortran = word === "True";
    } else refuse(`the key ${JSON.stringify(key.slice(0, 40))} in the header`, text.at);
    if (text.take(",")) continue;
    if (text.take("}")) break;
    refuse("no header dictionary", text.at);
  }
  if (!text.done) refuse("no header dictionary", text.at);
  if (descr === undefined) return refuse("no plain descr in the header", text.at);
  if (shape === undefined) return refuse("no plain shape in the header", text.at);
  if (fortran === undefined) return refuse("no plain fortran_order in the header", text.at);
  const count = shape.reduce((product, extent) => product * extent, 1);
  if (!(count <= MAX_COUNT) || (count === 0 && shape.some((extent) => extent > MAX_EMPTY_EXTENT))) {
    refuse(`an array of ${shape.join(" x ")}`, text.at);
  }
  if (fortran && shape.length > 1) refuse("Fortran order", text.at);
  return { ...readItem(descr, text), shape, count };
}
