// local[rowPtr[r] ...] ascending, values with it      One invocation sorts a row (Shell; insertion where it is short).
// Rows come in the order of the draws. The sizes of the block are reported on the way.
// Needs: nothing; sort_long_rows.wgsl shares a row among invocations.
// Prelude: rows_to_sort.wgsl.

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let row = (group.y * groups.x + group.x) * WORKGROUP + invocation;
  if (row == 0u) { reportSizes(); }
  if (row >= rowsToSort()) { return; }
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
