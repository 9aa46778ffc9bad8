// sums[w] = sums[0] + ... + sums[w - 1], sums[blocks] = all of them      Exclusive prefix sum by one workgroup.
// Each invocation adds up a run of blocks; the runs are added up in workgroup memory.
// Needs: a single workgroup.
// Shapes: sums [blocks + 1].
override WORKGROUP: u32 = 256u;

struct Launch {
  blocks: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

var<workgroup> runs: array<u32, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(local_invocation_index) invocation: u32) {
  let length = (launch.blocks + WORKGROUP - 1u) / WORKGROUP;
  let begin = min(invocation * length, launch.blocks);
  let end = min(begin + length, launch.blocks);
  var sum = 0u;
  for (var block = begin; block < end; block++) { sum += sums[block]; }
  runs[invocation] = sum;
  workgroupBarrier();
  for (var reach = 1u; reach < WORKGROUP; reach <<= 1u) {
    var below = 0u;
    if (invocation >= reach) { below = runs[invocation - reach]; }
    workgroupBarrier();
    runs[invocation] += below;
    workgroupBarrier();
  }
  var before = runs[invocation] - sum;
  for (var block = begin; block < end; block++) {
    let own = sums[block];
    sums[block] = before;
    before += own;
  }
  if (invocation == WORKGROUP - 1u) { sums[launch.blocks] = runs[invocation]; }
}
