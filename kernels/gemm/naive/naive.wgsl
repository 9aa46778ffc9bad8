// c[i, j] = epilogue(sum over k of a[i, k] * b[k, j])      GEMM, one invocation an entry of c.
// Neighbouring invocations take neighbouring columns of one row and read all from global memory, by scalar loads: the
// mapping that the tiled one is measured against. Either factor may be stored transposed: its two steps are swapped.
// Needs: c is added to where a dispatch before has begun it.
// Shapes: a, b, c panels of floats, row-major; cStride floats a row of c.
// Prelude: ../../../platform/random.wgsl, ../../epilogue/dropout.wgsl, ../../../platform/float_bits.wgsl, ../../epilogue/epilogue.wgsl
override WORKGROUP: u32 = 64u;

struct Launch {
  epilogue: Epilogue,
  firstRow: u32,  // of the panel of a, that this dispatch begins with
  rows: u32,      // one past its last row
  inner: u32,     // terms
  adds: u32,      // 1 where c already holds the sum of terms before
  columns: u32,   // floats that this dispatch computes in a row
  aRow: u32,      // floats from one row of a to the next
  aTerm: u32,     // from one term to the next
  aOffset: u32,
  bTerm: u32,
  bColumn: u32,
  bOffset: u32,
  lastColumn: u32, // one past the last that b has, of the columns at hand
  cRow: u32,      // row of c that is row 0 of the panel of a
  cStride: u32,
  cOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(3) var<storage, read> a: array<f32>;
@group(0) @binding(4) var<storage, read> b: array<f32>;
@group(0) @binding(5) var<storage, read_write> c: array<f32>;

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
  let to = (launch.cRow + row) * launch.cStride + launch.cOffset + column;
  var sum = 0.0;
  if (launch.adds == 1u) { sum = c[to]; }
  let terms = select(0u, launch.inner, column < launch.lastColumn);
  for (var k = 0u; k < terms; k++) {
    let left = a[launch.aOffset + row * launch.aRow + k * launch.aTerm];
    sum += left * b[launch.bOffset + k * launch.bTerm + column * launch.bColumn];
  }
  c[to] = epilogue(launch.epilogue, vec4f(sum), launch.cRow + row, column / 4u)[column % 4u];
}
