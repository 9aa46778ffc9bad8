// ids[rowPtr[r] ...] = slots[r, ...], values = visits * (1 / all visits of the row)      Random walks, last step.
// One invocation a row. Quotients come from a table: WGSL rounds products correctly, but not quotients.
// Needs: offsets added up.
// Shapes: sizes [2], rowPtr [maxRows + 1], slotIds and slotVisits [maxRows, stride], reciprocals [steps + 1].
override WORKGROUP: u32 = 64u;

struct Launch {
  maxRows: u32,
  stride: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read_write> sizes: array<u32>;
@group(0) @binding(2) var<storage, read> rowPtr: array<u32>;
@group(0) @binding(3) var<storage, read> slotIds: array<u32>;
@group(0) @binding(4) var<storage, read> slotVisits: array<u32>;
@group(0) @binding(5) var<storage, read> reciprocals: array<f32>;
@group(0) @binding(6) var<storage, read_write> ids: array<u32>;
@group(0) @binding(7) var<storage, read_write> values: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let row = (group.y * groups.x + group.x) * WORKGROUP + invocation;
  if (row == 0u) { sizes[1] = rowPtr[launch.maxRows]; }
  if (row >= launch.maxRows) { return; }
  let to = rowPtr[row];
  let count = rowPtr[row + 1u] - to;
  let slot = row * launch.stride;
  var total = 0u;
  for (var i = 0u; i < count; i++) { total += slotVisits[slot + i]; }
  let share = reciprocals[total];
  for (var i = 0u; i < count; i++) {
    ids[to + i] = slotIds[slot + i];
    values[to + i] = f32(slotVisits[slot + i]) * share;
  }
}
