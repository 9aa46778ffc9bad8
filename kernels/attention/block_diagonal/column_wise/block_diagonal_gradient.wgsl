// to[s, h d + k] = g[h d + k, s H + h]      one invocation an entry of to.
// One dispatch a pair of panels: it writes what comes out of the panel of g; the first one also writes the
// padding.
// Shapes: g [columns of all, gStride], to [2, toStride], panels of floats, row-major.
override WORKGROUP: u32 = 64u;

struct Launch {
  firstCol: u32,  // of all, that is column 0 of the panel of to
  columns: u32,   // of all
  heads: u32,
  headWidth: u32,
  gFirst: u32,    // column of all that is column 0 of the panel of g
  gColumns: u32,  // of the panel of g, without padding
  gStride: u32,
  toStride: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> g: array<f32>;
@group(0) @binding(2) var<storage, read_write> to: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let at = (group.y * groups.x + group.x) * WORKGROUP + local;
  if (at >= 2u * launch.toStride) { return; }
  let column = launch.firstCol + at % launch.toStride;
  if (column >= launch.columns) {
    if (launch.gFirst == 0u) { to[at] = 0.0; }
    return;
  }
  // Wraps where the panel of g begins after the column, and is none of its columns either way.
  let place = at / launch.toStride * launch.heads + column / launch.headWidth - launch.gFirst;
  if (place < launch.gColumns) { to[at] = g[column * launch.gStride + place]; }
}
