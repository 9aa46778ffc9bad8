// table[id] = first place of id      Three-step ID map, step 1: one invocation a place of the kept ids and the others.
// Values are complements of places, so that the largest is the first and 0, a free slot's, is beyond all.
// Prelude: ../plans/hash_table.wgsl
// Needs: nothing more.
// Shapes: sizes [2] = {kept, ids}, ids [ids], unique [distinct] begins with the kept ids.
override WORKGROUP: u32 = 64u;

@group(0) @binding(0) var<uniform> hash: Hash;
@group(0) @binding(1) var<storage, read> sizes: array<u32>;
@group(0) @binding(2) var<storage, read> ids: array<u32>;
@group(0) @binding(3) var<storage, read> unique: array<u32>;
@group(0) @binding(4) var<storage, read_write> table: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let place = (group.y * groups.x + group.x) * WORKGROUP + invocation;
  let kept = sizes[0];
  if (place >= kept + sizes[1]) { return; }
  var id: u32;
  if (place < kept) { id = unique[place]; } else { id = ids[place - kept]; }
  let entry = insert(id, hash);
  if (entry.slot == NO_SLOT) { return; }
  atomicMax(&table[2u * entry.slot + 1u], ~place);
  counted(1u, 0u);
}
