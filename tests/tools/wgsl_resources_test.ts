import assert from "node:assert/strict";
import { wgslResources } from "../../tools/check_kernels/wgsl_resources.ts";

const SOURCE = `
// var<workgroup> commented: array<f32, 9999>;
override LANES: u32 = 16u;
override TILE = 4u * (LANES - 8u);
const DEPTH: u32 = 0x10u; /* const DEPTH = 1u; */
@group(0) @binding(0) var<uniform> launch: u32;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
var<workgroup> tile: array<vec4f, TILE * DEPTH / 2u>;
var<workgroup> pairs: array<array<vec2<u32>, 3>, LANES>;
var<workgroup> wide: array<vec3f, 2>;
var<workgroup> count: atomic<u32>;
@compute @workgroup_size(LANES, 8u) fn main() {}
@compute @workgroup_size(5) fn other() {}
`;

Deno.test("workgroup memory is counted with defaults, and with the constants that are given", () => {
  const fixed = 16 * 3 * 8 + 2 * 16 + 16;
  assert.deepEqual(wgslResources({ source: SOURCE }), {
    workgroupBytes: 32 * 16 / 2 * 16 + fixed,
    workgroupInvocations: 128,
    storageBindings: 2,
  });
  const narrow = wgslResources({ source: SOURCE, constants: { LANES: 9 } });
  assert.equal(narrow.workgroupBytes, 4 * 16 / 2 * 16 + 9 * 3 * 8 + 8 + 2 * 16 + 16);
  assert.equal(narrow.workgroupInvocations, 72);
  assert.equal(wgslResources({ source: SOURCE, constants: { TILE: 1 } }).workgroupBytes, 8 * 16 + fixed);
  assert.equal(wgslResources({ source: SOURCE, entry: "other" }).workgroupInvocations, 5);
});

Deno.test("what cannot be read is an error, never a count of nothing", () => {
  const broken = (from: string, to: string) => () => wgslResources({ source: SOURCE.replace(from, to) });
  assert.throws(broken("fn main", "fn elsewhere"), /entry point "main"/);
  assert.throws(broken("vec2<u32>", "Pair"), /unknown type "Pair"/);
  assert.throws(broken("TILE * DEPTH", "TILE * DEEP"), /unknown constant "DEEP"/);
  assert.throws(broken("4u * (LANES - 8u)", "4u * (LANES - 8u"), /unbalanced/);
  assert.throws(broken("4u * (LANES - 8u)", "4u *"), /no value/);
  assert.throws(broken("4u * (LANES - 8u)", "4u LANES"), /cannot read/);
});
