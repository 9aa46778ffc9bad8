// offsetAfter(count) = counts of the blocks before a workgroup's own, and of its own up to this invocation's      No entry point.
// A workgroup scans the counts of its block in workgroup memory, and adds up the sums of those before it: the reads grow with the
// square of the blocks, but no launch comes between the sums and the offsets.
// Needs: declared beside it, `sums: array<u32>` and the override WORKGROUP, the items of a block; one call by a whole workgroup.
// Shapes: sums [blocks].
var<workgroup> ends: array<u32, WORKGROUP>;
var<workgroup> before: atomic<u32>;

fn offsetAfter(count: u32, block: u32, invocation: u32) -> u32 {
  var sum = 0u;
  for (var other = invocation; other < block; other += WORKGROUP) { sum += sums[other]; }
  atomicAdd(&before, sum);
  ends[invocation] = count;
  workgroupBarrier();
  for (var reach = 1u; reach < WORKGROUP; reach <<= 1u) {
    var below = 0u;
    if (invocation >= reach) { below = ends[invocation - reach]; }
    workgroupBarrier();
    ends[invocation] += below;
    workgroupBarrier();
  }
  return atomicLoad(&before) + ends[invocation];
}
