// sums[w] = first occurrences in block w, then unique[number] = id for each      Three-step ID map, steps 2 and 3 (ASSIGN).
// One invocation four places, a workgroup a block; a first occurrence is numbered by those before it.
// Prelude: ../plans/hash_table.wgsl, ../../prefix_sum/block_offsets.wgsl
// Needs: for ASSIGN the sum of each block.
// Shapes: sizes [2] = {kept, ids}, ids [ids], unique [distinct], sums [blocks].
override WORKGROUP: u32 = 256u;
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

const PLACES = 4u;

var<workgroup> total: atomic<u32>;

fn idAt(place: u32) -> u32 {
  if (place < sizes[0]) { return unique[place]; }
  return ids[place - sizes[0]];
}

// Slot of the id at a place that is its first, else NO_SLOT.
fn slotOfFirst(place: u32) -> u32 {
  if (place >= sizes[0] + sizes[1]) { return NO_SLOT; }
  let slot = find(idAt(place), Hash(launch.slots, launch.shift));
  if (slot == NO_SLOT || atomicLoad(&table[2u * slot + 1u]) != ~place) { return NO_SLOT; }
  return slot;
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let block = group.y * groups.x + group.x;
  let begin = (block * WORKGROUP + invocation) * PLACES;
  var slots: vec4u;
  var firsts = 0u;
  for (var i = 0u; i < PLACES; i++) {
    slots[i] = slotOfFirst(begin + i);
    firsts += select(1u, 0u, slots[i] == NO_SLOT);
  }
  if (!ASSIGN) {
    atomicAdd(&total, firsts);
    workgroupBarrier();
    if (invocation == 0u && block < launch.blocks) { sums[block] = atomicLoad(&total); }
    return;
  }
  let end = offsetAfter(firsts, block, invocation);
  if (block + 1u == launch.blocks && invocation == WORKGROUP - 1u) { atomicStore(&counters[0], end - sizes[0]); }
  var number = end - firsts;
  for (var i = 0u; i < PLACES; i++) {
    if (slots[i] == NO_SLOT) { continue; }
    // A number is never the complement of a place, so that nobody takes it for one.
    atomicStore(&table[2u * slots[i] + 1u], number);
    unique[number] = idAt(begin + i);
    number++;
  }
}
