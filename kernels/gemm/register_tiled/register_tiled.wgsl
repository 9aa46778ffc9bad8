// c[i, j] = epilogue(sum over k of a[i, k] * b[k, j])      GEMM, 8 x 8 entries in the registers of an invocation.
// A workgroup computes 8 PARTS x 8 LANES entries of c. Invocation (lane, part) holds the four rows of vectors part and
// part + PARTS, and the four columns of vectors lane and lane + LANES. Slices of DEPTH terms of a and b are staged in
// blocks of 4 x 4, term by term, transposed where the factor is not; a term is four loads of workgroup memory for 64
// multiply-adds. Blocks of the next slice are loaded into registers before the products of this one, and stored after
// them, into the other one where there are two BUFFERS. Rows of a tile are swizzled by their term, so that
// eight invocations that store one vector each never meet in a bank. Where terms are split, each split has a matrix of
// its own, for split_sum.wgsl.
// Needs: strides and offsets in whole vectors, padding zeros; at most three blocks an invocation, LANES + PARTS wide;
// c is added to where a dispatch before has begun it.
// Shapes: a, b, c panels of vectors, row-major; line r of a panel begins at r * stride + offset.
// Prelude: ../../../platform/random.wgsl, ../../epilogue/dropout.wgsl, ../../../platform/float_bits.wgsl, ../../epilogue/epilogue.wgsl, ../plans/tile_factors.wgsl
override LANES: u32 = 16u;
override PARTS: u32 = 16u;      // a multiple of 4
override DEPTH: u32 = 16u;      // a multiple of 4
override BUFFERS: u32 = 1u;
override B_STRIDE: u32 = 32u;   // vectors of a term of b, 2 LANES or more, a multiple of 8
override BLOCKS: u32 = 1u;      // that an invocation stages of a slice, at most

var<workgroup> aTile: array<vec4f, BUFFERS * DEPTH * 2u * PARTS>;
var<workgroup> bTile: array<vec4f, BUFFERS * DEPTH * B_STRIDE>;

// Terms k ... k + 3 of a, each with rows row ... row + 3.
fn aBlock(row: u32, k: u32, end: u32) -> mat4x4f {
  let block = aStored(row, k, end);
  if (TRANSPOSED_A) { return block; }
  return transpose(block);
}

// Place of a block in a slice: its four terms, and its vector of rows or columns. Neighbouring invocations load
// neighbours of one line, whichever way it runs.
fn aPlace(i: u32) -> vec2u {
  let quads = DEPTH / 4u;
  if (TRANSPOSED_A) { return vec2u(i / (2u * PARTS), i % (2u * PARTS)); }
  return vec2u(i % quads, i / quads);
}

fn bPlace(i: u32) -> vec2u {
  let quads = DEPTH / 4u;
  if (TRANSPOSED_B) { return vec2u(i % quads, i / quads); }
  return vec2u(i / (2u * LANES), i % (2u * LANES));
}

// Block i of the slice that begins with term k; those of a come first.
fn load(i: u32, k: u32, end: u32, firstRow: u32, firstColumn: u32) -> mat4x4f {
  let ofA = DEPTH / 4u * 2u * PARTS;
  if (i < ofA) {
    let place = aPlace(i);
    return aBlock(firstRow + 4u * place.y, k + 4u * place.x, end);
  }
  let place = bPlace(i - ofA);
  return bBlock(k + 4u * place.x, firstColumn + place.y, end);
}

// Vector of a tile's row after the swizzle of four terms.
fn swizzled(vector: u32, quad: u32) -> u32 { return vector ^ (2u * (quad % 4u)); }

fn stage(i: u32, block: mat4x4f, buffer: u32) {
  let ofA = DEPTH / 4u * 2u * PARTS;
  let ofB = DEPTH / 4u * 2u * LANES;
  if (i < ofA) {
    let place = aPlace(i);
    let at = (buffer * DEPTH + 4u * place.x) * 2u * PARTS + swizzled(place.y, place.x);
    aTile[at] = block[0];
    aTile[at + 2u * PARTS] = block[1];
    aTile[at + 4u * PARTS] = block[2];
    aTile[at + 6u * PARTS] = block[3];
  } else if (i < ofA + ofB) {
    let place = bPlace(i - ofA);
    let at = (buffer * DEPTH + 4u * place.x) * B_STRIDE + swizzled(place.y, place.x);
    bTile[at] = block[0];
    bTile[at + B_STRIDE] = block[1];
    bTile[at + 2u * B_STRIDE] = block[2];
    bTile[at + 3u * B_STRIDE] = block[3];
  }
}

