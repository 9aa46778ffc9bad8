// loss[r] = w[r] * (log sum exp z[r, :] - z[r, label[r]])      one invocation a row, after softmax_sum.wgsl.
// One dispatch a panel of the scores: it writes the rows whose label lies in that panel, so each row is written once.
// A label that is no class (the host lets none through) is taken for the last one. A row with a score that is
// not finite gets NaN.
// Prelude: ../../../platform/float_bits.wgsl  Needs: at least one class.
// Shapes: z [rows, stride], a panel of floats, row-major; s, label, w [rows]; loss [rows], in vectors of
// words.
override WORKGROUP: u32 = 64u;

struct Launch {
  rows: u32,
  classes: u32,     // of the panel
  stride: u32,      // in floats
  firstClass: u32,  // of all, that is column 0 of the panel
  lastClass: u32,   // of all
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> z: array<f32>;
@group(0) @binding(2) var<storage, read> s: array<vec2f>;
@group(0) @binding(3) var<storage, read> label: array<u32>;
@group(0) @binding(4) var<storage, read> w: array<f32>;
@group(0) @binding(5) var<storage, read_write> loss: array<vec4u>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let row = (group.y * groups.x + group.x) * WORKGROUP + local;
  if (row >= launch.rows) { return; }
  // Wraps where the label lies before the panel, and is no column of it either way.
  let column = min(label[row], launch.lastClass) - launch.firstClass;
  if (column >= launch.classes) { return; }
  var bits = NAN_BITS;
  if (s[row].y > 0.0) {
    let behind = s[row].x - z[row * launch.stride + column];
    bits = bitcast<u32>(w[row] * (behind + log(s[row].y)));
  }
  loss[row] = vec4u(bits, 0u, 0u, 0u);
}
