// y[e, h] = sum over k of a[row, h d + k] b[column, h d + k]      a team a row, or a part of one, and
// head, a lane an entry.
// A head goes through vectors of four columns; those that belong to its neighbours, or to another panel,
// count as 0. Where panels cut a head, each dispatch adds what its columns give.
// Prelude: ../../plans/entry_teams.wgsl.
// Shapes: colIdx [entries]; a [rows, ...] and b [columns of the matrix, ...], panels of vectors, y [entries,
// ...], a panel of floats, row-major; the padding of y is written with its last column.
struct Launch {
  rows: u32,      // of the matrix, or their parts, in this dispatch
  firstRow: u32,
  columns: u32,   // heads of this dispatch, whole or in part
  padding: u32,   // of y, right of its last head
  firstHead: u32,
  headWidth: u32,
  begin: u32,     // columns [begin, end) of a and b that this dispatch multiplies
  end: u32,
  aStride: u32,   // in vectors of four floats
  aFirst: u32,    // vector of all that is the first of the panel
  bStride: u32,
  bFirst: u32,
  yStride: u32,
  yFirst: u32,    // column of the panel that has the first head
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(2) var<storage, read> colIdx: array<u32>;
@group(0) @binding(3) var<storage, read> a: array<vec4f>;
@group(0) @binding(4) var<storage, read> b: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let index = group.y * groups.x + group.x;
  let member = memberOf(index, local, launch.rows, launch.firstRow, launch.columns);
  let whole = (launch.firstHead + member.column) * launch.headWidth;
  let begin = max(whole, launch.begin);
  let end = min(whole + launch.headWidth, launch.end);
  let continues = whole < launch.begin;
  let padding = select(0u, launch.padding, member.column + 1u == launch.columns);
  for (var e = member.first; e < member.end; e += TEAM) {
    var sums = vec4f(0.0);
    for (var vector = begin / 4u; 4u * vector < end; vector++) {
      let product = a[member.row * launch.aStride + vector - launch.aFirst] *
        b[colIdx[e] * launch.bStride + vector - launch.bFirst];
      let column = 4u * vector + vec4u(0u, 1u, 2u, 3u);
      sums += select(vec4f(0.0), product, (column >= vec4u(begin)) & (column < vec4u(end)));
    }
    let at = e * launch.yStride + launch.yFirst + member.column;
    var sum = (sums.x + sums.y) + (sums.z + sums.w);
    if (continues) { sum += y[at]; }
    y[at] = sum;
    if (padding > 0u) { y[at + 1u] = 0.0; }
    if (padding > 1u) { y[at + 2u] = 0.0; }
    if (padding > 2u) { y[at + 3u] = 0.0; }
  }
}
