// y[r, :] = sum over nonzeros (r, c, v) of v * x[c, :]      CSR SpMM by the merge path of row ends and entries.
// LANES invocations take a share of the path, whole rows but for its first and its last: the sums of rows that
// are whole go to y, those of cut ones to `partials`, which a second pass adds up. Lane l sums the columns l,
// l + LANES, ... (in vectors of four or eight). A group holds WORKGROUP / LANES shares.
// Prelude: ../plans/csr_rows.wgsl, ../plans/lane_columns_webgpu/f32_by_four.wgsl, ../plans/lane_columns_webgpu/row_sum.wgsl
// or the columns of another format or load beside f32_by_four.wgsl.
// Needs: strides and offsets in whole vectors, x padded with zeros.
// Shapes: shares [shares + 1] of (row, entry, first partial, whether an earlier share has begun the row),
// partials [partials, columns].
override WORKGROUP: u32 = 64u;
override LANES: u32 = 16u;

@group(0) @binding(6) var<storage, read> shares: array<vec4u>;
@group(0) @binding(7) var<storage, read_write> partials: array<Columns>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let sharesPerGroup = WORKGROUP / LANES;
  let within = local / LANES;
  let share = (group.y * groups.x + group.x) * sharesPerGroup + within;
  if (within >= sharesPerGroup || share + 1u >= arrayLength(&shares)) { return; }
  let here = shares[share];
  let next = shares[share + 1u];

  for (var column = local % LANES; column < launch.columns; column += LANES) {
    var entry = here.y;
    var partial = here.z;
    var begun = here.w != 0u;
    for (var row = here.x; row <= next.x; row++) {
      let cut = row == next.x;
      var end = next.y;
      if (!cut) { end = rowEnd(row); }
      if (cut && entry == end) { break; }
      let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
      let isPart = cut || begun;
      var start = Columns();
      if (continuesRow(row) && !isPart) { start = y[to]; }
      let sum = rowSum(entry, end, launch.xOffset + column, start);
      if (isPart) {
        partials[partial * launch.columns + column] = sum;
        partial++;
      } else {
        y[to] = sum;
      }
      begun = false;
      entry = end;
    }
  }
}
