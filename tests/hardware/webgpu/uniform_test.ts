import assert from "node:assert/strict";
import { uniformWords } from "../../../hardware/webgpu/uniform.ts";
import { DeviceError } from "../../../platform/errors.ts";

const SOURCE = `
struct Inner {
  scale: f32,   // a comment: with { braces }
  seed: u32,
}

struct Launch {
  inner: Inner,
  rows: u32,
  shift: i32,
  slope: f32
}

@group(0) @binding(0) var<uniform> launch: Launch;
`;

Deno.test("fields go where WGSL puts them, whatever their order in the record", () => {
  const words = uniformWords(SOURCE, { slope: -2, rows: 7, inner: { seed: 5, scale: 0.5 }, shift: -1 });
  // A nested struct takes whole 16 bytes.
  assert.deepEqual([...words], [0x3f000000, 5, 0, 0, 7, 0xffffffff, 0xc0000000]);
});

const VALUES = { slope: 1, rows: 7, inner: { seed: 5, scale: 0.5 }, shift: -1 };
const WRONG = {
  "a missing field": [{ ...VALUES, rows: undefined }, /field "rows" has no value/],
  "a missing field of a nested struct": [{ ...VALUES, inner: { seed: 5 } }, /field "scale" has no value/],
  "a field that the struct lacks": [
    { ...VALUES, row: 1 },
    /"row" is no field: there are inner, rows, shift, slope/,
  ],
  "a negative u32": [{ ...VALUES, rows: -1 }, /field "rows" is -1, which a u32 cannot hold/],
  "a u32 of 2^32": [{ ...VALUES, rows: 2 ** 32 }, /cannot hold/],
  "half an i32": [{ ...VALUES, shift: 0.5 }, /field "shift" is 0.5, which a i32 cannot hold/],
  "a number for a struct": [{ ...VALUES, inner: 1 }, /field "inner" is a struct/],
  "a record for a number": [{ ...VALUES, rows: {} }, /field "rows" is a number/],
} as const;

for (const [name, [values, message]] of Object.entries(WRONG)) {
  Deno.test(`${name} is refused by its name`, () => {
    const refused = (error: unknown) => error instanceof DeviceError && message.test(error.message);
    assert.throws(() => uniformWords(SOURCE, values as never), refused);
  });
}

Deno.test("a source without a uniform, or with a type that uniforms here do not use, is refused", () => {
  assert.throws(() => uniformWords("struct Launch { rows: u32 }", {}), /no var<uniform>/);
  const vector = "struct Launch { at: vec2u } @group(0) @binding(0) var<uniform> launch: Launch;";
  assert.throws(() => uniformWords(vector, { at: 1 }), /no struct "vec2u"/);
});
