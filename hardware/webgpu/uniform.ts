/**
 * Uniforms written by the field names of their WGSL struct, so that the host and the shader cannot disagree
 * about order and types. The reader knows the part of WGSL that uniforms here use: structs of `u32`, `i32`,
 * `f32` and of such structs. (`wgsl_reflect` refuses three of our shaders and takes 6 ms for each.)
 *
 * @module
 */
import { DeviceError } from "../../platform/errors.ts";

/** Values of a uniform's fields, by name; a nested struct is a record of its own. */
export type UniformValues = { readonly [field: string]: number | UniformValues };

/** Scalar types of WGSL that a field can have, each of one word. */
type Scalar = "f32" | "i32" | "u32";

/** Field of a struct: its name, its type, and its place in words. */
interface Field {
  readonly name: string;
  readonly type: Scalar | Struct;
  readonly offset: number;
}

/** Fields of a struct and their number of words, padding included. */
interface Struct {
  readonly fields: readonly Field[];
  readonly words: number;
}

/** A nested struct begins and ends at a multiple of 16 bytes (WGSL, section 14.4.4). */
const STRUCT_WORDS = 4;

const SCALARS: readonly string[] = ["f32", "i32", "u32"] satisfies readonly Scalar[];

/**
 * Layout of each source's `var<uniform>`: a constant of the shader's text, whichever device it is compiled
 * for, read when the shader is first launched.
 */
const layouts = new Map<string, Struct>();

function refuse(current: string): never {
  throw new DeviceError({
    action: "write a uniform",
    current,
    wanted: "one number for each field of the WGSL struct",
    next: "name the fields as the struct of var<uniform> does",
  });
}

/** Reads the struct `name` and those that it contains. */
function readStruct(source: string, name: string): Struct {
  const body = new RegExp(`struct\\s+${name}\\s*\\{([^}]*)\\}`).exec(source)?.[1];
  if (body === undefined) return refuse(`the source has no struct "${name}"`);
  const fields: Field[] = [];
  let words = 0;
  for (const [, field, type] of body.matchAll(/(\w+)\s*:\s*([\w<>]+)\s*(?:,|$)/g)) {
    const scalar = SCALARS.includes(type);
    const read = scalar ? type as Scalar : readStruct(source, type);
    if (!scalar) words = Math.ceil(words / STRUCT_WORDS) * STRUCT_WORDS;
    fields.push({ name: field, type: read, offset: words });
    words += typeof read === "string" ? 1 : Math.ceil(read.words / STRUCT_WORDS) * STRUCT_WORDS;
  }
  return { fields, words };
}

/** Layout of the one `var<uniform>` of a source. */
function layoutOf(source: string): Struct {
  let layout = layouts.get(source);
  if (layout === undefined) {
    // Comments may hold anything, colons and braces too.
    const code = source.replaceAll(/\/\/.*$/gm, "");
    const type = /var<uniform>\s+\w+\s*:\s*(\w+)\s*;/.exec(code)?.[1];
    layout = type === undefined ? refuse("the source has no var<uniform>") : readStruct(code, type);
    layouts.set(source, layout);
  }
  return layout;
}

function writeStruct(view: DataView, first: number, { fields }: Struct, values: UniformValues): void {
  const unknown = Object.keys(values).find((name) => fields.every((field) => field.name !== name));
  if (unknown !== undefined) {
    refuse(`"${unknown}" is no field: there are ${fields.map((f) => f.name).join(", ")}`);
  }
  for (const { name, type, offset } of fields) {
    const value = values[name];
    const at = (first + offset) * 4;
    if (value === undefined) refuse(`field "${name}" has no value`);
    if (typeof type !== "string") {
      if (typeof value === "number") refuse(`field "${name}" is a struct, its value ${value}`);
      writeStruct(view, first + offset, type, value);
    } else if (typeof value !== "number") refuse(`field "${name}" is a number, its value a record`);
    else if (type === "f32") view.setFloat32(at, value, true);
    else if (type === "u32" ? value === value >>> 0 : value === (value | 0)) {
      view.setUint32(at, value >>> 0, true);
    } else refuse(`field "${name}" is ${value}, which a ${type} cannot hold`);
  }
}

/**
 * Words of the uniform that a WGSL source declares.
 *
 * @throws {DeviceError} where the source declares none, a field has no value or none of its type, or a value
 * has no field.
 * @example
 * ```ts
 * import { uniformWords } from "./uniform.ts";
 * const source = "struct Launch { rows: u32, scale: f32 }" +
 *   "@group(0) @binding(0) var<uniform> launch: Launch;";
 * const words = uniformWords(source, { scale: 1, rows: 7 });
 * if (words[0] !== 7 || words[1] !== 0x3f800000) throw new Error("fields in the order of the struct");
 * ```
 */
export function uniformWords(source: string, values: UniformValues): Uint32Array<ArrayBuffer> {
  const layout = layoutOf(source);
  const words = new Uint32Array(layout.words);
  writeStruct(new DataView(words.buffer), 0, layout, values);
  return words;
}
