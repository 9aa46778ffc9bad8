// y[r, h d + k] = sum over entries e of row r of a[order[e], h] * x[c, h d + k]
// One invocation a vector of four columns of a row, or of a part of one; neighbouring invocations take
// neighbouring vectors of one row. A vector has the weight of its head, or, where d is no multiple of four, the
// weights of up to four. The loop over entries is unrolled by four, as in row_split.wgsl of spmm. Sums of parts
// go to their places in the list of parts; ../../../plans/partial_sums.wgsl adds them up.
// Prelude: ../../plans/row_spans.wgsl.
// Needs: x padded with zeros, strides and offsets in whole vectors.
// Shapes: colIdx [entries]; a [entries, VALUE_STRIDE], a panel of floats; order [entries]; x and y panels of
// vectors of four floats, row-major.
override WORKGROUP: u32 = 64u;
override HEAD_WIDTH: u32 = 8u;
override VALUE_STRIDE: u32 = 8u;
override FIRST_COLUMN: u32 = 0u;  // of this dispatch, counted from the first head of the panel of a
override LAST_HEAD: u32 = 7u;     // of the panel of a; the padding of x has its weight
override ORDERED: bool = false;

struct Launch {
  rows: u32,     // or parts of rows, in this dispatch
  firstRow: u32,
  columns: u32,  // all in vectors of four floats
  xStride: u32,
  xOffset: u32,
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(2) var<storage, read> colIdx: array<u32>;
@group(0) @binding(3) var<storage, read> a: array<f32>;
@group(0) @binding(4) var<storage, read> order: array<u32>;
@group(0) @binding(5) var<storage, read> x: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;

fn weights(entry: u32, head: vec4u) -> vec4f {
  var first = VALUE_STRIDE * entry;
  if (ORDERED) { first = VALUE_STRIDE * order[entry]; }
  if (HEAD_WIDTH % 4u == 0u) { return vec4f(a[first + head.x]); }
  return vec4f(a[first + head.x], a[first + head.y], a[first + head.z], a[first + head.w]);
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let at = (group.y * groups.x + group.x) * WORKGROUP + local;
  if (at / launch.columns >= launch.rows) { return; }
  let index = launch.firstRow + at / launch.columns;
  let column = at % launch.columns;
  let span = spanOf(index);
  let head = min((FIRST_COLUMN + 4u * column + vec4u(0u, 1u, 2u, 3u)) / HEAD_WIDTH, vec4u(LAST_HEAD));
  let offset = launch.xOffset + column;
  var sum = vec4f(0.0);
  var e = span.first;
  for (; e + 4u <= span.end; e += 4u) {
    let x0 = x[colIdx[e] * launch.xStride + offset];
    let x1 = x[colIdx[e + 1u] * launch.xStride + offset];
    let x2 = x[colIdx[e + 2u] * launch.xStride + offset];
    let x3 = x[colIdx[e + 3u] * launch.xStride + offset];
    sum += weights(e, head) * x0;
    sum += weights(e + 1u, head) * x1;
    sum += weights(e + 2u, head) * x2;
    sum += weights(e + 3u, head) * x3;
  }
  for (; e < span.end; e++) { sum += weights(e, head) * x[colIdx[e] * launch.xStride + offset]; }
  y[index * launch.yStride + launch.yOffset + column] = sum;
}
