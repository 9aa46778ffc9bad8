// y[r, j] = sum over nonzeros (r, c, v) of v * x[c, j]
// Naive aggregation, sums in registers (DGL-style baseline). A workgroup takes TARGETS rows and FEATURES
// columns; one invocation sums one feature of one target in a register and reads every weight and every x
// from global memory, as DGL-style kernels do.
// Prelude: ../plans/csr_rows.wgsl
// Needs: x padded with zeros up to its stride.
// Shapes: x and y panels of floats, row-major.
override TARGETS: u32 = 8u;
override FEATURES: u32 = 32u;

@group(0) @binding(4) var<storage, read> x: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

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
  if (continuesRow(row)) { sum = y[to]; }
  let end = rowEnd(row);
  for (var e = rowBegin(row); e < end; e++) {
    sum += weight(e) * x[colIdx[e] * launch.xStride + launch.xOffset + column];
  }
  y[to] = sum;
}
