// counts[c] = entries of column c of a block      One invocation an entry.
// Needs: counts all 0.
// Shapes: rowPtr [bound + 1], cols [entries], counts [columns].
override WORKGROUP: u32 = 64u;

struct Launch {
  bound: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> rowPtr: array<u32>;
@group(0) @binding(2) var<storage, read> cols: array<u32>;
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let entry = (group.y * groups.x + group.x) * WORKGROUP + invocation;
  if (entry < rowPtr[launch.bound]) { atomicAdd(&counts[cols[entry]], 1u); }
}
