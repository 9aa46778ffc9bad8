// y[r, j] = sum over nonzeros (r, c, v) of v * x[c, j]      naive aggregation, sums in registers (DGL-style baseline).
// A workgroup takes TARGETS rows and FEATURES columns; one invocation sums one feature of one target in a register and
// reads every weight and every x from global memory, as DGL-style kernels do.
// Needs: x padded with zeros up to its stride; a row cut before this chunk is continued if told.
// Shapes: rowPtr [rows + 1] from 0, colIdx and values [nnz of the chunk], x and y panels of floats, row-major.
override TARGETS: u32 = 8u;
override FEATURES: u32 = 32u;
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

@compute @workgroup_size(FEATURES, TARGETS)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) local: vec3u,
) {
  let blocks = (launch.columns + FEATURES - 1u) / FEATURES;
  let index = group.y * groups.x + group.x;
  let row = index / blocks * TARGETS + local.y;
  let column = index % blocks * FEATURES + local.x;
  if (row >= launch.rows || column >= launch.columns) { return; }
  let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
  var sum = 0.0;
  if (row == 0u && launch.continues == 1u) { sum = y[to]; }
  for (var e = rowPtr[row]; e < rowPtr[row + 1u]; e++) {
    sum += weight(e) * x[colIdx[e] * launch.xStride + launch.xOffset + column];
  }
  y[to] = sum;
}
