// table[kept[i]] = i      Fused-Map's kept ids enter the table, one invocation an id, before all others.
// Each takes a slot and leaves its place there: nothing is counted, as the places are given.
// Prelude: ../plans/hash_table.wgsl
// Needs: distinct ids.
// Shapes: sizes [2] = {kept, ids}, unique [distinct] begins with the kept ids.
override WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> hash: Hash;
@group(0) @binding(1) var<storage, read> sizes: array<u32>;
@group(0) @binding(2) var<storage, read> unique: array<u32>;
@group(0) @binding(3) var<storage, read_write> table: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let i = (group.y * groups.x + group.x) * WORKGROUP + invocation;
  if (i >= sizes[0]) { return; }
  let entry = insert(unique[i], hash);
  if (entry.slot != NO_SLOT) { atomicStore(&table[2u * entry.slot + 1u], i); }
}
