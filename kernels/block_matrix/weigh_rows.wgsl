// values[e] = weight of entry e of the matrix      One invocation a row.
// Prelude: entry_weight.wgsl
// Needs: nothing.
// Shapes: rowPtr [bound + 1], cols [entries], columnCounts [columns] where GCN, whatever they are otherwise, values [entries].
override WORKGROUP: u32 = 64u;

struct Launch {
  bound: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> rowPtr: array<u32>;
@group(0) @binding(2) var<storage, read> cols: array<u32>;
@group(0) @binding(3) var<storage, read> columnCounts: array<u32>;
@group(0) @binding(4) var<storage, read_write> values: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let row = (group.y * groups.x + group.x) * WORKGROUP + invocation;
  if (row >= launch.bound) { return; }
  let begin = rowPtr[row];
  let end = rowPtr[row + 1u];
  for (var e = begin; e < end; e++) {
    var ofColumn = 1u;
    if (GCN) { ofColumn = columnCounts[cols[e]]; }
    values[e] = entryWeight(end - begin, ofColumn);
  }
}
