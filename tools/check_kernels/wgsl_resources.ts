/**
 * Resources that a WGSL text needs, read from the text itself: the runtime does not compare workgroup memory
 * and sizes that depend on `override` constants with its limits.
 *
 * @module
 */

/** Resources that one entry point declares, with its constants filled in. */
export interface WgslResources {
  /** Bytes of all `var<workgroup>`, each rounded up to 16 as layouts are. */
  readonly workgroupBytes: number;
  /** Invocations of a workgroup. */
  readonly workgroupInvocations: number;
  /** Bindings of the `storage` address space, whether the entry point uses them or not. */
  readonly storageBindings: number;
}

/** A text and what it is compiled with. */
export interface WgslEntry {
  /** WGSL. */
  readonly source: string;
  /** Entry point; `main` when absent. */
  readonly entry?: string;
  /** Values of `override` constants; those left out keep their defaults. */
  readonly constants?: Readonly<Record<string, number>>;
}

/** Byte size and alignment of a scalar or vector. */
const SIZES: Readonly<Record<string, readonly [size: number, align: number]>> = {
  f32: [4, 4],
  i32: [4, 4],
  u32: [4, 4],
  bool: [4, 4],
  vec2: [8, 8],
  vec3: [12, 16],
  vec4: [16, 16],
};

/** Values of a text's `const` and `override` declarations, evaluated when asked for. */
class Constants {
  readonly #expressions = new Map<string, string>();
  readonly #given: Readonly<Record<string, number>>;

  constructor(source: string, given: Readonly<Record<string, number>>) {
    this.#given = given;
    for (const [, name, expression] of source.matchAll(/\b(?:const|override)\s+(\w+)[^=;]*=([^;]*);/g)) {
      this.#expressions.set(name, expression);
    }
  }

  /** The value of an integer expression of literals, names, `+ - * / %` and parentheses. */
  evaluate(expression: string): number {
    const tokens = expression.match(/0x[\da-f]+u?|\d+[ui]?|\w+|[-+*/%()]/gi) ?? [];
    let at = 0;
    const operand = (): number => {
      const token = tokens[at++];
      if (token === "(") {
        const inner = sum();
        if (tokens[at++] !== ")") throw new Error(`unbalanced "${expression.trim()}"`);
        return inner;
      }
      if (token === undefined) throw new Error(`no value in "${expression.trim()}"`);
      if (/^\d/.test(token)) return Number(token.replace(/[ui]$/i, ""));
      if (token in this.#given) return this.#given[token];
      const meaning = this.#expressions.get(token);
      if (meaning === undefined) throw new Error(`unknown constant "${token}"`);
      return this.evaluate(meaning);
    };
    const product = (): number => {
      let value = operand();
      while (at < tokens.length && "*/%".includes(tokens[at])) {
        const operator = tokens[at++], right = operand();
        value = operator === "*"
          ? value * right
          : operator === "/"
          ? Math.trunc(value / right)
          : value % right;
      }
      return value;
    };
    const sum = (): number => {
      let value = product();
      while (at < tokens.length && "+-".includes(tokens[at])) {
        value += tokens[at++] === "+" ? product() : -product();
      }
      return value;
    };
    const value = sum();
    if (at < tokens.length) throw new Error(`cannot read "${expression.trim()}"`);
    return value;
  }
}

/** Splits at commas that are in no brackets. */
function parts(list: string): string[] {
  const found: string[] = [];
  let depth = 0, begin = 0;
  for (let i = 0; i < list.length; i++) {
    if ("<(".includes(list[i])) depth++;
    if (">)".includes(list[i])) depth--;
    if (list[i] === "," && depth === 0) {
      found.push(list.slice(begin, i));
      begin = i + 1;
    }
  }
  return [...found, list.slice(begin)].map((part) => part.trim()).filter((part) => part !== "");
}

/** Byte size and alignment of a type. */
function layoutOf(type: string, constants: Constants): readonly [size: number, align: number] {
  const [, name, inner] = type.trim().match(/^(\w+?)\s*(?:<([\s\S]*)>)?$/) ?? [];
  if (name === "atomic") return [4, 4];
  if (name === "array" && inner !== undefined) {
    const [element, count] = parts(inner);
    const [size, align] = layoutOf(element, constants);
    return [Math.ceil(size / align) * align * constants.evaluate(count), align];
  }
  const known = SIZES[(name ?? "").replace(/^(vec[234])[fiu]$/, "$1")];
  if (known === undefined) throw new Error(`unknown type "${type}"`);
  return known;
}

/**
 * Reads what an entry point declares.
 *
 * @throws {Error} for an entry point that is not there, and for types and expressions that no kernel here
 * uses.
 * @example
 * ```ts
 * const memory = "override N = 4u; var<workgroup> a: array<vec4f, N>;";
 * const source = `${memory} @compute @workgroup_size(N) fn main() {}`;
 * const { workgroupBytes, workgroupInvocations } = wgslResources({ source });
 * if (workgroupBytes !== 64 || workgroupInvocations !== 4) throw new Error("four vectors, four threads");
 * ```
 */
export function wgslResources({ source, entry = "main", constants = {} }: WgslEntry): WgslResources {
  const text = source.replaceAll(/\/\*[\s\S]*?\*\//g, " ").replaceAll(/\/\/[^\n]*/g, " ");
  const values = new Constants(text, constants);
  let workgroupBytes = 0;
  for (const [, type] of text.matchAll(/var\s*<\s*workgroup\s*>\s*\w+\s*:\s*([^;]*);/g)) {
    workgroupBytes += Math.ceil(layoutOf(type, values)[0] / 16) * 16;
  }
  const head = text.match(new RegExp(`@workgroup_size\\s*\\(([^@{;]*)\\)\\s*fn\\s+${entry}\\b`));
  if (!head) throw new Error(`no compute entry point "${entry}"`);
  return {
    workgroupBytes,
    workgroupInvocations: parts(head[1]).reduce((product, size) => product * values.evaluate(size), 1),
    storageBindings: [...text.matchAll(/var\s*<\s*storage\b/g)].length,
  };
}
