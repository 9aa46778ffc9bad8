// s[r] = (max over c of z[r, c], sum over c of exp(z[r, c] - max))      what a softmax needs of a row, one invocation a row.
// A row's vectors go twice through one invocation, for the maximum and for the sum; neighbours read the same cache lines a
// few iterations apart. Where the scores are cut into panels, each dispatch brings the sum before it to the new maximum.
// Needs: finite scores.
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

fn score(row: u32, column: u32) -> vec4f {
  let present = 4u * column + vec4u(0u, 1u, 2u, 3u) < vec4u(launch.classes);
  return select(vec4f(LEAST), z[row * launch.stride + column], present);
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

  var most = vec4f(before.x);
  for (var column = 0u; column < launch.stride; column++) { most = max(most, score(row, column)); }
  let largest = max(max(most.x, most.y), max(most.z, most.w));
  var sums = vec4f(0.0);
  for (var column = 0u; column < launch.stride; column++) { sums += exp(score(row, column) - largest); }
  let sum = (sums.x + sums.y) + (sums.z + sums.w);
  s[row] = vec2f(largest, before.y * exp(before.x - largest) + sum);
}
