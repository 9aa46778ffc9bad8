// y[b, c] = sum over the rows r of block b of x[r, c]      column sums, run over blocks of x, then over their sums.
// A workgroup sums LANES vectors of four columns of one block: invocation (lane, part) takes rows part, part + PARTS, ...,
// so that neighbours read neighbouring vectors; the PARTS sums of a lane are added as a tree. The order of additions
// depends on the shape alone.
// Needs: PARTS a power of two, padding columns finite (they are summed too).
// Shapes: x [rows, xStride], y [blocks, yStride], panels of vectors, row-major.
override LANES: u32 = 16u;
override PARTS: u32 = 16u;

struct Launch {
  rows: u32,
  blockRows: u32,
  blocks: u32,
  columns: u32,  // vectors that the panels of x and y share
  xStride: u32,  // all in vectors of four floats
  xOffset: u32,
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;

var<workgroup> sums: array<vec4f, LANES * PARTS>;

@compute @workgroup_size(LANES, PARTS)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) local: vec3u,
) {
  let slices = (launch.columns + LANES - 1u) / LANES;
  let index = group.y * groups.x + group.x;
  let block = index / slices;
  if (block >= launch.blocks) { return; }
  let column = index % slices * LANES + local.x;
  let place = local.y * LANES + local.x;

  var sum = vec4f(0.0);
  if (column < launch.columns) {
    let last = min((block + 1u) * launch.blockRows, launch.rows);
    for (var row = block * launch.blockRows + local.y; row < last; row += PARTS) {
      sum += x[row * launch.xStride + launch.xOffset + column];
    }
  }
  sums[place] = sum;
  for (var half = PARTS / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (local.y < half) { sums[place] += sums[place + half * LANES]; }
  }
  if (local.y == 0u && column < launch.columns) {
    y[block * launch.yStride + launch.yOffset + column] = sums[place];
  }
}
