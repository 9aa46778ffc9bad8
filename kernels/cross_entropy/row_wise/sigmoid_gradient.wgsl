// g[r, c] = w[r] * (1 / (1 + exp(-z[r, c])) - t[r, c])      one invocation a vector of four entries.
// Neighbouring invocations take neighbouring vectors of one row. Only exp(-|z|) is computed, which never overflows. The
// padding gets zeros, and an entry whose score is not finite NaN.
// Prelude: ../../../platform/float_bits.wgsl  Needs: z, t and g cut into panels alike.
// Shapes: z, t, g [rows, stride], panels of vectors (g of words), row-major; w [rows].
override WORKGROUP: u32 = 64u;

struct Launch {
  rows: u32,
  classes: u32,  // floats of a row of the panel, without padding
  stride: u32,   // in vectors of four floats
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> z: array<vec4f>;
@group(0) @binding(2) var<storage, read> t: array<vec4f>;
@group(0) @binding(3) var<storage, read> w: array<f32>;
@group(0) @binding(4) var<storage, read_write> g: array<vec4u>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let at = (group.y * groups.x + group.x) * WORKGROUP + local;
  let row = at / launch.stride;
  if (row >= launch.rows) { return; }
  let e = exp(-abs(z[at]));
  let share = select(vec4f(1.0), e, z[at] < vec4f(0.0)) / (e + 1.0);
  let present = 4u * (at % launch.stride) + vec4u(0u, 1u, 2u, 3u) < vec4u(launch.classes);
  let gradient = select(vec4u(NAN_BITS), bitcast<vec4u>(w[row] * (share - t[at])), isFinite(z[at]));
  g[at] = select(vec4u(0u), gradient, present);
}
