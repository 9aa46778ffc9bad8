// to[v, h] = sum over the entries e of row v of x[order[e], h]      a team a row, or a part of one, and head.
// Run over the matrix for the left half of `to`, over its transpose, in the order of the matrix's entries,
// for the right one. Sums of parts go to their places in the list of parts (BY_SPAN); their rows are then rows
// whose entries are these sums.
// Prelude: ../../plans/entry_teams.wgsl, ../../plans/team_sums.wgsl.
// Needs: `to` cleared, its padding and rows that the matrix has not included.
// Shapes: order [entries]; x [entries, ...], to [rows, ...], panels of floats, row-major.
override ORDERED: bool = false;
override BY_SPAN: bool = false;

struct Launch {
  rows: u32,      // of this dispatch
  firstRow: u32,
  columns: u32,   // heads of this dispatch
  xStride: u32,
  xFirst: u32,    // column of the panel that has the first head
  toStride: u32,
  toFirst: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(2) var<storage, read> order: array<u32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> to: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let index = group.y * groups.x + group.x;
  let member = memberOf(index, local, launch.rows, launch.firstRow, launch.columns);
  var part = 0.0;
  for (var e = member.first; e < member.end; e += TEAM) {
    var entry = e;
    if (ORDERED) { entry = order[e]; }
    part += x[entry * launch.xStride + launch.xFirst + member.column];
  }
  let sum = teamSum(part, local);
  let place = select(member.row, member.span, BY_SPAN);
  if (member.leads) { to[place * launch.toStride + launch.toFirst + member.column] = sum; }
}
