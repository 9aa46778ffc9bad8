/**
 * One text for each plain value, the same whatever the order of members.
 *
 * @module
 */
import { ReproError } from "../errors.ts";

function refuse(value: unknown): never {
  const kind = typeof value === "object" ? value?.constructor?.name ?? "object" : typeof value;
  throw new ReproError({
    action: "make a content key",
    current: typeof value === "number" ? `the number ${value}` : `a value of type ${kind}`,
    wanted: "plain objects, arrays, texts, finite numbers, booleans and null",
    next: "digest bytes with sha256 first, and name what is not finite",
  });
}

/**
 * JSON with the keys of every object in ascending order (as RFC 8785 has them) and no white space: equal
 * values give equal texts. Members that are `undefined` are left out, as in `JSON.stringify`.
 *
 * @throws {ReproError} A part has no one JSON form: a typed array, a date, a function, NaN, an infinity.
 *
 * @example
 * ```ts
 * if (canonicalJson({ b: [1, 2], a: null }) !== '{"a":null,"b":[1,2]}') throw new Error("canonical");
 * ```
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return Number.isFinite(value) ? JSON.stringify(value) : refuse(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object") return refuse(value);
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return refuse(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => a < b ? -1 : 1);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(",")}}`;
}
