// y[r, :] = sum over nonzeros (r, c, v) of v * x[c, :]      CSR SpMM by the merge path of row ends and entries.
// The shares, lanes, sums and their order are those of merge_split.wgsl; an entry is loaded once for a block of
// lanes. Neighbours in a subgroup are a block: each loads one of successive entries of their share, whatever
// their rows, and gives it to the others by a shuffle. Four loads of x are in flight.
// Nothing is assumed of subgroups but that their sizes are powers of two from 4 on: a subgroup with a block
// that lacks a lane, or whose lanes have several shares, loads every entry in every lane. All shuffles are in
// uniform control flow: every share takes as many blocks as the longest.
// Prelude: ../../../hardware/webgpu/subgroups.wgsl, ../plans/csr_rows.wgsl, ../plans/lane_columns_webgpu/f32_by_four.wgsl
// or the columns of another format or load beside f32_by_four.wgsl.
// Needs: LANES and BLOCK powers of two from 4 on, strides and offsets in whole vectors, x padded with zeros.
// Shapes: shares [shares + 1] of (row, entry, first partial, whether an earlier share has begun the row), all
// but the last of equal length; partials [partials, columns].
override WORKGROUP: u32 = 64u;
override LANES: u32 = 16u;
override BLOCK: u32 = 16u; // most lanes of a block

@group(0) @binding(6) var<storage, read> shares: array<vec4u>;
@group(0) @binding(7) var<storage, read_write> partials: array<Columns>;

// End of the row that a share cuts, which no entry of the share reaches.
const NO_END = 0xffffffffu;

// Where a lane is on its share of the path.
struct Place {
  row: u32,
  begin: u32,   // first entry of the row in this share
  end: u32,     // of the row's entries, or NO_END
  partial: u32, // the next partial sum
  begun: bool,  // whether an earlier share has begun the row
  sum: Columns,
}

fn endOf(row: u32, cutRow: u32) -> u32 {
  if (row < cutRow) { return rowEnd(row); }
  return NO_END;
}

fn resultAt(row: u32, column: u32) -> u32 {
  return (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
}

// Stores the sums of the rows that end before an entry.
fn finishRows(place: ptr<function, Place>, entry: u32, cutRow: u32, column: u32) {
  while ((*place).end == entry) {
    if ((*place).begun) {
      partials[(*place).partial * launch.columns + column] = (*place).sum;
      (*place).partial++;
    } else {
      y[resultAt((*place).row, column)] = (*place).sum;
    }
    (*place).row++;
    (*place).begin = entry;
    (*place).end = endOf((*place).row, cutRow);
    (*place).begun = false;
    (*place).sum = Columns();
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
  @builtin(subgroup_size) size: u32,
  @builtin(subgroup_invocation_id) id: u32,
) {
  // Lanes without a share are at the path's end, where there is nothing to do.
  let sharesPerGroup = WORKGROUP / LANES;
  let within = local / LANES;
  let last = arrayLength(&shares) - 1u;
  let index = (group.y * groups.x + group.x) * sharesPerGroup + within;
  let share = select(last, index, within < sharesPerGroup && index < last);
  let here = shares[share];
  let next = shares[min(share + 1u, last)];
  let most = shares[1].x - shares[0].x + shares[1].y - shares[0].y;

  let block = min(min(LANES, BLOCK), size);
  let place = id % block;
  let first = id - place;
  let rank = subgroupExclusiveAdd(1u);
  let lanes = subgroupAdd(1u);
  let shareOfFirst = subgroupShuffle(share, first);
  let together = subgroupAll(rank == id && first + block <= lanes && shareOfFirst == share);

  for (var base = 0u; base < launch.columns; base += LANES) {
    let column = base + local % LANES;
    let inside = column < launch.columns;
    let offset = launch.xOffset + column;
    var path = Place(here.x, here.y, endOf(here.x, next.x), here.z, here.w != 0u, Columns());
    if (inside && here.x < next.x && !path.begun && continuesRow(here.x)) {
      path.sum = y[resultAt(here.x, column)];
    }
    for (var taken = 0u; taken < most; taken += block) {
      let begin = here.y + taken;
      let stop = min(begin + block, next.y);
      var mine = 0u;
      var mineBy = 1.0;
      if (together && begin + place < stop) {
        mine = colIdx[begin + place] * launch.xStride;
        mineBy = weight(begin + place);
      }
      for (var j = 0u; j < block; j += 4u) {
        let giver = first + j;
        var at = vec4u(
          subgroupShuffle(mine, giver),
          subgroupShuffle(mine, giver + 1u),
          subgroupShuffle(mine, giver + 2u),
          subgroupShuffle(mine, giver + 3u),
        );
        var by = vec4f(1.0);
        if (WEIGHTED) {
          by = vec4f(
            subgroupShuffle(mineBy, giver),
            subgroupShuffle(mineBy, giver + 1u),
            subgroupShuffle(mineBy, giver + 2u),
            subgroupShuffle(mineBy, giver + 3u),
          );
        }
        let e = begin + j;
        if (inside && e < stop) {
          if (!together) {
            let entries = min(vec4u(e, e + 1u, e + 2u, e + 3u), vec4u(stop - 1u));
            at = launch.xStride *
              vec4u(colIdx[entries.x], colIdx[entries.y], colIdx[entries.z], colIdx[entries.w]);
            by = vec4f(weight(entries.x), weight(entries.y), weight(entries.z), weight(entries.w));
          }
          let x0 = columnsOf(at.x + offset);
          let x1 = columnsOf(at.y + offset);
          let x2 = columnsOf(at.z + offset);
          let x3 = columnsOf(at.w + offset);
          finishRows(&path, e, next.x, column);
          path.sum += by.x * x0;
          if (e + 1u < stop) {
            finishRows(&path, e + 1u, next.x, column);
            path.sum += by.y * x1;
          }
          if (e + 2u < stop) {
            finishRows(&path, e + 2u, next.x, column);
            path.sum += by.z * x2;
          }
          if (e + 3u < stop) {
            finishRows(&path, e + 3u, next.x, column);
            path.sum += by.w * x3;
          }
        }
      }
    }
    if (inside) {
      finishRows(&path, next.y, next.x, column);
      if (next.y > path.begin) { partials[path.partial * launch.columns + column] = path.sum; }
    }
  }
}
