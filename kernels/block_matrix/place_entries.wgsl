// pairs[next[c]++] = (r, c) for each entry of the matrix      Transpose, step 1: one invocation a row, rows of a column in any order.
// Needs: next[c] the offset of row c of the transpose.
// Shapes: rowPtr [bound + 1], cols [entries], next [columns], pairs [bound entries].
override WORKGROUP: u32 = 64u;

struct Launch {
  bound: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> rowPtr: array<u32>;
@group(0) @binding(2) var<storage, read> cols: array<u32>;
@group(0) @binding(3) var<storage, read_write> next: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> pairs: array<vec2u>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let row = (group.y * groups.x + group.x) * WORKGROUP + invocation;
  if (row >= launch.bound) { return; }
  for (var e = rowPtr[row]; e < rowPtr[row + 1u]; e++) {
    pairs[atomicAdd(&next[cols[e]], 1u)] = vec2u(row, cols[e]);
  }
}
