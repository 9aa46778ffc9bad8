// kept[r] = vertices[r]      The destinations, as the layer above left them, become the kept ids of the layer's ID map.
// One invocation a destination.
// Needs: nothing.
// Shapes: vertices and kept [rows], sizes [2]; rows = sizesAbove[0] + countersAbove[0].
override WORKGROUP: u32 = 64u;

struct Launch {
  maxRows: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> sizesAbove: array<u32>;
@group(0) @binding(2) var<storage, read> countersAbove: array<u32>;
@group(0) @binding(3) var<storage, read> vertices: array<u32>;
@group(0) @binding(4) var<storage, read_write> sizes: array<u32>;
@group(0) @binding(5) var<storage, read_write> kept: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let row = (group.y * groups.x + group.x) * WORKGROUP + invocation;
  let rows = min(sizesAbove[0] + countersAbove[0], launch.maxRows);
  if (row == 0u) { sizes[0] = rows; }
  if (row < rows) { kept[row] = vertices[row]; }
}
