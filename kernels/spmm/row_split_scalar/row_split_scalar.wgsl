// y[r, j] = sum over nonzeros (r, c, v) of v * x[c, j]      CSR SpMM, one invocation an entry of y.
// Neighbouring invocations take neighbouring columns of one row, each by scalar loads, one nonzero after the
// other: the mapping that every other one is measured against.
// Prelude: ../plans/csr_rows.wgsl
// Needs: x padded with zeros up to its stride.
// Shapes: x and y panels of floats, row-major.
override WORKGROUP: u32 = 64u;

@group(0) @binding(4) var<storage, read> x: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

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
  if (continuesRow(row)) { sum = y[to]; }
  let end = rowEnd(row);
  for (var e = rowBegin(row); e < end; e++) {
    sum += weight(e) * x[colIdx[e] * launch.xStride + launch.xOffset + column];
  }
  y[to] = sum;
}
