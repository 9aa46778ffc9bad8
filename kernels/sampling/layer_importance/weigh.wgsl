// values[i] = times[u] / t * (1 / q(u)) * A[entries[i]], u = ids[i]      FastGCN's importance sampling, last step.
// One invocation a drawn entry. A launch weighs the entries that are in its part of the graph. Products come in the host's order.
// Needs: nothing.
// Shapes: sizes [2], ids, entries and values [drawn entries], times and inverse [vertices], graphValues [nnz of the part] if
// WEIGHTED.
override WORKGROUP: u32 = 64u;
override WEIGHTED: bool = false;

struct Launch {
  share: f32,       // 1 / t
  firstEntry: u32,  // of the graph, that the part begins with
  endEntry: u32,    // after its last one
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> sizes: array<u32>;
@group(0) @binding(2) var<storage, read> ids: array<u32>;
@group(0) @binding(3) var<storage, read> times: array<u32>;
@group(0) @binding(4) var<storage, read> inverse: array<f32>;
@group(0) @binding(5) var<storage, read> graphValues: array<f32>;
@group(0) @binding(6) var<storage, read> entries: array<u32>;
@group(0) @binding(7) var<storage, read_write> values: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let i = (group.y * groups.x + group.x) * WORKGROUP + invocation;
  if (i >= sizes[1]) { return; }
  let entry = entries[i];
  if (entry < launch.firstEntry || entry >= launch.endEntry) { return; }
  let u = ids[i];
  var weight = f32(times[u]) * launch.share * inverse[u];
  if (WEIGHTED) { weight *= graphValues[entry - launch.firstEntry]; }
  values[i] = weight;
}
