// local[rowPtr[r] ...] ascending, values with it      One invocation sorts a row (Shell; insertion where it is short).
// Rows come in the order of the draws. The sizes of the block are reported on the way.
// Needs: nothing; sort_long_rows.wgsl shares a row among invocations.
// Shapes: sizes [2] = {rows, ids}, rowPtr [rows + 1], local [ids], values [ids] if VALUED, whatever they are,
// counters [2] = {sources beside the rows, full}, report [layers, 4].
override WORKGROUP: u32 = 64u;
override VALUED: bool = false;

struct Launch {
  maxRows: u32,  // that there is room for; a batch that exceeds it has more
  layer: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> sizes: array<u32>;
@group(0) @binding(2) var<storage, read> rowPtr: array<u32>;
@group(0) @binding(3) var<storage, read_write> local: array<u32>;
@group(0) @binding(4) var<storage, read_write> values: array<u32>;
@group(0) @binding(5) var<storage, read> counters: array<u32>;
@group(0) @binding(6) var<storage, read_write> report: array<vec4u>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let row = (group.y * groups.x + group.x) * WORKGROUP + invocation;
  if (row == 0u) { report[launch.layer] = vec4u(sizes[0], sizes[1], counters[0], counters[1]); }
  if (row >= min(launch.maxRows, sizes[0])) { return; }
  let begin = rowPtr[row];
  let end = rowPtr[row + 1u];
  var gap = 1u;
  while (3u * gap + 1u < end - begin) { gap = 3u * gap + 1u; }
  for (; gap > 0u; gap /= 3u) {
    for (var e = begin + gap; e < end; e++) {
      let col = local[e];
      var value = 0u;
      if (VALUED) { value = values[e]; }
      var hole = e;
      while (hole >= begin + gap && local[hole - gap] > col) {
        local[hole] = local[hole - gap];
        if (VALUED) { values[hole] = values[hole - gap]; }
        hole -= gap;
      }
      local[hole] = col;
      if (VALUED) { values[hole] = value; }
    }
  }
}
