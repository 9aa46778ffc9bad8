// rows[columnPtr[c] + rank] = r for each pair (r, c)      Transpose, step 2: one invocation an entry, which counts the smaller rows of its column.
// Equal seeds give equal bits, though the pairs of a column come in any order. A column's entries cost their square; neighbouring
// invocations read the same pairs.
// Prelude: entry_weight.wgsl
// Needs: pairs grouped by column.
// Shapes: rowPtr [rows + 1], columnPtr [columns + 1], pairs [entries], rows [bound entries], values [bound entries] where VALUED.
override WORKGROUP: u32 = 64u;
override VALUED: bool = false;

struct Launch {
  columns: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> rowPtr: array<u32>;
@group(0) @binding(2) var<storage, read> columnPtr: array<u32>;
@group(0) @binding(3) var<storage, read> pairs: array<vec2u>;
@group(0) @binding(4) var<storage, read_write> rows: array<u32>;
@group(0) @binding(5) var<storage, read_write> values: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let entry = (group.y * groups.x + group.x) * WORKGROUP + invocation;
  if (entry >= columnPtr[launch.columns]) { return; }
  let row = pairs[entry].x;
  let column = pairs[entry].y;
  let begin = columnPtr[column];
  let end = columnPtr[column + 1u];
  var place = begin;
  for (var other = begin; other < end; other++) { place += select(0u, 1u, pairs[other].x < row); }
  rows[place] = row;
  if (VALUED) { values[place] = entryWeight(rowPtr[row + 1u] - rowPtr[row], end - begin); }
}
