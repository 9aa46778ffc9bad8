// g[r, c] = w[r] * (softmax(z[r, :])[c] - (c == label[r]))      one invocation a vector of four, after softmax_sum.wgsl.
// Neighbouring invocations take neighbouring vectors of one row. The padding gets zeros. A label that is no class (the host
// lets none through) is taken for the last one. A row with a score that is not finite gets NaNs.
// Prelude: ../../../platform/float_bits.wgsl  Needs: z and g cut into panels alike, at least one class.
// Shapes: z, g [rows, stride], panels of vectors (g of words), row-major; s, label, w [rows].
override WORKGROUP: u32 = 64u;

struct Launch {
  rows: u32,
  classes: u32,     // of the panel
  stride: u32,      // in vectors of four floats
  firstClass: u32,  // of all, that is column 0 of the panel
  lastClass: u32,   // of all
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> z: array<vec4f>;
@group(0) @binding(2) var<storage, read> s: array<vec2f>;
@group(0) @binding(3) var<storage, read> label: array<u32>;
@group(0) @binding(4) var<storage, read> w: array<f32>;
@group(0) @binding(5) var<storage, read_write> g: array<vec4u>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let at = (group.y * groups.x + group.x) * WORKGROUP + local;
  let row = at / launch.stride;
  if (row >= launch.rows) { return; }
  let column = 4u * (at % launch.stride) + vec4u(0u, 1u, 2u, 3u);
  let labelled = column == vec4u(min(label[row], launch.lastClass) - launch.firstClass);
  let share = exp(z[at] - s[row].x) / s[row].y;
  var gradient = bitcast<vec4u>(w[row] * (share - select(vec4f(0.0), vec4f(1.0), labelled)));
  if (s[row].y < 0.0) { gradient = vec4u(NAN_BITS); }
  g[at] = select(vec4u(0u), gradient, column < vec4u(launch.classes));
}
