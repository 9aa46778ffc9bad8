// What dropout multiplies the four entries of a vector by: 0, or 1 / (1 - rate)      no entry point.
// Entry (r, c) is kept by 16 bits of a Threefry block: key (seed, stream), counter (r * vectors + c / 4, training step);
// so the same entries fall on every backend, and in the backward pass, which draws them again.
// Needs: binding 0 a uniform that begins with an Epilogue.  Shapes: trainingStep one word.
// Prelude: ../../platform/random.wgsl
override DROPS: bool = false;

struct Epilogue {
  negativeSlope: f32,
  keptScale: f32,     // 1 / (1 - rate)
  threshold: u32,     // least 16 bits that keep an entry
  seed: u32,
  stream: u32,
  vectors: u32,       // of a row of the whole matrix
  firstVector: u32,   // of the whole matrix that is vector 0 of the columns at hand
  applies: u32,       // 1 where the dispatch ends what others have begun
}

@group(0) @binding(1) var<storage, read> trainingStep: array<u32>;

// Where nothing is drawn, the scale: what fell is known otherwise, or nothing did.
fn dropoutFactors(e: Epilogue, row: u32, vector: u32) -> vec4f {
  if (!DROPS) { return vec4f(e.keptScale); }
  let words = threefry2x32(vec2u(e.seed, e.stream), vec2u(row * e.vectors + e.firstVector + vector, trainingStep[0]));
  let bits = vec4u(words.x & 0xffffu, words.x >> 16u, words.y & 0xffffu, words.y >> 16u);
  return select(vec4f(0.0), vec4f(e.keptScale), bits >= vec4u(e.threshold));
}
