// sums[w] = counts of block w      Prefix sum over all workgroups, step 1: a workgroup adds up its block.
// Needs: nothing.
// Shapes: counts [items], sums [blocks].
override WORKGROUP: u32 = 256u;

struct Launch {
  items: u32,
  blocks: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> counts: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;

var<workgroup> total: atomic<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let block = group.y * groups.x + group.x;
  let item = block * WORKGROUP + invocation;
  if (item < launch.items) { atomicAdd(&total, counts[item]); }
  workgroupBarrier();
  if (invocation == 0u && block < launch.blocks) { sums[block] = atomicLoad(&total); }
}
