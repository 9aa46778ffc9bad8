// y[r, j] += v * x[c, j] for each nonzero (r, c, v)      naive aggregation, sums in global memory (fastgl, equation 3).
// A workgroup takes TARGETS rows and FEATURES columns; one invocation reads and writes one feature of one target in
// global memory once a neighbour. The accesses are atomic, so that no compiler may keep the sum in a register; nothing
// else writes the place.  Needs: x padded with zeros; a row cut before this chunk is continued if told.
// Shapes: rowPtr [rows + 1] from 0, colIdx and values [nnz of the chunk], x and y panels of floats (y as bits).
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
@group(0) @binding(5) var<storage, read_write> y: array<atomic<u32>>;

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
  if (row != 0u || launch.continues == 0u) { atomicStore(&y[to], 0u); }
  for (var e = rowPtr[row]; e < rowPtr[row + 1u]; e++) {
    let term = weight(e) * x[colIdx[e] * launch.xStride + launch.xOffset + column];
    atomicStore(&y[to], bitcast<u32>(bitcast<f32>(atomicLoad(&y[to])) + term));
  }
}
