// times[u] = how often vertex u was drawn for the layer      FastGCN's importance sampling, step 1.
// One invocation a draw: a 53-bit number, and a binary search for the vertex in whose range it lies.
// Prelude: ../../../platform/random.wgsl
// Needs: times all 0.
// Shapes: ends [vertices + 1, 2], low word first; keys [layers, 2]; times [vertices].
override WORKGROUP: u32 = 64u;

struct Launch {
  layer: u32,
  layerSize: u32,
  vertices: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> ends: array<vec2u>;
@group(0) @binding(2) var<storage, read> keys: array<vec2u>;
@group(0) @binding(3) var<storage, read_write> times: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let i = (group.y * groups.x + group.x) * WORKGROUP + invocation;
  if (i >= launch.layerSize || all(ends[launch.vertices] == vec2u())) { return; }
  let words = threefry2x32(keys[launch.layer], vec2u(i, 0u));
  let wanted = vec2u(words.y, words.x >> 11u);
  // The last vertex whose range begins at or before the wanted number; empty ranges begin where the next one does.
  var low = 0u;
  var high = launch.vertices;
  while (high - low > 1u) {
    let middle = (low + high) >> 1u;
    let begin = ends[middle];
    if (begin.y < wanted.y || (begin.y == wanted.y && begin.x <= wanted.x)) { low = middle; } else { high = middle; }
  }
  atomicAdd(&times[low], 1u);
}
