// offsetAfter(count) = counts of the blocks before a workgroup's own, and of its own up to this invocation's      No entry point.
// A workgroup scans the counts of its block in workgroup memory, and beside them the sums of the blocks before it: the reads grow
// with the square of the blocks, but no launch comes between the sums and the offsets.
// Needs: declared beside it, `sums: array<u32>` and the override WORKGROUP, the items of a block; one call by a whole workgroup.
// Shapes: sums [blocks].
var<workgroup> ends: array<vec2u, WORKGROUP>;

fn offsetAfter(count: u32, block: u32, invocation: u32) -> u32 {
  var before = 0u;
  for (var other = invocation; other < block; other += WORKGROUP) { before += sums[other]; }
  ends[invocation] = vec2u(count, before);
  workgroupBarrier();
  for (var reach = 1u; reach < WORKGROUP; reach <<= 1u) {
    var below = vec2u();
    if (invocation >= reach) { below = ends[invocation - reach]; }
    workgroupBarrier();
    ends[invocation] += below;
    workgroupBarrier();
  }
  return ends[invocation].x + ends[WORKGROUP - 1u].y;
}
