// y[e, h] = softmax over the entries of e's row of leaky(s[row, h] + s[column, H + h])      a team a row, or a part
// of one, and head.
// Scores go to y while the largest is found; then their exponentials are summed, and take their place over
// the sum. What a lane reads again it has written itself. A row and head with a score that is not finite gets
// NaNs.
// Parts of a row that is cut leave the largest and the sum (STEP 1); softmax_totals.wgsl makes those of the row
// of them, and the exponentials of each part take their place over that sum (STEP 2).
// Prelude: ../../plans/entry_teams.wgsl, ../../plans/team_sums.wgsl, team_max.wgsl,
// ../../../../platform/float_bits.wgsl.
// Shapes: colIdx [entries]; own and theirs [columns of the matrix, ...], y [entries, ...], panels of floats
// (y of words), row-major; the padding of y is written, too. results [parts, columns] in step 1, [cut rows,
// columns] in step 2.
override STEP: u32 = 0u;
const LEAVE = 1u;
const TAKE = 2u;

struct Launch {
  rows: u32,      // of the matrix, or their parts, in this dispatch
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
@group(0) @binding(6) var<storage, read_write> results: array<vec2f>;

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

  var total = vec2f(LEAST, 0.0);  // the largest, and the sum below it
  if (STEP == TAKE) {
    total = results[member.cutRow * launch.columns + member.column];
  } else {
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
    total.x = teamMax(most, local);

    var part = 0.0;
    for (var e = member.first; e < member.end; e += TEAM) {
      part += exp(bitcast<f32>(y[e * launch.yStride + to]) - total.x);
    }
    if (!finite) { part = NOT_FINITE; }
    total.y = teamSum(part, local);
  }
  if (STEP == LEAVE) {
    if (member.leads) { results[member.span * launch.columns + member.column] = total; }
    return;
  }

  let padding = select(0u, launch.padding, member.column + 1u == launch.columns);
  for (var e = member.first; e < member.end; e += TEAM) {
    let at = e * launch.yStride + to;
    let share = exp(bitcast<f32>(y[at]) - total.x) / total.y;
    y[at] = select(bitcast<u32>(share), NAN_BITS, total.y < 0.0);
    if (padding > 0u) { y[at + 1u] = 0u; }
    if (padding > 1u) { y[at + 2u] = 0u; }
    if (padding > 2u) { y[at + 3u] = 0u; }
  }
}
