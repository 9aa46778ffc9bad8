// y[s, c] = max over the rows r of segment s of x[r, c]      one invocation four columns of a segment.
// Neighbouring invocations take neighbouring vectors, and go down the rows side by side. A segment without a
// row gets 0. A NaN counts as the largest.
// Prelude: ../../../platform/float_bits.wgsl
// Needs: strides and offsets in whole vectors; ends of segments that ascend. One past the last row counts as that.
// Shapes: ends [segments + 1], x [rows, ...] and y [segments, ...], panels of vectors, row-major.
override WORKGROUP: u32 = 64u;

struct Launch {
  segments: u32,
  rows: u32,
  vectors: u32,  // columns of this dispatch; all in vectors of four floats
  xStride: u32,
  xOffset: u32,
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> ends: array<u32>;
@group(0) @binding(2) var<storage, read> x: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

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
  var largest = vec4f(0.0);
  if (first < last) { largest = x[first * launch.xStride + launch.xOffset + column]; }
  for (var row = first + 1u; row < last; row++) {
    let entry = x[row * launch.xStride + launch.xOffset + column];
    largest = select(largest, entry, isAbove(entry, largest));
  }
  y[segment * launch.yStride + launch.yOffset + column] = largest;
}
