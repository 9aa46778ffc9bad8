// y[r, :] = sum over nonzeros (r, c, v) of v * x[c, :]      CSR SpMM, each row split over neighbouring lanes.
// LANES invocations share a row: lane l sums the vectors of four columns l, l + LANES, ..., so that a row of x is read
// in consecutive 16-byte loads and a nonzero's column by all lanes at once. A group holds WORKGROUP / LANES rows; the
// loop over nonzeros is unrolled by four, four independent loads of x in flight.
// Needs: strides and offsets in whole vectors, x padded with zeros; a row cut before this chunk is continued if told.
// Shapes: rowPtr [rows + 1] from 0, colIdx and values [nnz of the chunk], x and y panels of vectors, row-major.
override WORKGROUP: u32 = 64u;
override LANES: u32 = 16u;
override WEIGHTED: bool = true;

struct Launch {
  rows: u32,       // rows of this chunk
  firstRow: u32,   // of y, that the chunk begins with
  continues: u32,  // 1 where row 0 of the chunk adds to what the chunk before left in y
  columns: u32,    // vectors of each row that x and y panel share
  xStride: u32,    // all in vectors of four floats
  xOffset: u32,
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> rowPtr: array<u32>;
@group(0) @binding(2) var<storage, read> colIdx: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;
@group(0) @binding(4) var<storage, read> x: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

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
  let rowsPerGroup = WORKGROUP / LANES;
  let rowInGroup = local / LANES;
  let row = (group.y * groups.x + group.x) * rowsPerGroup + rowInGroup;
  if (rowInGroup >= rowsPerGroup || row >= launch.rows) { return; }
  let begin = rowPtr[row];
  let end = rowPtr[row + 1u];
  let unrolled = begin + ((end - begin) & ~3u);
  let continues = row == 0u && launch.continues == 1u;

  for (var column = local % LANES; column < launch.columns; column += LANES) {
    let offset = launch.xOffset + column;
    let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
    var sum = vec4f(0.0);
    if (continues) { sum = y[to]; }
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
