// offsets[i + 1] = counts[0] + ... + counts[i]; counts[i] becomes offsets[i]      Prefix sum over all workgroups, step 2.
// One invocation an item.
// Prelude: block_offsets.wgsl
// Needs: the sum of each block.
// Shapes: counts [items], sums [blocks], offsets [items + 1].
override WORKGROUP: u32 = 256u;

struct Launch {
  items: u32,
  blocks: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read_write> counts: array<u32>;
@group(0) @binding(2) var<storage, read> sums: array<u32>;
@group(0) @binding(3) var<storage, read_write> offsets: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let block = group.y * groups.x + group.x;
  let item = block * WORKGROUP + invocation;
  var count = 0u;
  if (item < launch.items) { count = counts[item]; }
  let end = offsetAfter(count, block, invocation);
  if (item >= launch.items) { return; }
  if (item == 0u) { offsets[0] = 0u; }
  offsets[item + 1u] = end;
  counts[item] = end - count;
}
