// y[r, :] += round(S[r, :] * s[g, :]), as integers
// Neighbour groups, written back by the native i32 atomicAdd. One group of neighbours is one work item;
// integer sums are the same in any order, so the result is bit-repeatable. fixed_to_float.wgsl turns the sums
// of shared rows into floats; the nearest that WGSL has to CUDA's atomicAdd.
// Prelude: ../plans/neighbor_group_sum.wgsl, fixed_scale.wgsl
// Needs: y cleared; target words ALONE | row, or index of rows.
// Shapes: y panel of 32-bit words, bound [xStride] of |x|, rows [shared rows] of (row, bits of sum |v|, ...).
@group(0) @binding(5) var<storage, read_write> y: array<atomic<i32>>;
@group(0) @binding(6) var<storage, read> bound: array<vec4f>;
@group(0) @binding(7) var<storage, read> rows: array<vec4u>;

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
  let word = items[item].y;
  for (var column = local % LANES; column < launch.columns; column += LANES) {
    let sum = groupSum(begin, end, column);
    let place = launch.yOffset + column;
    if ((word & ALONE) != 0u) {
      let at = 4u * ((word & ~ALONE) * launch.yStride + place);
      for (var i = 0u; i < 4u; i++) { atomicStore(&y[at + i], bitcast<i32>(sum[i])); }
    } else {
      let row = rows[word];
      let scaled = sum * powerOfTwo(scaleField(bitcast<f32>(row.y), bound[launch.xOffset + column]));
      var quanta = vec4i(round(scaled));
      if (MAGNITUDE) { quanta = vec4i(ceil(scaled)); }
      let at = 4u * (row.x * launch.yStride + place);
      for (var i = 0u; i < 4u; i++) { atomicAdd(&y[at + i], quanta[i]); }
    }
  }
}
