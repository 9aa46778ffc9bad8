// Sum over entries [begin, end) of one row of v * x[c, columns at offset], added to `start` in their order.
// Eight loads of x are in flight; those of the last entries, up to seven, in blocks of four of which some are
// not added: a loop over them would wait for each.
// Preludes: ../csr_rows.wgsl, and the columns of a lane.
fn columnsOfEntry(entry: u32, offset: u32) -> Columns {
  return columnsOf(colIdx[entry] * launch.xStride + offset);
}

fn rowSum(begin: u32, end: u32, offset: u32, start: Columns) -> Columns {
  var sum = start;
  var e = begin;
  let unrolled = begin + ((end - begin) & ~7u);
  for (; e < unrolled; e += 8u) {
    let x0 = columnsOfEntry(e, offset);
    let x1 = columnsOfEntry(e + 1u, offset);
    let x2 = columnsOfEntry(e + 2u, offset);
    let x3 = columnsOfEntry(e + 3u, offset);
    let x4 = columnsOfEntry(e + 4u, offset);
    let x5 = columnsOfEntry(e + 5u, offset);
    let x6 = columnsOfEntry(e + 6u, offset);
    let x7 = columnsOfEntry(e + 7u, offset);
    sum += weight(e) * x0;
    sum += weight(e + 1u) * x1;
    sum += weight(e + 2u) * x2;
    sum += weight(e + 3u) * x3;
    sum += weight(e + 4u) * x4;
    sum += weight(e + 5u) * x5;
    sum += weight(e + 6u) * x6;
    sum += weight(e + 7u) * x7;
  }
  for (; e < end; e += 4u) {
    let last = end - 1u;
    let x0 = columnsOfEntry(e, offset);
    let x1 = columnsOfEntry(min(e + 1u, last), offset);
    let x2 = columnsOfEntry(min(e + 2u, last), offset);
    let x3 = columnsOfEntry(min(e + 3u, last), offset);
    sum += weight(e) * x0;
    if (e + 1u < end) { sum += weight(e + 1u) * x1; }
    if (e + 2u < end) { sum += weight(e + 2u) * x2; }
    if (e + 3u < end) { sum += weight(e + 3u) * x3; }
  }
  return sum;
}

