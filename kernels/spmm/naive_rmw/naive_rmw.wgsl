// y[r, j] += v * x[c, j] for each nonzero (r, c, v)
// Naive aggregation, sums in global memory (fastgl, equation 3). A workgroup takes TARGETS rows and FEATURES
// columns; one invocation reads and writes one feature of one target in global memory once a neighbour. The
// accesses are atomic, so that no compiler may keep the sum in a register; nothing else writes the place.
// Prelude: ../plans/csr_rows.wgsl
// Needs: x padded with zeros up to its stride.
// Shapes: x and y panels of floats (y as bits), row-major.
override TARGETS: u32 = 8u;
override FEATURES: u32 = 32u;

@group(0) @binding(4) var<storage, read> x: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<atomic<u32>>;

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
  if (!continuesRow(row)) { atomicStore(&y[to], 0u); }
  let end = rowEnd(row);
  for (var e = rowBegin(row); e < end; e++) {
    let term = weight(e) * x[colIdx[e] * launch.xStride + launch.xOffset + column];
    atomicStore(&y[to], bitcast<u32>(bitcast<f32>(atomicLoad(&y[to])) + term));
  }
}
