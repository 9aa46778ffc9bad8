// sums[w] = drawn neighbours of block w      Uniform sampling, step 1: one invocation a destination, a workgroup a block.
// Copies the destinations to the kept ids of the layer's ID map on the way.
// Needs: destinations that are vertices.
// Shapes: vertices and kept [rows], graphPtr [vertices + 1], sums [blocks], sizes [2]; rows = sizesAbove[0] + countersAbove[0].
override WORKGROUP: u32 = 64u;

struct Launch {
  blocks: u32,
  fanout: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> sizesAbove: array<u32>;
@group(0) @binding(2) var<storage, read> countersAbove: array<u32>;
@group(0) @binding(3) var<storage, read> vertices: array<u32>;
@group(0) @binding(4) var<storage, read> graphPtr: array<u32>;
@group(0) @binding(5) var<storage, read_write> sizes: array<u32>;
@group(0) @binding(6) var<storage, read_write> kept: array<u32>;
@group(0) @binding(7) var<storage, read_write> sums: array<u32>;

var<workgroup> total: atomic<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let block = group.y * groups.x + group.x;
  let row = block * WORKGROUP + invocation;
  let rows = sizesAbove[0] + countersAbove[0];
  if (row == 0u) { sizes[0] = rows; }
  if (row < rows) {
    let v = vertices[row];
    kept[row] = v;
    atomicAdd(&total, min(launch.fanout, graphPtr[v + 1u] - graphPtr[v]));
  }
  workgroupBarrier();
  if (invocation == 0u && block < launch.blocks) { sums[block] = atomicLoad(&total); }
}
