// t[r, c] = g[s, c] in the first row r of segment s where x[r, c] is largest, else 0      one invocation four columns of s.
// Neighbouring invocations take neighbouring vectors. The rows are gone down twice: to find the largest, and
// to write. A NaN counts as the largest.
// Prelude: ../../../platform/float_bits.wgsl
// Needs: strides and offsets in whole vectors; ends of segments that ascend. One past the last row counts as that.
// Shapes: ends [segments + 1], x, t [rows, ...] and g [segments, ...], panels of vectors, row-major.
override WORKGROUP: u32 = 64u;

struct Launch {
  segments: u32,
  rows: u32,
  vectors: u32,  // columns of this dispatch; all in vectors of four floats
  xStride: u32,
  xOffset: u32,
  gStride: u32,
  gOffset: u32,
  tStride: u32,
  tOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> ends: array<u32>;
@group(0) @binding(2) var<storage, read> x: array<vec4f>;
@group(0) @binding(3) var<storage, read> g: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> t: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let at = (group.y * groups.x + group.x) * WORKGROUP + local;
  let segment = at / launch.vectors;
  if (segment >= launch.segments) { return; }
  let column = at % launch.vectors;
  let first = min(ends[segment], launch.rows);
  let last = min(ends[segment + 1u], launch.rows);
  if (first >= last) { return; }
  var largest = x[first * launch.xStride + launch.xOffset + column];
  var place = vec4u(first);
  for (var row = first + 1u; row < last; row++) {
    let entry = x[row * launch.xStride + launch.xOffset + column];
    let above = isAbove(entry, largest);
    largest = select(largest, entry, above);
    place = select(place, vec4u(row), above);
  }
  let share = g[segment * launch.gStride + launch.gOffset + column];
  for (var row = first; row < last; row++) {
    t[row * launch.tStride + launch.tOffset + column] = select(vec4f(0.0), share, place == vec4u(row));
  }
}
