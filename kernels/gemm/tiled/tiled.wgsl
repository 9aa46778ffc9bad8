// c[i, j] = epilogue(sum over k of a[i, k] * b[k, j])      GEMM, register tiles out of workgroup memory.
// A workgroup computes 8 PARTS x 4 LANES entries of c (64 x 64 unless c is narrow); invocation (lane, part) holds rows
// part, part + PARTS, ... part + 7 PARTS and the four columns of its lane in eight vectors. Tiles of a (8 PARTS x 16) and
// b (16 x 4 LANES) are staged in blocks of 4 x 4, transposed where the factor is; a step of four k is twelve loads of
// workgroup memory, 128 multiply-adds. Where terms are split, each split has a matrix of its own, for split_sum.wgsl.
// Needs: strides and offsets in whole vectors, padding zeros; c is added to where a dispatch before has begun it.
// Shapes: a, b, c panels of vectors, row-major; line r of a panel begins at r * stride + offset.
// Prelude: ../../../platform/random.wgsl, ../../epilogue/dropout.wgsl, ../../../platform/float_bits.wgsl, ../../epilogue/epilogue.wgsl
override LANES: u32 = 16u;
override PARTS: u32 = 8u;
override TRANSPOSED_A: bool = false;
override TRANSPOSED_B: bool = false;

