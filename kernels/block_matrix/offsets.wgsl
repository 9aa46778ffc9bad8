// offsets[i + 1] = counts[0] + ... + counts[i]; counts[i] becomes offsets[i]      Prefix sum, step 3, after that of the blocks.
// One invocation an item; the sum within a block is in workgroup memory.
// Needs: the sums of the blocks before each, added up.
// Shapes: counts [items], sums [blocks + 1], offsets [items + 1].
override WORKGROUP: u32 = 64u;

struct Launch {
  items: u32,
  blocks: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read_write> counts: array<u32>;
@group(0) @binding(2) var<storage, read> sums: array<u32>;
@group(0) @binding(3) var<storage, read_write> offsets: array<u32>;

var<workgroup> ends: array<u32, WORKGROUP>;

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
  ends[invocation] = count;
  workgroupBarrier();
  for (var reach = 1u; reach < WORKGROUP; reach <<= 1u) {
    var before = 0u;
    if (invocation >= reach) { before = ends[invocation - reach]; }
    workgroupBarrier();
    ends[invocation] += before;
    workgroupBarrier();
  }
  if (item == 0u) { offsets[0] = 0u; }
  if (item >= launch.items || block >= launch.blocks) { return; }
  let end = sums[block] + ends[invocation];
  offsets[item + 1u] = end;
  counts[item] = end - count;
}
