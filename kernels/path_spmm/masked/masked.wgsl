// y[v, :] = sum over entries (v, u, e) with u in N^(k-1) of e * x[u, :], v in N^k      neighbour groups under a mask.
// The if-else baseline: groups are those of the whole graph; each invocation tests its group's row, then each entry,
// and waits for those of its subgroup that pass. Sums of rows with several groups meet in partial_sums.wgsl.
// Prelude: ../../spmm/plans/neighbor_group_sum.wgsl  Needs: target words ALONE | row of y, or a number of partials.
// Shapes: flags [vertices] of SOURCE and TARGET, rowOf [groups], y panel of vectors, partials [shared groups, columns].
const SOURCE = 1u;
const TARGET = 2u;

@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> partials: array<vec4f>;
@group(0) @binding(7) var<storage, read> flags: array<u32>;
@group(0) @binding(8) var<storage, read> rowOf: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let item = itemOf(group, groups, local);
  if (item >= launch.items) { return; }
  if ((flags[rowOf[item]] & TARGET) == 0u) { return; }
  let begin = items[item].x;
  let end = items[item + 1u].x;
  let to = items[item].y;
  for (var column = local % LANES; column < launch.columns; column += LANES) {
    var sum = vec4f(0.0);
    for (var e = begin; e < end; e++) {
      if ((flags[colIdx[e]] & SOURCE) != 0u) { sum += term(e, launch.xOffset + column); }
    }
    if ((to & ALONE) != 0u) {
      y[(to & ~ALONE) * launch.yStride + launch.yOffset + column] = sum;
    } else {
      partials[to * launch.columns + column] = sum;
    }
  }
}
