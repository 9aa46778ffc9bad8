// local[rowPtr[r] ...] ascending      One invocation sorts a row, by insertion: rows are as short as a fan-out.
// They come in the order of global ids, which the ID map does not keep.
// Needs: nothing.
// Shapes: sizes [2] = {rows, ids}, rowPtr [rows + 1], local [ids].
override WORKGROUP: u32 = 64u;

struct Launch {
  blocks: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> sizes: array<u32>;
@group(0) @binding(2) var<storage, read> rowPtr: array<u32>;
@group(0) @binding(3) var<storage, read_write> local: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let block = group.y * groups.x + group.x;
  let row = block * WORKGROUP + invocation;
  if (block >= launch.blocks || row >= sizes[0]) { return; }
  let begin = rowPtr[row];
  let end = rowPtr[row + 1u];
  for (var e = begin + 1u; e < end; e++) {
    let col = local[e];
    var hole = e;
    while (hole > begin && local[hole - 1u] > col) {
      local[hole] = local[hole - 1u];
      hole--;
    }
    local[hole] = col;
  }
}
