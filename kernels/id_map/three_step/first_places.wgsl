// sums[w] = first occurrences in block w, then unique[sums[w] + rank] = id      Three-step ID map, steps 2a and 2c (ASSIGN).
// One invocation a place, a workgroup a block; the ranks within a block come from a prefix sum in workgroup memory.
// Prelude: ../plans/hash_table.wgsl
// Needs: for ASSIGN the sums added up, one more of them the total.
// Shapes: sizes [2] = {kept, ids}, ids [ids], unique [distinct], sums [blocks + 1].
override WORKGROUP: u32 = 64u;
override ASSIGN: bool = false;

struct Launch {
  slots: u32,
  shift: u32,
  blocks: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> sizes: array<u32>;
@group(0) @binding(2) var<storage, read> ids: array<u32>;
@group(0) @binding(3) var<storage, read_write> unique: array<u32>;
@group(0) @binding(4) var<storage, read_write> table: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> sums: array<u32>;

var<workgroup> ranks: array<u32, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let block = group.y * groups.x + group.x;
  let place = block * WORKGROUP + invocation;
  let kept = sizes[0];
  var id = 0u;
  var slot = NO_SLOT;
  var isFirst = false;
  if (place < kept + sizes[1]) {
    if (place < kept) { id = unique[place]; } else { id = ids[place - kept]; }
    slot = find(id, Hash(launch.slots, launch.shift));
    isFirst = slot != NO_SLOT && atomicLoad(&table[2u * slot + 1u]) == ~place;
  }
  ranks[invocation] = select(0u, 1u, isFirst);
  workgroupBarrier();
  for (var reach = 1u; reach < WORKGROUP; reach <<= 1u) {
    var below = 0u;
    if (invocation >= reach) { below = ranks[invocation - reach]; }
    workgroupBarrier();
    ranks[invocation] += below;
    workgroupBarrier();
  }
  if (block >= launch.blocks) { return; }
  if (!ASSIGN) {
    if (invocation == WORKGROUP - 1u) { sums[block] = ranks[invocation]; }
    return;
  }
  if (place == 0u) { atomicStore(&counters[0], sums[launch.blocks] - kept); }
  if (!isFirst) { return; }
  // A number is never the complement of a place, so that nobody takes it for one.
  let number = sums[block] + ranks[invocation] - 1u;
  atomicStore(&table[2u * slot + 1u], number);
  unique[number] = id;
}
