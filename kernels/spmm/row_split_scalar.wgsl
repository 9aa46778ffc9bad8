// y[r, j] = sum over nonzeros (r, c, v) of v * x[c, j]      CSR SpMM, one invocation an entry of y.
// Neighbouring invocations take neighbouring columns of one row, each by scalar loads, one nonzero after the other:
// the mapping that every other one is measured against.
// Needs: x padded with zeros up to its stride; a row cut before this chunk is continued if told.
// Shapes: rowPtr [rows + 1] from 0, colIdx and values [nnz of the chunk], x and y panels of floats, row-major.
override WORKGROUP: u32 = 64u;
override WEIGHTED: bool = true;

struct Launch {
  rows: u32,       // rows of this chunk
  firstRow: u32,   // of y, that the chunk begins with
  continues: u32,  // 1 where row 0 of the chunk adds to what the chunk before left in y
  columns: u32,    // floats of each row that x and y panel share
  xStride: u32,    // all in floats
  xOffset: u32,
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> rowPtr: array<u32>;
@group(0) @binding(2) var<storage, read> colIdx: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;
@group(0) @binding(4) var<storage, read> x: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

fn weight(entry: u32) -> f32 {
  if (WEIGHTED) { return values[entry]; }
  return 1.0;
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let entry = (group.y * groups.x + group.x) * WORKGROUP + local;
  let row = entry / launch.columns;
  if (row >= launch.rows) { return; }
  let column = entry % launch.columns;
  let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
  var sum = 0.0;
  if (row == 0u && launch.continues == 1u) { sum = y[to]; }
  for (var e = rowPtr[row]; e < rowPtr[row + 1u]; e++) {
    sum += weight(e) * x[colIdx[e] * launch.xStride + launch.xOffset + column];
  }
  y[to] = sum;
}
