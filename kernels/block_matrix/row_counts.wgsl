// counts[r] = entries of row r of the block, plus one for a diagonal entry that it lacks      One invocation a row.
// Rows of the bound beyond those of the block have none.
// Needs: columns ascending within a row.
// Shapes: sizes [2] = {rows, entries}, blockPtr [rows + 1], blockCols [entries], counts [bound].
override WORKGROUP: u32 = 64u;
override DIAGONAL: bool = false;

struct Launch {
  bound: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> sizes: array<u32>;
@group(0) @binding(2) var<storage, read> blockPtr: array<u32>;
@group(0) @binding(3) var<storage, read> blockCols: array<u32>;
@group(0) @binding(4) var<storage, read_write> counts: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let row = (group.y * groups.x + group.x) * WORKGROUP + invocation;
  if (row >= launch.bound) { return; }
  var count = 0u;
  if (row < sizes[0]) {
    let begin = blockPtr[row];
    let end = blockPtr[row + 1u];
    count = end - begin;
    if (DIAGONAL) {
      count++;
      for (var e = begin; e < end; e++) {
        if (blockCols[e] == row) { count--; }
      }
    }
  }
  counts[row] = count;
}
