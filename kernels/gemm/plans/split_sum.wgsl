// c[i, j] = epilogue(sum over s of partials[s, i, j])      the end of a GEMM whose terms were split.
// One invocation sums a vector of four columns, the splits always in the same order.
// Needs: nothing; without splits the sum is 0.
// Shapes: partials [splits, rows, columns], c a panel, both of vectors, row-major; cStride vectors a row of c.
// Prelude: ../../../platform/random.wgsl, ../../epilogue/dropout.wgsl, ../../../platform/float_bits.wgsl, ../../epilogue/epilogue.wgsl
override WORKGROUP: u32 = 64u;

struct Launch {
  epilogue: Epilogue,
  rows: u32,
  columns: u32,
  splits: u32,
  cRow: u32,      // row of c that is row 0 of the sums
  cStride: u32,
  cOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(3) var<storage, read> partials: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> c: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let entry = (group.y * groups.x + group.x) * WORKGROUP + local;
  let entries = launch.rows * launch.columns;
  if (entry >= entries) { return; }
  let row = entry / launch.columns;
  let column = entry % launch.columns;
  var sum = vec4f(0.0);
  for (var split = 0u; split < launch.splits; split++) { sum += partials[split * entries + entry]; }
  let to = (launch.cRow + row) * launch.cStride + launch.cOffset + column;
  c[to] = epilogue(launch.epilogue, sum, launch.cRow + row, column);
}
