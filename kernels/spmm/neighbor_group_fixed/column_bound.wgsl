// bound[c] = max over rows r of |x[r, c]|      the largest magnitude of each column, exact.
// LANES invocations share a row, each takes a vector of four columns; a group strides over ROWS rows, gathers
// its maxima in workgroup memory and gives them to bound by one atomicMax a column: bits of floats >= 0 order
// as the floats do.
// Needs: bound cleared; a NaN counts as more than infinity.
// Shapes: x panel of vectors, bound [4 * stride] of floats, as bits.
override WORKGROUP: u32 = 256u;
override LANES: u32 = 16u;
override ROWS: u32 = 1024u;

struct Launch {
  rows: u32,
  columns: u32,  // vectors of four floats of a row of x
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> bound: array<atomic<u32>>;

var<workgroup> gathered: array<atomic<u32>, 4u * LANES>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let blocks = (launch.columns + LANES - 1u) / LANES;
  let index = group.y * groups.x + group.x;
  let column = index % blocks * LANES + local % LANES;
  let first = index / blocks * ROWS;
  let end = min(first + ROWS, launch.rows);
  var most = vec4u(0u);
  if (column < launch.columns && local / LANES < WORKGROUP / LANES) {
    for (var row = first + local / LANES; row < end; row += WORKGROUP / LANES) {
      most = max(most, bitcast<vec4u>(x[row * launch.columns + column]) & vec4u(0x7fffffffu));
    }
  }
  for (var i = 0u; i < 4u; i++) { atomicMax(&gathered[local % LANES * 4u + i], most[i]); }
  workgroupBarrier();
  if (local < LANES && column < launch.columns) {
    for (var i = 0u; i < 4u; i++) { atomicMax(&bound[4u * column + i], atomicLoad(&gathered[4u * local + i])); }
  }
}
