// y[i, :] = x[index[i], :], or y[index[i], :] = x[i, :]      gather or scatter rows, one invocation a vector of a row.
// Neighbouring invocations copy neighbouring vectors of one row; i counts the rows of the matrix that has one an index.
// Needs: strides and offsets in whole vectors; for a scatter distinct indices and y all 0. An index that is no row of
// the other matrix (the host lets none through) is taken for its last one.
// Shapes: index [rows], x and y panels of vectors, row-major.
override WORKGROUP: u32 = 64u;
override SCATTER: bool = false;

struct Launch {
  rows: u32,     // indices
  lastRow: u32,  // of the matrix that they point into
  columns: u32,  // vectors of each row that the panels of x and y share
  xStride: u32,  // all in vectors of four floats
  xOffset: u32,
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> index: array<u32>;
@group(0) @binding(2) var<storage, read> x: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let at = (group.y * groups.x + group.x) * WORKGROUP + local;
  let row = at / launch.columns;
  if (row >= launch.rows) { return; }
  let column = at % launch.columns;
  let other = min(index[row], launch.lastRow);
  let rows = select(vec2u(other, row), vec2u(row, other), SCATTER);
  y[rows.y * launch.yStride + launch.yOffset + column] = x[rows.x * launch.xStride + launch.xOffset + column];
}
