// y[r, :] = sum over nonzeros (r, c, v) of v * x[c, :]      CSR SpMM, each row split over neighbouring lanes.
// LANES invocations share a row: lane l sums the vectors of four columns l, l + LANES, ..., so that a row of
// x is read in consecutive 16-byte loads and a nonzero's column by all lanes at once. A group holds WORKGROUP
// / LANES rows; the loop over nonzeros is unrolled by four, four independent loads of x in flight.
// Prelude: ../plans/csr_rows.wgsl
// Needs: strides and offsets in whole vectors, x padded with zeros.
// Shapes: x and y panels of vectors of four floats, row-major.
override WORKGROUP: u32 = 64u;
override LANES: u32 = 16u;

@group(0) @binding(4) var<storage, read> x: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

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
  let unrolled = begin + ((end - begin) & ~3u);

  for (var column = local % LANES; column < launch.columns; column += LANES) {
    let offset = launch.xOffset + column;
    let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
    var sum = vec4f(0.0);
    if (continuesRow(row)) { sum = y[to]; }
    var e = begin;
    for (; e < unrolled; e += 4u) {
      let x0 = x[colIdx[e] * launch.xStride + offset];
      let x1 = x[colIdx[e + 1u] * launch.xStride + offset];
      let x2 = x[colIdx[e + 2u] * launch.xStride + offset];
      let x3 = x[colIdx[e + 3u] * launch.xStride + offset];
      sum += weight(e) * x0;
      sum += weight(e + 1u) * x1;
      sum += weight(e + 2u) * x2;
      sum += weight(e + 3u) * x3;
    }
    for (; e < end; e++) {
      sum += weight(e) * x[colIdx[e] * launch.xStride + offset];
    }
    y[to] = sum;
  }
}
