// unique[next++] = ids[i] for new ids      Fused-Map (fastgl, Algorithm 2): whoever takes an id's slot numbers it.
// One invocation an id. The counter is moved by each that takes a slot, or (GROUPED) once for all slots of a workgroup.
// Prelude: ../plans/hash_table.wgsl
// Needs: counters all 0; the kept ids in the table.
// Shapes: sizes [2] = {kept, ids}, ids [ids], unique [distinct].
override WORKGROUP: u32 = 64u;
override GROUPED: bool = false;

@group(0) @binding(0) var<uniform> hash: Hash;
@group(0) @binding(1) var<storage, read> sizes: array<u32>;
@group(0) @binding(2) var<storage, read> ids: array<u32>;
@group(0) @binding(3) var<storage, read_write> unique: array<u32>;
@group(0) @binding(4) var<storage, read_write> table: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> counters: array<atomic<u32>>;

var<workgroup> winners: atomic<u32>;
var<workgroup> base: u32;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let i = (group.y * groups.x + group.x) * WORKGROUP + invocation;
  var entry = Entry(NO_SLOT, false);
  if (i < sizes[1]) { entry = insert(ids[i], hash); }
  var number = 0u;
  if (GROUPED) {
    if (entry.taken) { number = atomicAdd(&winners, 1u); }
    workgroupBarrier();
    if (invocation == 0u) {
      let taken = atomicLoad(&winners);
      if (taken > 0u) {
        base = atomicAdd(&counters[0], taken);
        counted(1u, 0u);
      }
    }
    workgroupBarrier();
    number += base;
  } else if (entry.taken) {
    number = atomicAdd(&counters[0], 1u);
    counted(1u, 0u);
  }
  if (!entry.taken) { return; }
  number += sizes[0];
  atomicStore(&table[2u * entry.slot + 1u], number);
  unique[number] = ids[i];
}
