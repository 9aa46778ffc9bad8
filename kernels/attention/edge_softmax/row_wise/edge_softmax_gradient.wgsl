// y[e, h] = leaky'(s[row, h] + s[column, H + h]) a[e, h] (g[e, h] - sum over the row of a[f, h] g[f, h])
// A team a row, or a part of one, and head. The sum is made first; each lane goes over its entries a second time
// to write. Parts of a row that is cut leave their sums (STEP 1), and take that of the row (STEP 2), which
// entry_sums.wgsl makes in between.
// Prelude: ../../plans/entry_teams.wgsl, ../../plans/team_sums.wgsl.
// Shapes: colIdx [entries]; own and theirs [columns of the matrix, ...], a, g and y [entries, ...], panels of
// floats, row-major; the padding of y is written, too. results [parts, columns] in step 1, [cut rows, columns]
// in step 2.
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
  aStride: u32,
  aFirst: u32,
  gStride: u32,
  gFirst: u32,
  yStride: u32,
  yFirst: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(2) var<storage, read> colIdx: array<u32>;
@group(0) @binding(3) var<storage, read> own: array<f32>;
@group(0) @binding(4) var<storage, read> theirs: array<f32>;
@group(0) @binding(5) var<storage, read> a: array<f32>;
@group(0) @binding(6) var<storage, read> g: array<f32>;
@group(0) @binding(7) var<storage, read_write> y: array<f32>;
@group(0) @binding(8) var<storage, read_write> results: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let index = group.y * groups.x + group.x;
  let member = memberOf(index, local, launch.rows, launch.firstRow, launch.columns);
  let aFirst = launch.aFirst + member.column;
  let gFirst = launch.gFirst + member.column;

  var mean = 0.0;
  if (STEP == TAKE) {
    mean = results[member.cutRow * launch.columns + member.column];
  } else {
    var part = 0.0;
    for (var e = member.first; e < member.end; e += TEAM) {
      part += a[e * launch.aStride + aFirst] * g[e * launch.gStride + gFirst];
    }
    mean = teamSum(part, local);
  }
  if (STEP == LEAVE) {
    if (member.leads) { results[member.span * launch.columns + member.column] = mean; }
    return;
  }

  let mine = own[member.row * launch.ownStride + launch.ownFirst + member.column];
  let padding = select(0u, launch.padding, member.column + 1u == launch.columns);
  for (var e = member.first; e < member.end; e += TEAM) {
    let sum = mine + theirs[colIdx[e] * launch.theirStride + launch.theirFirst + member.column];
    let share = a[e * launch.aStride + aFirst] * (g[e * launch.gStride + gFirst] - mean);
    let at = e * launch.yStride + launch.yFirst + member.column;
    y[at] = select(launch.slope * share, share, sum > 0.0);
    if (padding > 0u) { y[at + 1u] = 0.0; }
    if (padding > 1u) { y[at + 2u] = 0.0; }
    if (padding > 2u) { y[at + 3u] = 0.0; }
  }
}
