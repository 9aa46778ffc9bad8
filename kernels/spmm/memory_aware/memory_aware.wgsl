// y[r, j] = sum over nonzeros (r, c, v) of v * x[c, j]      Memory-Aware aggregation (fastgl, equation 4).
// A workgroup takes TARGETS rows and FEATURES columns; invocation (feature, target) keeps its partial sum in
// workgroup memory and finds the weights there, loaded once by the whole group: CHUNK of each row at a time,
// since the paper's weights [TARGETS][longest row] has no bound. The trip count is that of the group's
// longest row, for the barriers' sake.
// Prelude: ../plans/csr_rows.wgsl
// Needs: x padded with zeros up to its stride.
// Shapes: x and y panels of floats, row-major.
override TARGETS: u32 = 8u;
override FEATURES: u32 = 32u;
override CHUNK: u32 = 32u;

@group(0) @binding(4) var<storage, read> x: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

var<workgroup> sums: array<f32, TARGETS * FEATURES>;
var<workgroup> weights: array<f32, TARGETS * CHUNK>;

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
  let flat = local.y * FEATURES + local.x;
  let busy = row < launch.rows && column < launch.columns;
  let firstRow = index / blocks * TARGETS;
  let lastRow = min(firstRow + TARGETS, launch.rows);
  var longest = 0u;
  for (var r = firstRow; r < lastRow; r++) { longest = max(longest, rowEnd(r) - rowBegin(r)); }

  let begin = rowBegin(min(row, launch.rows - 1u));
  let end = rowEnd(min(row, launch.rows - 1u));
  let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
  sums[flat] = 0.0;
  if (busy && continuesRow(row)) { sums[flat] = y[to]; }
  for (var base = 0u; base < longest; base += CHUNK) {
    for (var i = flat; i < TARGETS * CHUNK; i += TARGETS * FEATURES) {
      let staged = min(firstRow + i / CHUNK, launch.rows - 1u);
      let e = rowBegin(staged) + base + i % CHUNK;
      if (e < rowEnd(staged)) { weights[i] = weight(e); }
    }
    workgroupBarrier();
    if (busy && begin + base < end) {
      let here = min(CHUNK, end - begin - base);
      for (var i = 0u; i < here; i++) {
        let at = colIdx[begin + base + i] * launch.xStride + launch.xOffset + column;
        sums[flat] += weights[local.y * CHUNK + i] * x[at];
      }
    }
    workgroupBarrier();
  }
  if (busy) { y[to] = sums[flat]; }
}
