// y[e, h] = softmax over the entries of e's row of leaky(s[row, h] + s[column, H + h])      a team a row and
// head.
// Scores go to y while the largest is found; then their exponentials are summed, and take their place over
// the sum. What a lane reads again it has written itself. A row and head with a score that is not finite gets
// NaNs.
// Prelude: ../../plans/entry_teams.wgsl, ../../plans/team_sums.wgsl, ../../../../platform/float_bits.wgsl.
// Shapes: colIdx [entries]; own and theirs [columns of the matrix, ...], y [entries, ...], panels of floats
// (y of words), row-major; the padding of y is written, too.
struct Launch {
  rows: u32,      // of the matrix, in this dispatch
  firstRow: u32,
  columns: u32,   // heads of this dispatch
  padding: u32,   // of y, right of its last head
  slope: f32,     // of leaky where it is negative
  ownStride: u32,
  ownFirst: u32,  // column of the panel that has the first head
  theirStride: u32,
  theirFirst: u32,
  yStride: u32,
  yFirst: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(2) var<storage, read> colIdx: array<u32>;
@group(0) @binding(3) var<storage, read> own: array<f32>;
@group(0) @binding(4) var<storage, read> theirs: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<u32>;

const LEAST = -0x1.fffffep+127f;
// What a lane that met such a score adds to its team's sum: no sum of exponentials makes up for it.
const NOT_FINITE = -1e30f;

fn teamMax(part: f32, local: u32) -> f32 {
  share(part, local);
  var largest = LEAST;
  for (var lane = 0u; lane < TEAM; lane++) { largest = max(largest, parts[lane * TEAMS + local % TEAMS]); }
  return largest;
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let index = group.y * groups.x + group.x;
  let member = memberOf(index, local, launch.rows, launch.firstRow, launch.columns);
  let mine = own[member.row * launch.ownStride + launch.ownFirst + member.column];
  let to = launch.yFirst + member.column;

  var most = LEAST;
  var finite = true;
  for (var e = member.first; e < member.end; e += TEAM) {
    let other = theirs[colIdx[e] * launch.theirStride + launch.theirFirst + member.column];
    let sum = mine + other;
    let score = select(launch.slope * sum, sum, sum > 0.0);
    finite = finite && all(isFinite(vec4f(mine, other, score, 0.0)));
    y[e * launch.yStride + to] = bitcast<u32>(score);
    most = max(most, score);
  }
  let largest = teamMax(most, local);

  var part = 0.0;
  for (var e = member.first; e < member.end; e += TEAM) {
    part += exp(bitcast<f32>(y[e * launch.yStride + to]) - largest);
  }
  if (!finite) { part = NOT_FINITE; }
  let sum = teamSum(part, local);

  let padding = select(0u, launch.padding, member.column + 1u == launch.columns);
  for (var e = member.first; e < member.end; e += TEAM) {
    let at = e * launch.yStride + to;
    let share = exp(bitcast<f32>(y[at]) - largest) / sum;
    y[at] = select(bitcast<u32>(share), NAN_BITS, sum < 0.0);
    if (padding > 0u) { y[at + 1u] = 0u; }
    if (padding > 1u) { y[at + 2u] = 0u; }
    if (padding > 2u) { y[at + 3u] = 0u; }
  }
}
