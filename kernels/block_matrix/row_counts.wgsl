// counts[r] = entries of row r of the block, plus one for a diagonal entry that it lacks; sums[w] = counts of block w.
// One invocation a row, a workgroup a block. Rows of the bound beyond those of the block have no entries.
// Needs: columns different within a row.
// Shapes: sizes [2] = {rows, entries}, blockPtr [rows + 1], blockCols [entries], counts [items], sums [blocks].
override WORKGROUP: u32 = 256u;

struct Launch {
  items: u32,
  blocks: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> sizes: array<u32>;
@group(0) @binding(2) var<storage, read> blockPtr: array<u32>;
@group(0) @binding(3) var<storage, read> blockCols: array<u32>;
@group(0) @binding(4) var<storage, read_write> counts: array<u32>;
@group(0) @binding(5) var<storage, read_write> sums: array<u32>;

var<workgroup> total: atomic<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let block = group.y * groups.x + group.x;
  let row = block * WORKGROUP + invocation;
  if (row < launch.items) {
    var count = 0u;
    if (row < sizes[0]) {
      let begin = blockPtr[row];
      let end = blockPtr[row + 1u];
      count = end - begin + 1u;
      for (var e = begin; e < end; e++) {
        if (blockCols[e] == row) { count--; }
      }
    }
    counts[row] = count;
    atomicAdd(&total, count);
  }
  workgroupBarrier();
  if (invocation == 0u && block < launch.blocks) { sums[block] = atomicLoad(&total); }
}
