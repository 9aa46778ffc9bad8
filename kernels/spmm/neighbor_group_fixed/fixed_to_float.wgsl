// y[r, :] = y[r, :] / S[r, :], from integers to floats      second pass of the fixed-point neighbour groups.
// One invocation a shared row and vector of four columns; what has no finite bound becomes NaN. The other
// entry point counts sums of |terms| that are so few quanta that rounding to them could fail the check.
// Prelude: fixed_scale.wgsl
// Needs: nothing. Rows that the next chunk goes on with are left to it.
// Shapes: y panel of vectors, bound [xStride], rows [shared rows] of (row, bits of sum |v|, least quanta,
// flags).
override WORKGROUP: u32 = 128u;

const UNFINISHED = 2u;
const NAN_BITS = 0x7fc00000i;

struct Launch {
  rows: u32,     // shared rows of this chunk
  columns: u32,  // all in vectors of four floats
  xOffset: u32,
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> rows: array<vec4u>;
@group(0) @binding(2) var<storage, read> bound: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4i>;
@group(0) @binding(4) var<storage, read_write> lossy: atomic<u32>;

fn invocation(group: vec3u, groups: vec3u, local: u32) -> u32 {
  return (group.y * groups.x + group.x) * WORKGROUP + local;
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let place = invocation(group, groups, local);
  if (place / launch.columns >= launch.rows) { return; }
  let row = rows[place / launch.columns];
  if ((row.w & UNFINISHED) != 0u) { return; }
  let column = place % launch.columns;
  let top = bound[launch.xOffset + column];
  let inverse = powerOfTwo(vec4u(254u) - scaleField(bitcast<f32>(row.y), top));
  let at = row.x * launch.yStride + launch.yOffset + column;
  let sum = bitcast<vec4i>(vec4f(y[at]) * inverse);
  y[at] = select(sum, vec4i(NAN_BITS), unbounded(bitcast<f32>(row.y), top));
}

@compute @workgroup_size(WORKGROUP)
fn countLossy(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let place = invocation(group, groups, local);
  if (place / launch.columns >= launch.rows) { return; }
  let row = rows[place / launch.columns];
  if ((row.w & UNFINISHED) != 0u) { return; }
  let column = place % launch.columns;
  let quanta = bitcast<vec4u>(y[row.x * launch.yStride + launch.yOffset + column]);
  // No quantum at all means no term at all: sums of magnitudes are rounded up.
  let few = (quanta != vec4u(0u)) & (quanta < vec4u(row.z));
  let infinite = unbounded(bitcast<f32>(row.y), bound[launch.xOffset + column]);
  if (any(few | infinite)) { atomicAdd(&lossy, 1u); }
}
