import assert from "node:assert/strict";
import { DeviceError, OutOfMemoryError } from "../../../platform/errors.ts";
import { bindWasm, namedExports } from "../../../platform/wasm/bindings.ts";

const url = new URL("../../../kernels/add/add.wasm", import.meta.url);
const add = await bindWasm(url, {
  add: { x: "usize", y: "usize", z: "usize", alpha: "f32", beta: "f32" },
});

Deno.test("arguments go in the order of the signature, whatever the order of the record", () => {
  const args = { beta: -1, alpha: 0.5, z: 3, y: 2, x: 1 };
  const call = add.call("add", { items: 8, block: 2 }, args);
  assert.deepEqual([call.fn, call.items, call.block, call.args], ["add", 8, 2, [1, 2, 3, 0.5, -1]]);
  assert.equal(call.module.digest, add.digest);
});

Deno.test("an argument that its type cannot hold is refused by its name", () => {
  const args = { x: 0, y: 64, z: 128, alpha: 1, beta: 1 };
  for (const x of [-1, 0.5, NaN, undefined as unknown as number]) {
    const refused = (error: unknown) =>
      error instanceof DeviceError && error.message.includes(`call "add" of "add.wasm"`) &&
      error.message.includes(`argument "x" is ${x}`);
    assert.throws(() => add.call("add", { items: 1, block: 1 }, { ...args, x }), refused);
  }
});

Deno.test("an address beyond 4 GiB is too much memory, not a wrong argument", () => {
  const args = { x: 0, y: 64, z: 2 ** 32, alpha: 1, beta: 1 };
  assert.throws(() => add.call("add", { items: 1, block: 1 }, args), OutOfMemoryError);
});

Deno.test("exports, arguments and their names are held by the type checker", () => {
  const items = { items: 1, block: 1 };
  // @ts-expect-error: an argument is missing
  assert.throws(() => add.call("add", items, { x: 0, y: 0, z: 0, alpha: 1 }), DeviceError);
  // @ts-expect-error: no such argument
  add.call("add", items, { x: 0, y: 0, z: 0, alpha: 1, beta: 1, gamma: 1 });
  // @ts-expect-error: no such export
  assert.throws(() => add.call("subtract", items, { x: 0, y: 0, z: 0, alpha: 1, beta: 1 }));
});

Deno.test("the exports of an instance are called by the names of their arguments", () => {
  const exports = { minus: (a: number, b: number) => a - b };
  const { minus } = namedExports({ exports } as unknown as WebAssembly.Instance, {
    minus: { a: "u32", b: "u32" },
  });
  assert.equal(minus({ b: 2, a: 5 }), 3);
  assert.throws(() => minus({ a: -5, b: 2 }), DeviceError);
});
