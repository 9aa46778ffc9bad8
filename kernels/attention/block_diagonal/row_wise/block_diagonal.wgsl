// y[h d + k, h] = x[0, h d + k], y[h d + k, H + h] = x[1, h d + k], all else 0
// One invocation an entry of y. A row of y is a column of x: one dispatch a pair of panels writes the rows of
// y that the panel of x has.
// Shapes: x [2, xStride], y [rows, yStride], panels of floats, row-major; the padding of y is written, too.
override WORKGROUP: u32 = 64u;

struct Launch {
  rows: u32,      // columns of the panel of x
  firstRow: u32,  // of all, that is column 0 of the panel of x
  heads: u32,
  headWidth: u32,
  xStride: u32,
  yStride: u32,
  firstCol: u32,  // of all, that is column 0 of the panel of y
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let at = (group.y * groups.x + group.x) * WORKGROUP + local;
  let place = at / launch.yStride;
  if (place >= launch.rows) { return; }
  let row = launch.firstRow + place;
  let column = launch.firstCol + at % launch.yStride;
  let part = column / launch.heads;
  var value = 0.0;
  if (part < 2u && column % launch.heads == row / launch.headWidth) { value = x[part * launch.xStride + place]; }
  y[launch.firstRow * launch.yStride + at] = value;
}
