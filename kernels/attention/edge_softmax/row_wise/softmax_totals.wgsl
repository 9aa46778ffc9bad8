// total[c, h] = (largest score, sum of exponentials below it) of cut row c      a team a row and head.
// The sums of a row's parts are below the largest score of each part; they are scaled to that of all.
// Prelude: ../../plans/entry_teams.wgsl, ../../plans/team_sums.wgsl, team_max.wgsl.
// Shapes: part [parts, columns] and total [cut rows, columns] of (largest, sum).
struct Launch {
  rows: u32,      // cut rows, in this dispatch
  firstRow: u32,
  columns: u32,   // heads of this dispatch
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(2) var<storage, read> part: array<vec2f>;
@group(0) @binding(3) var<storage, read_write> total: array<vec2f>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let index = group.y * groups.x + group.x;
  let member = memberOf(index, local, launch.rows, launch.firstRow, launch.columns);
  var most = LEAST;
  for (var p = member.first; p < member.end; p += TEAM) {
    most = max(most, part[p * launch.columns + member.column].x);
  }
  let largest = teamMax(most, local);
  var scaled = 0.0;
  for (var p = member.first; p < member.end; p += TEAM) {
    let each = part[p * launch.columns + member.column];
    scaled += select(each.y * exp(each.x - largest), NOT_FINITE, each.y < 0.0);
  }
  let sum = teamSum(scaled, local);
  if (member.leads) { total[member.span * launch.columns + member.column] = vec2f(largest, sum); }
}
