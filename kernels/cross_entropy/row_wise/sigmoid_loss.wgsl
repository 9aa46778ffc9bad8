// loss[r] = w[r] * sum over c of (max(z, 0) - t z + log(1 + exp(-|z|))) at [r, c]      one invocation a row.
// A row's vectors go through one invocation; neighbours read the same cache lines a few iterations apart.
// log(1 + e) is 2 artanh(e / (2 + e)) by its series: right relative to itself, where log(1 + e) loses a small e.
// A row with a score that is not finite gets NaN.
// Prelude: ../../../platform/float_bits.wgsl
// Needs: z and t cut into panels alike; loss is added to where a panel before has begun it.
// Shapes: z, t [rows, stride], panels of vectors, row-major; w [rows]; loss [rows], in vectors of words.
override WORKGROUP: u32 = 64u;

struct Launch {
  rows: u32,
  classes: u32,    // floats of a row of the panel, without padding
  stride: u32,     // in vectors of four floats
  continues: u32,  // 1 where loss already holds the panels before
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> z: array<vec4f>;
@group(0) @binding(2) var<storage, read> t: array<vec4f>;
@group(0) @binding(3) var<storage, read> w: array<f32>;
@group(0) @binding(4) var<storage, read_write> loss: array<vec4u>;

fn log1p(e: vec4f) -> vec4f {
  let x = e / (e + 2.0);
  let u = x * x;
  let tail = u * (2.0 / 9.0 + u * (2.0 / 11.0 + u * (2.0 / 13.0 + u * (2.0 / 15.0))));
  return x * (2.0 + u * (2.0 / 3.0 + u * (2.0 / 5.0 + u * (2.0 / 7.0 + tail))));
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let row = (group.y * groups.x + group.x) * WORKGROUP + local;
  if (row >= launch.rows) { return; }
  var sums = vec4f(0.0);
  var finite = true;
  for (var column = 0u; column < launch.stride; column++) {
    let score = z[row * launch.stride + column];
    let target4 = t[row * launch.stride + column];
    let entry = (max(score, vec4f(0.0)) - target4 * score) + log1p(exp(-abs(score)));
    let present = 4u * column + vec4u(0u, 1u, 2u, 3u) < vec4u(launch.classes);
    sums += select(vec4f(0.0), entry, present);
    finite = finite && all(isFinite(score) | !present);
  }
  var sum = w[row] * ((sums.x + sums.y) + (sums.z + sums.w));
  if (launch.continues == 1u) {
    sum += bitcast<f32>(loss[row].x);
    finite = finite && loss[row].x != NAN_BITS;
  }
  loss[row] = vec4u(select(NAN_BITS, bitcast<u32>(sum), finite), 0u, 0u, 0u);
}