@compute @workgroup_size(LANES, PARTS)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) local: vec3u,
) {
  let blocks = (launch.columns + 2u * LANES - 1u) / (2u * LANES);
  let stripes = (launch.rows - launch.firstRow + 8u * PARTS - 1u) / (8u * PARTS);
  let index = group.y * groups.x + group.x;
  let split = launch.firstSplit + index / (blocks * stripes);
  let begin = split * launch.terms;
  if (begin >= launch.inner) { return; }
  let end = min(launch.inner, begin + launch.terms);
  let firstRow = launch.firstRow + index / blocks % stripes * 8u * PARTS;
  let firstColumn = index % blocks * 2u * LANES;
  let lane = local.x;
  let part = local.y;
  let first = part * LANES + lane;
  let invocations = LANES * PARTS;

  // Four rows in l.. and four in h.., each in a vector of the left and one of the right.
  var l0 = vec4f(0.0);
  var l1 = vec4f(0.0);
  var l2 = vec4f(0.0);
  var l3 = vec4f(0.0);
  var l4 = vec4f(0.0);
  var l5 = vec4f(0.0);
  var l6 = vec4f(0.0);
  var l7 = vec4f(0.0);
  var r0 = vec4f(0.0);
  var r1 = vec4f(0.0);
  var r2 = vec4f(0.0);
  var r3 = vec4f(0.0);
  var r4 = vec4f(0.0);
  var r5 = vec4f(0.0);
  var r6 = vec4f(0.0);
  var r7 = vec4f(0.0);

  var next0 = mat4x4f();
  var next1 = mat4x4f();
  var next2 = mat4x4f();
  let slices = (end - begin + DEPTH - 1u) / DEPTH;
  // Slice `slice` is loaded, the products of the one before computed, and then the slice is staged.
  for (var slice = 0u; slice <= slices; slice++) {
    let k = begin + slice * DEPTH;
    if (slice < slices) {
      next0 = load(first, k, end, firstRow, firstColumn);
      if (BLOCKS > 1u) { next1 = load(first + invocations, k, end, firstRow, firstColumn); }
      if (BLOCKS > 2u) { next2 = load(first + 2u * invocations, k, end, firstRow, firstColumn); }
    }
    let buffer = (slice + 1u) % BUFFERS;
    if (slice > 0u) {
      for (var term = 0u; term < DEPTH; term++) {
        let quad = term / 4u;
        let aRow = (buffer * DEPTH + term) * 2u * PARTS;
        let bRow = (buffer * DEPTH + term) * B_STRIDE;
        let low = aTile[aRow + swizzled(part, quad)];
        let high = aTile[aRow + swizzled(part + PARTS, quad)];
        let left = bTile[bRow + swizzled(lane, quad)];
        let right = bTile[bRow + swizzled(lane + LANES, quad)];
        l0 += low.x * left;
        l1 += low.y * left;
        l2 += low.z * left;
        l3 += low.w * left;
        l4 += high.x * left;
        l5 += high.y * left;
        l6 += high.z * left;
        l7 += high.w * left;
        r0 += low.x * right;
        r1 += low.y * right;
        r2 += low.z * right;
        r3 += low.w * right;
        r4 += high.x * right;
        r5 += high.y * right;
        r6 += high.z * right;
        r7 += high.w * right;
      }
    }
    // Of two buffers everybody has left the other one: a barrier ago.
    if (BUFFERS == 1u) { workgroupBarrier(); }
    if (slice < slices) {
      stage(first, next0, slice % BUFFERS);
      if (BLOCKS > 1u) { stage(first + invocations, next1, slice % BUFFERS); }
      if (BLOCKS > 2u) { stage(first + 2u * invocations, next2, slice % BUFFERS); }
    }
    workgroupBarrier();
  }

  // A loop, so that the epilogue is there once.
  var sums = array<vec4f, 16>(l0, l1, l2, l3, l4, l5, l6, l7, r0, r1, r2, r3, r4, r5, r6, r7);
  for (var i = 0u; i < 16u; i++) {
    let row = firstRow + 4u * (part + i / 4u % 2u * PARTS) + i % 4u;
    store(split, row, firstColumn + lane + i / 8u * LANES, sums[i]);
  }
}
