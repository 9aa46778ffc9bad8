/**
 * Reader of the part of YAML that the actions of this repository are written in: block maps and lists, flow
 * maps and lists of plain scalars, quoted scalars, literal blocks, comments. Anything else is an error.
 *
 * @module
 */

/** A value of a document. Scalars stay texts. */
export type Yaml = string | readonly Yaml[] | { readonly [key: string]: Yaml };

interface Line {
  readonly indent: number;
  readonly text: string;
}

const KEY = /^([\w-]+):(?:\s+(.*))?$/;

/**
 * Reads a document.
 *
 * @throws {SyntaxError} for what is not of that part of YAML.
 */
export function parseYaml(text: string): Yaml {
  const lines = text.split("\n").map((line): Line => ({
    indent: line.length - line.trimStart().length,
    text: line.trim(),
  }));
  const reader = new Reader(lines);
  const value = reader.block(0);
  reader.skip();
  if (!reader.ended) throw reader.error("a line beside the document");
  return value;
}

class Reader {
  readonly #lines: Line[];
  #at = 0;

  constructor(lines: Line[]) {
    this.#lines = lines;
  }

  get ended(): boolean {
    return this.#at >= this.#lines.length;
  }

  error(what: string): SyntaxError {
    return new SyntaxError(`line ${this.#at + 1}: ${what}: ${this.#lines[this.#at]?.text ?? "the end"}`);
  }

  skip(): void {
    while (!this.ended && (this.#lines[this.#at].text === "" || this.#lines[this.#at].text.startsWith("#"))) {
      this.#at++;
    }
  }

  /** The map or list whose lines have this indentation. */
  block(indent: number): Yaml {
    this.skip();
    if (this.ended || this.#lines[this.#at].indent !== indent) {
      throw this.error(`no block of indentation ${indent}`);
    }
    return this.#lines[this.#at].text.startsWith("- ") ? this.#list(indent) : this.#map(indent);
  }

  #next(indent: number): string | undefined {
    this.skip();
    if (this.ended || this.#lines[this.#at].indent < indent) return undefined;
    if (this.#lines[this.#at].indent > indent) throw this.error("an indentation of its own");
    return this.#lines[this.#at].text;
  }

  #list(indent: number): Yaml[] {
    const items: Yaml[] = [];
    for (let text; (text = this.#next(indent)) !== undefined;) {
      if (!text.startsWith("- ")) throw this.error("no item of a list");
      // An item is a map whose first key stands after the dash.
      this.#lines[this.#at] = { indent: indent + 2, text: text.slice(2) };
      items.push(this.#map(indent + 2));
    }
    return items;
  }

  #map(indent: number): { readonly [key: string]: Yaml } {
    const map: Record<string, Yaml> = {};
    for (let text; (text = this.#next(indent)) !== undefined;) {
      const [, key, rest = ""] = text.match(KEY) ?? [];
      if (key === undefined) throw this.error("no key");
      if (key in map) throw this.error("a key that is there already");
      this.#at++;
      map[key] = this.#value(indent, rest);
    }
    return map;
  }

  #value(indent: number, rest: string): Yaml {
    if (rest === "|") return this.#literal(indent);
    if (rest !== "" && !rest.startsWith("#")) return flow(rest);
    this.skip();
    return this.block(this.ended ? -1 : this.#lines[this.#at].indent);
  }

  #literal(indent: number): string {
    const own: Line[] = [];
    while (!this.ended && (this.#lines[this.#at].text === "" || this.#lines[this.#at].indent > indent)) {
      own.push(this.#lines[this.#at++]);
    }
    const least = Math.min(...own.filter(({ text }) => text !== "").map((line) => line.indent));
    return own.map((line) => text(line, least)).join("\n").trimEnd() + "\n";
  }
}

const text = (line: Line, least: number) =>
  line.text === "" ? "" : " ".repeat(line.indent - least) + line.text;

/** A scalar, or a flow map or list. */
function flow(source: string): Yaml {
  let at = 0;
  const space = () => at += source.slice(at).match(/^\s*/)![0].length;
  const value = (ends: RegExp): Yaml => {
    space();
    if (source[at] === "[") return items();
    if (source[at] === "{" && !source.startsWith("{{", at)) return pairs();
    const match = source.slice(at).match(/^"([^"\\]*)"|^'([^']*)'/);
    if (match) {
      at += match[0].length;
      return match[1] ?? match[2];
    }
    const plain = source.slice(at).match(ends)![0];
    at += plain.length;
    if (/^[&*!>|%@`]|: /.test(plain)) throw new SyntaxError(`a scalar that has to be quoted: ${plain}`);
    return plain.trim();
  };
  const expect = (mark: string) => {
    space();
    if (source[at] !== mark) throw new SyntaxError(`no ${mark} at ${at}: ${source}`);
    at++;
  };
  const items = (): Yaml[] => {
    const found: Yaml[] = [];
    for (expect("[");; expect(",")) {
      found.push(value(/^[^,\]]*/));
      space();
      if (source[at] === "]") break;
    }
    at++;
    return found;
  };
  const pairs = (): Yaml => {
    const found: Record<string, Yaml> = {};
    expect("{");
    for (space(); source[at] !== "}"; space()) {
      if (Object.keys(found).length > 0) expect(",");
      const key = value(/^[^:]*/);
      expect(":");
      found[String(key)] = value(/^[^,}]*/);
    }
    at++;
    return found;
  };
  const whole = value(/^(?:(?! #).)*/);
  space();
  if (at < source.length && source[at] !== "#") throw new SyntaxError(`more after a value: ${source}`);
  return whole;
}
