// below(bound) = the next number of a vertex's stream      Draws of graph/sampling/draws.ts; no entry point.
// Any invocation draws from any stream: word i of stream v is half (i & 1) of the block with the layer's key and counter
// (v, i >> 1).
// Prelude: ../../../platform/random.wgsl
// Needs: nothing.  Shapes: the key is two words.

struct Stream {
  key: vec2u,
  number: u32,
  drawn: u32,
  words: vec2u,
}

fn streamOf(key: vec2u, number: u32) -> Stream {
  return Stream(key, number, 0u, vec2u());
}

fn nextWord(stream: ptr<function, Stream>) -> u32 {
  let i = (*stream).drawn;
  (*stream).drawn = i + 1u;
  if ((i & 1u) == 0u) { (*stream).words = threefry2x32((*stream).key, vec2u((*stream).number, i >> 1u)); }
  return select((*stream).words.x, (*stream).words.y, (i & 1u) == 1u);
}

// Uniform below a bound, from 1; draws of the incomplete last run are thrown away.
fn below(bound: u32, stream: ptr<function, Stream>) -> u32 {
  let partial = (0u - bound) % bound;
  var draw = nextWord(stream);
  while (partial != 0u && draw >= 0u - partial) { draw = nextWord(stream); }
  return draw % bound;
}
