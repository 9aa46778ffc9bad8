// y[r, :] += s[g, :]      neighbour groups, written back by a compare-exchange loop on the bits of y.
// One group of neighbours is one work item; groups of one row race for it and retry until they win. WGSL has
// no float atomics, so this overstates what CUDA's atomicAdd costs. The order of a sum varies: not
// bit-repeatable.
// Prelude: ../plans/neighbor_group_sum.wgsl
// Needs: y cleared; target words row of y, with ALONE where stored without a race.
// Shapes: y panel of floats, as bits.
@group(0) @binding(5) var<storage, read_write> y: array<atomic<u32>>;

fn add(at: u32, value: f32) {
  var old = atomicLoad(&y[at]);
  loop {
    let tried = atomicCompareExchangeWeak(&y[at], old, bitcast<u32>(bitcast<f32>(old) + value));
    if (tried.exchanged) { break; }
    old = tried.old_value;
  }
}

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
  let row = items[item].y & ~ALONE;
  let alone = (items[item].y & ALONE) != 0u;
  for (var column = local % LANES; column < launch.columns; column += LANES) {
    let sum = groupSum(begin, end, column);
    let at = 4u * (row * launch.yStride + launch.yOffset + column);
    for (var i = 0u; i < 4u; i++) {
      if (alone) {
        atomicStore(&y[at + i], bitcast<u32>(sum[i]));
      } else {
        add(at + i, sum[i]);
      }
    }
  }
}
