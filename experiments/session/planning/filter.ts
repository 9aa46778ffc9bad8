/**
 * `--filter`: terms joined by `&&`, and such alternatives by `||`. A term is `name op value` with op one of
 * `=`, `!=`, `~` (contains), `<`, `<=`, `>`, `>=`. Names are `suite`, `artifact`, `workload`, `dataset`,
 * `contender` and the workload's factors.
 *
 * @module
 */
import { UsageError } from "../../../platform/errors.ts";

type Operator = "=" | "!=" | "~" | "<" | "<=" | ">" | ">=";

/** Whether a cell with these names passes. A name that a cell does not have fails every term but `!=`. */
export type Filter = (names: Readonly<Record<string, string>>) => boolean;

/** A term, as a user writes it. */
interface Term {
  readonly name: string;
  readonly operator: Operator;
  readonly value: string;
}

const TERM = /^\s*([\w-]+)\s*(<=|>=|!=|=|~|<|>)\s*([^\s=<>!~&|][^&|]*?)\s*$/;

function compare(operator: Operator, have: string | undefined, want: string): boolean {
  switch (operator) {
    case "=":
      return have === want;
    case "!=":
      return have !== want;
    case "~":
      return have !== undefined && have.includes(want);
    case "<":
      return Number(have) < Number(want);
    case "<=":
      return Number(have) <= Number(want);
    case ">":
      return Number(have) > Number(want);
    case ">=":
      return Number(have) >= Number(want);
    default:
      operator satisfies never;
      return false;
  }
}

/**
 * Parses a filter. `&&` binds more tightly than `||`.
 *
 * @throws {UsageError} naming the term that cannot be read.
 * @example
 * ```ts
 * const narrow = parseFilter("dataset~reddit && width<=64 || dataset=cora");
 * if (!narrow({ dataset: "reddit@1/16", width: "64" })) throw new Error("should pass");
 * if (!narrow({ dataset: "cora", width: "256" })) throw new Error("should pass, too");
 * ```
 */
export function parseFilter(text: string): Filter {
  const alternatives = text.split("||").map(parseTerms);
  const passes = (names: Readonly<Record<string, string>>) => ({ name, operator, value }: Term) =>
    compare(operator, names[name], value);
  return (names) => alternatives.some((terms) => terms.every(passes(names)));
}

/**
 * Names that a filter asks for.
 *
 * @throws {UsageError} as {@linkcode parseFilter}.
 */
export function namesInFilter(text: string): readonly string[] {
  return text.split("||").flatMap((terms) => parseTerms(terms).map(({ name }) => name));
}

/** Next step after a term that cannot be read; `value` is its right side where it has one. */
function correction(term: string, value: string | undefined): string {
  if (value !== undefined) return `write a number in place of ${value}, or compare by = or ~`;
  if (term.includes("==")) return "write one =";
  if (/[()]/.test(term)) return "leave out the parentheses: && binds more tightly than ||";
  if (/[^&]&[^&]|[^|][|][^|]/.test(term)) return "write && or ||";
  return `quote the whole filter: --filter 'dataset~reddit && width<=64'`;
}

/** Parses terms that a cell has to pass all. */
function parseTerms(text: string): readonly Term[] {
  return text.split("&&").map((term) => {
    const match = term.match(TERM);
    // An order is one of numbers.
    if (!match || (/[<>]/.test(match[2]) && Number.isNaN(Number(match[3])))) {
      throw new UsageError({
        action: "read --filter",
        current: term.trim() === "" ? "no term beside && or ||" : JSON.stringify(term.trim()),
        wanted: "terms such as dataset~reddit or width<=64, joined by && and ||",
        next: correction(term, match?.[3]),
      });
    }
    return { name: match[1], operator: match[2] as Operator, value: match[3] };
  });
}
