// local[i] = table[ids[i]]      The last launch of every ID map: one invocation an id looks it up.
// An id that is not there, because the table was full, gets 2^32 - 1.
// Prelude: hash_table.wgsl
// Needs: every id numbered.
// Shapes: sizes [2] = {kept, ids}, ids and local [ids].
override WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> hash: Hash;
@group(0) @binding(1) var<storage, read> sizes: array<u32>;
@group(0) @binding(2) var<storage, read> ids: array<u32>;
@group(0) @binding(3) var<storage, read_write> local: array<u32>;
@group(0) @binding(4) var<storage, read_write> table: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let i = (group.y * groups.x + group.x) * WORKGROUP + invocation;
  if (i >= sizes[1]) { return; }
  let slot = find(ids[i], hash);
  if (slot == NO_SLOT) { local[i] = NO_SLOT; } else { local[i] = atomicLoad(&table[2u * slot + 1u]); }
}
