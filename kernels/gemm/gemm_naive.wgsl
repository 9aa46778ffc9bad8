// c[i, j] = sum over k of a[i, k] * b[k, j]      GEMM, one invocation an entry of c.
// Neighbouring invocations take neighbouring columns of one row and read all from global memory, by scalar loads: the
// mapping that the tiled one is measured against.
// Needs: c is added to where a panel before has begun it.
// Shapes: a [rows, aStride], b [>= inner + bRow, bStride], c [rows, cStride], all panels of floats, row-major.
override WORKGROUP: u32 = 64u;

struct Launch {
  firstRow: u32,  // of c, that this dispatch begins with
  rows: u32,      // one past its last row
  inner: u32,     // floats of a row of the panel of a
  adds: u32,      // 1 where c already holds the product of the panels of a before
  columns: u32,   // floats that the panels of b and c share
  aStride: u32,   // all in floats
  bStride: u32,
  bOffset: u32,
  bRow: u32,      // row of b that is column 0 of the panel of a
  cStride: u32,
  cOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let entry = (group.y * groups.x + group.x) * WORKGROUP + local;
  let row = launch.firstRow + entry / launch.columns;
  if (row >= launch.rows) { return; }
  let column = entry % launch.columns;
  let to = row * launch.cStride + launch.cOffset + column;
  var sum = 0.0;
  if (launch.adds == 1u) { sum = c[to]; }
  for (var k = 0u; k < launch.inner; k++) {
    sum += a[row * launch.aStride + k] * b[(launch.bRow + k) * launch.bStride + launch.bOffset + column];
  }
  c[to] = sum;
}
