// ids[rowPtr[r] ...] = slots[r, ...], values = visits * (1 / all visits of the row)      Random walks, step 2.
// One invocation a row that there is room for; rows beyond the destinations are empty. Quotients come from a table: WGSL rounds
// products correctly, but not quotients.
// Prelude: ../../prefix_sum/block_offsets.wgsl
// Needs: the sum of each block.
// Shapes: sizes [2], counts [maxRows], sums [blocks], slots [maxRows, stride] of {vertex, visits}, reciprocals [steps + 1],
// rowPtr [maxRows + 1].
override WORKGROUP: u32 = 64u;

struct Launch {
  maxRows: u32,
  stride: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read_write> sizes: array<u32>;
@group(0) @binding(2) var<storage, read> counts: array<u32>;
@group(0) @binding(3) var<storage, read> sums: array<u32>;
@group(0) @binding(4) var<storage, read> slots: array<vec2u>;
@group(0) @binding(5) var<storage, read> reciprocals: array<f32>;
@group(0) @binding(6) var<storage, read_write> rowPtr: array<u32>;
@group(0) @binding(7) var<storage, read_write> ids: array<u32>;
@group(0) @binding(8) var<storage, read_write> values: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let block = group.y * groups.x + group.x;
  let row = block * WORKGROUP + invocation;
  var count = 0u;
  if (row < launch.maxRows) { count = counts[row]; }
  let end = offsetAfter(count, block, invocation);
  if (row >= launch.maxRows) { return; }
  if (row == 0u) { rowPtr[0] = 0u; }
  rowPtr[row + 1u] = end;
  if (row + 1u == launch.maxRows) { sizes[1] = end; }
  let to = end - count;
  let slot = row * launch.stride;
  var total = 0u;
  for (var i = 0u; i < count; i++) { total += slots[slot + i].y; }
  let share = reciprocals[total];
  for (var i = 0u; i < count; i++) {
    ids[to + i] = slots[slot + i].x;
    values[to + i] = f32(slots[slot + i].y) * share;
  }
}
