// s[r] = (max over c of z[r, c], sum over c of exp(z[r, c] - max))      what a softmax needs of a row, one invocation a row.
// A row with a score that is not finite gets a sum below 0, which no other row has.
// A row's vectors go twice through one invocation, for the maximum and for the sum; neighbours read the same cache lines a
// few iterations apart. Where the scores are cut into panels, each dispatch brings the sum before it to the new maximum.
// Prelude: ../../../platform/float_bits.wgsl
// Shapes: z [rows, stride], a panel of vectors, row-major; s [rows].
override WORKGROUP: u32 = 64u;

struct Launch {
  rows: u32,
  classes: u32,    // floats of a row of the panel, without padding
  stride: u32,     // in vectors of four floats
  continues: u32,  // 1 where s already holds the panels before
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> z: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> s: array<vec2f>;

const LEAST = -0x1.fffffep+127f;

fn present(column: u32) -> vec4<bool> {
  return 4u * column + vec4u(0u, 1u, 2u, 3u) < vec4u(launch.classes);
}

fn score(row: u32, column: u32) -> vec4f {
  return select(vec4f(LEAST), z[row * launch.stride + column], present(column));
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let row = (group.y * groups.x + group.x) * WORKGROUP + local;
  if (row >= launch.rows) { return; }
  var before = vec2f(LEAST, 0.0);
  if (launch.continues == 1u) { before = s[row]; }

  var finite = before.y >= 0.0;
  var most = vec4f(before.x);
  for (var column = 0u; column < launch.stride; column++) {
    let scores = score(row, column);
    finite = finite && all(isFinite(scores));
    most = max(most, scores);
  }
  if (!finite) {
    s[row] = vec2f(LEAST, -1.0);
    return;
  }
  let largest = max(max(most.x, most.y), max(most.z, most.w));
  var sums = vec4f(0.0);
  for (var column = 0u; column < launch.stride; column++) {
    sums += select(vec4f(0.0), exp(score(row, column) - largest), present(column));
  }
  let sum = (sums.x + sums.y) + (sums.z + sums.w);
  s[row] = vec2f(largest, before.y * exp(before.x - largest) + sum);
}
