// y[r, :] = sum over nonzeros (r, c, v) of v * x[c, :]      CSR SpMM, each row split over neighbouring lanes.
// LANES invocations share a row: lane l sums the columns l, l + LANES, ... (in vectors of two, four or eight),
// so that a row of x is read in consecutive loads of 8 or 16 bytes and a nonzero's column by all lanes at once.
// A group holds WORKGROUP / LANES rows.
// Prelude: ../plans/csr_rows.wgsl, ../plans/lane_columns_webgpu/f32_by_four.wgsl, ../plans/lane_columns_webgpu/row_sum.wgsl
// or the columns of another format or load beside f32_by_four.wgsl.
// Needs: strides and offsets in whole vectors, x padded with zeros.
override WORKGROUP: u32 = 64u;
override LANES: u32 = 16u;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let rowsPerGroup = WORKGROUP / LANES;
  let rowInGroup = local / LANES;
  let row = (group.y * groups.x + group.x) * rowsPerGroup + rowInGroup;
  if (rowInGroup >= rowsPerGroup || row >= launch.rows) { return; }
  let begin = rowBegin(row);
  let end = rowEnd(row);

  for (var column = local % LANES; column < launch.columns; column += LANES) {
    let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
    var start = Columns();
    if (continuesRow(row)) { start = y[to]; }
    y[to] = rowSum(begin, end, launch.xOffset + column, start);
  }
}
