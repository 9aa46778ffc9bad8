// y[r, :] = s[g, :] where g is row r's only group, else partial[p, :] = s[g, :]
// Neighbour groups, two-phase. One group of neighbours is one work item, so a hub's row is many;
// ../../plans/partial_sums.wgsl adds them up in a second pass. No atomics: the order of every sum is fixed.
// Prelude: ../plans/neighbor_group_sum.wgsl
// Needs: target words ALONE | row of y, or a number of partial.
// Shapes: y panel of vectors, partial [groups that share a row, columns].
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> partials: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let item = itemOf(group, groups, local);
  if (item >= launch.items) { return; }
  let begin = items[item].x;
  let end = items[item + 1u].x;
  let to = items[item].y;
  for (var column = local % LANES; column < launch.columns; column += LANES) {
    let sum = groupSum(begin, end, column);
    if ((to & ALONE) != 0u) {
      y[(to & ~ALONE) * launch.yStride + launch.yOffset + column] = sum;
    } else {
      partials[to * launch.columns + column] = sum;
    }
  }
}
