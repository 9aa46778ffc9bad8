/**
 * Typed calls of a WebAssembly module's exports, by the names of their arguments. `deno task build:wasm`
 * writes one record of signatures beside each `.wasm`, from the signatures of its source.
 *
 * @module
 */
import { DeviceError } from "../errors.ts";
import { nearAddress } from "./near_address.ts";
import { loadWasm, type WasmModule } from "./module.ts";
import type { ParallelCall } from "./worker_pool.ts";

/** Type of an argument. A `usize` is an address, an offset or a size in bytes or items. */
export type WasmScalar = "bool" | "f32" | "f64" | "i32" | "u32" | "usize";

/** Arguments of each export after `begin` and `end`, in their order. */
export type WasmSignatures = Readonly<Record<string, Readonly<Record<string, WasmScalar>>>>;

/** Items of a call and how many a thread takes at once. */
export interface CallItems {
  /** Number of items, at most 2^30. */
  readonly items: number;
  /** Number of items that a thread takes at once. */
  readonly block: number;
}

/** A loaded module whose exports are called by the names of their arguments. */
export interface WasmBindings<S extends WasmSignatures> extends WasmModule {
  /**
   * Call of the export `fn` over all items.
   *
   * @throws {DeviceError} for an argument that its type cannot hold.
   * @throws {OutOfMemoryError} for an address beyond 4 GiB.
   */
  call<F extends keyof S & string>(
    fn: F,
    items: CallItems,
    args: Readonly<Record<keyof S[F], number>>,
  ): ParallelCall;
}

/** Whether a value fits a type. */
const HOLDS: Readonly<Record<WasmScalar, (value: number) => boolean>> = {
  bool: (value) => value === 0 || value === 1,
  f32: (value) => typeof value === "number",
  f64: (value) => typeof value === "number",
  i32: (value) => value === (value | 0),
  u32: (value) => value === value >>> 0,
  usize: (value) => value === value >>> 0,
};

/** Values of a signature's arguments in their order, each held against its type. */
function orderedValues(
  action: string,
  signature: Readonly<Record<string, WasmScalar>>,
  args: Readonly<Record<string, number>>,
): number[] {
  return Object.entries(signature).map(([name, type]) => {
    const value = args[name];
    if (HOLDS[type](value)) return value;
    if (type === "usize") nearAddress(value);
    throw new DeviceError({
      action,
      current: `argument "${name}" is ${value}`,
      wanted: `a number that a ${type} can hold`,
      next: "check the sizes and addresses given to the kernel",
    });
  });
}

/**
 * Loads a module and binds its exports.
 *
 * @throws {MissingError} where the file cannot be read.
 * @throws {DeviceError} where it is no module that this runtime can compile.
 * @example
 * ```ts
 * import { bindWasm } from "./bindings.ts";
 * const add = await bindWasm(new URL("../../kernels/add/add.wasm", import.meta.url), {
 *   add: { x: "usize", y: "usize", z: "usize", alpha: "f32", beta: "f32" },
 * });
 * const call = add.call("add", { items: 4, block: 1 }, { x: 0, y: 64, z: 128, alpha: 1, beta: 1 });
 * if (call.args.length !== 5) throw new Error("the arguments in the order of the signature");
 * ```
 */
export async function bindWasm<const S extends WasmSignatures>(
  url: URL,
  signatures: S,
): Promise<WasmBindings<S>> {
  const module = await loadWasm(url);
  return {
    ...module,
    call(fn, { items, block }, args) {
      const values = orderedValues(`call "${fn}" of "${module.name}"`, signatures[fn], args);
      return { module, fn, items, block, args: values };
    },
  };
}

/** Functions of an instance, called with the names of their arguments; a truth value is 1 or 0. */
export type NamedExports<S extends WasmSignatures> = {
  readonly [F in keyof S]: (args: Readonly<Record<keyof S[F], number>>) => number;
};

/**
 * Functions of an instance by the names of their arguments, for a module that the calling thread alone runs.
 * Each throws like {@link WasmBindings.call}.
 */
export function namedExports<const S extends WasmSignatures>(
  { exports }: WebAssembly.Instance,
  signatures: S,
): NamedExports<S> {
  const functions = Object.entries(signatures).map(([name, signature]) => {
    const fn = exports[name] as (...values: number[]) => number;
    const call = (args: Readonly<Record<string, number>>) =>
      fn(...orderedValues(`call "${name}"`, signature, args));
    return [name, call];
  });
  return Object.fromEntries(functions) as NamedExports<S>;
}
