// local[rowPtr[r] ...] ascending, values with it      One workgroup sorts a row.
// Of a row of up to WORKGROUP entries each invocation has one, whose place is the number of smaller ones. Longer
// rows go through a bitonic network in place: log2(n) (log2(n) + 1) / 2 steps between barriers, whose n / 2
// comparisons the invocations share. The network is that of the next power of two; places past the end count as
// larger than any entry, and stay where they are. The sizes of the block are reported on the way.
// Needs: entries of a row that differ.
// Prelude: rows_to_sort.wgsl.

var<workgroup> cols: array<u32, WORKGROUP>;

fn rankEntries(begin: u32, length: u32, invocation: u32) {
  var col = 0u;
  var value = 0u;
  if (invocation < length) {
    col = local[begin + invocation];
    if (VALUED) { value = values[begin + invocation]; }
    cols[invocation] = col;
  }
  workgroupBarrier();
  storageBarrier();
  if (invocation >= length) { return; }
  var place = begin;
  for (var other = 0u; other < length; other++) { place += select(0u, 1u, cols[other] < col); }
  local[place] = col;
  if (VALUED) { values[place] = value; }
}

fn putInOrder(low: u32, high: u32) {
  let col = local[low];
  let other = local[high];
  if (col <= other) { return; }
  local[low] = other;
  local[high] = col;
  if (VALUED) {
    let value = values[low];
    values[low] = values[high];
    values[high] = value;
  }
}

fn mergeEntries(begin: u32, length: u32, invocation: u32) {
  // Sorted runs of `run` entries become runs of twice as many.
  for (var run = 1u; run < length; run *= 2u) {
    // The first step compares the runs from their outer ends inwards; the others, entries `reach` apart.
    for (var reach = run; reach > 0u; reach /= 2u) {
      for (var pair = invocation; ; pair += WORKGROUP) {
        let within = pair % reach;
        let low = 2u * (pair - within) + within;
        var high = low + reach;
        if (reach == run) { high += reach - 1u - 2u * within; }
        if (low >= length) { break; }
        if (high < length) { putInOrder(begin + low, begin + high); }
      }
      storageBarrier();
    }
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let row = group.y * groups.x + group.x;
  if (row == 0u && invocation == 0u) {
    reportSizes();
  }
  if (row >= rowsToSort()) { return; }
  let begin = rowPtr[row];
  let length = rowPtr[row + 1u] - begin;
  if (length <= WORKGROUP) {
    rankEntries(begin, length, invocation);
  } else {
    mergeEntries(begin, length, invocation);
  }
}
