// cols[rowPtr[r] ...] = columns of row r of the block, with r among them      One invocation a row.
// On the way each column's entries are counted, for the offsets of the transpose.
// Needs: columns ascending within a row of the block; columnCounts all 0.
// Shapes: sizes [2] = {rows, entries}, blockPtr [rows + 1], blockCols [entries], rowPtr [bound + 1], cols [bound entries],
// columnCounts [columns] where COLUMNS, whatever they are otherwise.
override WORKGROUP: u32 = 64u;
override COLUMNS: bool = false;

struct Launch {
  bound: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> sizes: array<u32>;
@group(0) @binding(2) var<storage, read> blockPtr: array<u32>;
@group(0) @binding(3) var<storage, read> blockCols: array<u32>;
@group(0) @binding(4) var<storage, read> rowPtr: array<u32>;
@group(0) @binding(5) var<storage, read_write> cols: array<u32>;
@group(0) @binding(6) var<storage, read_write> columnCounts: array<atomic<u32>>;

fn put(at: u32, col: u32) {
  cols[at] = col;
  if (COLUMNS) { atomicAdd(&columnCounts[col], 1u); }
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let row = (group.y * groups.x + group.x) * WORKGROUP + invocation;
  if (row >= min(launch.bound, sizes[0])) { return; }
  var at = rowPtr[row];
  var waits = true;
  for (var e = blockPtr[row]; e < blockPtr[row + 1u]; e++) {
    let col = blockCols[e];
    if (waits && col >= row) {
      waits = false;
      if (col > row) {
        put(at, row);
        at++;
      }
    }
    put(at, col);
    at++;
  }
  if (waits) { put(at, row); }
}