struct Launch {
  epilogue: Epilogue,
  firstRow: u32,   // of the panel of a, that this dispatch begins with
  rows: u32,       // one past its last row
  inner: u32,      // terms
  adds: u32,       // 1 where c already holds the sum of terms before
  columns: u32,    // vectors that this dispatch computes in a row
  aStride: u32,    // all strides and offsets in vectors of four floats
  aOffset: u32,
  bStride: u32,
  bOffset: u32,
  bLine: u32,      // line of b where the terms, or, where b is transposed, the columns begin
  bLines: u32,     // all lines of b
  cStride: u32,
  cOffset: u32,
  terms: u32,      // of one split
  firstSplit: u32, // that this dispatch begins with
  splitRows: u32,  // rows from one split's sums to the next
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(3) var<storage, read> a: array<vec4f>;
@group(0) @binding(4) var<storage, read> b: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> c: array<vec4f>;

const DEPTH = 16u;  // k staged at once
const QUADS = 4u;   // vectors of them

var<workgroup> aTile: array<vec4f, 8u * PARTS * QUADS>;
var<workgroup> bTile: array<vec4f, DEPTH * LANES>;

// Four neighbouring floats of a line, zeros where there are none.
fn aVector(line: u32, lines: u32, vector: u32, vectors: u32) -> vec4f {
  if (line >= lines || vector >= vectors) { return vec4f(0.0); }
  return a[line * launch.aStride + launch.aOffset + vector];
}

fn bVector(line: u32, lines: u32, vector: u32, vectors: u32) -> vec4f {
  if (line >= lines || vector >= vectors) { return vec4f(0.0); }
  return b[line * launch.bStride + launch.bOffset + vector];
}

// Rows row ... row + 3 of a, each with terms k ... k + 3.
fn aBlock(row: u32, k: u32, end: u32) -> mat4x4f {
  let line = select(row, k, TRANSPOSED_A);
  let lines = select(launch.rows, end, TRANSPOSED_A);
  let vector = select(k, row, TRANSPOSED_A) / 4u;
  let vectors = (select(end, launch.rows, TRANSPOSED_A) + 3u) / 4u;
  let block = mat4x4f(
    aVector(line, lines, vector, vectors), aVector(line + 1u, lines, vector, vectors),
    aVector(line + 2u, lines, vector, vectors), aVector(line + 3u, lines, vector, vectors),
  );
  if (TRANSPOSED_A) { return transpose(block); }
  return block;
}

// Terms k ... k + 3 of b, each with the four columns of a vector.
fn bBlock(k: u32, column: u32, end: u32) -> mat4x4f {
  let line = launch.bLine + select(k, 4u * column, TRANSPOSED_B);
  let lines = select(launch.bLine + end, launch.bLines, TRANSPOSED_B);
  let vector = select(column, k / 4u, TRANSPOSED_B);
  let vectors = select(launch.columns, (end + 3u) / 4u, TRANSPOSED_B);
  let block = mat4x4f(
    bVector(line, lines, vector, vectors), bVector(line + 1u, lines, vector, vectors),
    bVector(line + 2u, lines, vector, vectors), bVector(line + 3u, lines, vector, vectors),
  );
  if (TRANSPOSED_B) { return transpose(block); }
  return block;
}

fn dot4(w: vec4f, b0: vec4f, b1: vec4f, b2: vec4f, b3: vec4f) -> vec4f {
  return w.x * b0 + w.y * b1 + w.z * b2 + w.w * b3;
}

fn store(split: u32, row: u32, column: u32, sum: vec4f) {
  if (row >= launch.rows || column >= launch.columns) { return; }
  let at = (split * launch.splitRows + row) * launch.cStride + launch.cOffset + column;
  var total = sum;
  if (launch.adds == 1u) { total += c[at]; }
  c[at] = epilogue(launch.epilogue, total, row, column);
}

@compute @workgroup_size(LANES, PARTS)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) local: vec3u,
) {
  let blocks = (launch.columns + LANES - 1u) / LANES;
  let stripes = (launch.rows - launch.firstRow + 8u * PARTS - 1u) / (8u * PARTS);
  let index = group.y * groups.x + group.x;
  let split = launch.firstSplit + index / (blocks * stripes);
  let begin = split * launch.terms;
  if (begin >= launch.inner) { return; }
  let end = min(launch.inner, begin + launch.terms);
  let firstRow = launch.firstRow + index / blocks % stripes * 8u * PARTS;
  let firstColumn = index % blocks * LANES;
  let lane = local.x;
  let part = local.y;
  let flat = part * LANES + lane;

  var c0 = vec4f(0.0);
  var c1 = vec4f(0.0);
  var c2 = vec4f(0.0);
  var c3 = vec4f(0.0);
  var c4 = vec4f(0.0);
  var c5 = vec4f(0.0);
  var c6 = vec4f(0.0);
  var c7 = vec4f(0.0);
  for (var k = begin; k < end; k += DEPTH) {
    // Neighbouring invocations load neighbours of one line, whichever way it runs.
    for (var i = flat; i < 2u * PARTS * QUADS; i += LANES * PARTS) {
      let quad = select(i % QUADS, i / (2u * PARTS), TRANSPOSED_A);
      let rows = 4u * select(i / QUADS, i % (2u * PARTS), TRANSPOSED_A);
      let block = aBlock(firstRow + rows, k + 4u * quad, end);
      aTile[rows * QUADS + quad] = block[0];
      aTile[(rows + 1u) * QUADS + quad] = block[1];
      aTile[(rows + 2u) * QUADS + quad] = block[2];
      aTile[(rows + 3u) * QUADS + quad] = block[3];
    }
    for (var i = flat; i < QUADS * LANES; i += LANES * PARTS) {
      let terms = 4u * select(i / LANES, i % QUADS, TRANSPOSED_B);
      let column = select(i % LANES, i / QUADS, TRANSPOSED_B);
      let block = bBlock(k + terms, firstColumn + column, end);
      bTile[terms * LANES + column] = block[0];
      bTile[(terms + 1u) * LANES + column] = block[1];
      bTile[(terms + 2u) * LANES + column] = block[2];
      bTile[(terms + 3u) * LANES + column] = block[3];
    }
    workgroupBarrier();
    for (var step = 0u; step < QUADS; step++) {
      let b0 = bTile[4u * step * LANES + lane];
      let b1 = bTile[(4u * step + 1u) * LANES + lane];
      let b2 = bTile[(4u * step + 2u) * LANES + lane];
      let b3 = bTile[(4u * step + 3u) * LANES + lane];
      let at = part * QUADS + step;
      c0 += dot4(aTile[at], b0, b1, b2, b3);
      c1 += dot4(aTile[at + PARTS * QUADS], b0, b1, b2, b3);
      c2 += dot4(aTile[at + 2u * PARTS * QUADS], b0, b1, b2, b3);
      c3 += dot4(aTile[at + 3u * PARTS * QUADS], b0, b1, b2, b3);
      c4 += dot4(aTile[at + 4u * PARTS * QUADS], b0, b1, b2, b3);
      c5 += dot4(aTile[at + 5u * PARTS * QUADS], b0, b1, b2, b3);
      c6 += dot4(aTile[at + 6u * PARTS * QUADS], b0, b1, b2, b3);
      c7 += dot4(aTile[at + 7u * PARTS * QUADS], b0, b1, b2, b3);
    }
    workgroupBarrier();
  }

  // A loop, so that the epilogue is there once.
  var sums = array<vec4f, 8>(c0, c1, c2, c3, c4, c5, c6, c7);
  for (var i = 0u; i < 8u; i++) { store(split, firstRow + part + i * PARTS, firstColumn + lane, sums[i]); }
}
