// y[r, :] = tanh(s[r]) * x[r, :]      one invocation a vector of four entries.
// Neighbouring invocations take neighbouring vectors of one row. Only exp(-2 |s|) is computed, which never
// overflows. A score that is NaN makes its row NaN.
// Prelude: ../../../platform/float_bits.wgsl
// Needs: x and y cut into panels alike.
// Shapes: x, y [rows, stride], panels of vectors (y of words), row-major; s [rows], in vectors.
override WORKGROUP: u32 = 64u;

struct Launch {
  rows: u32,
  stride: u32,  // in vectors of four floats
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;
@group(0) @binding(2) var<storage, read> s: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4u>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let at = (group.y * groups.x + group.x) * WORKGROUP + local;
  let row = at / launch.stride;
  if (row >= launch.rows) { return; }
  let score = s[row].x;
  let e = exp(-2.0 * abs(score));
  let gated = sign(score) * ((1.0 - e) / (1.0 + e)) * x[at];
  y[at] = select(bitcast<vec4u>(gated), vec4u(NAN_BITS), isNan(vec4f(score)));
}
