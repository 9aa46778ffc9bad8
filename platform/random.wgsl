// threefry2x32(key, counter) = 64 random bits      Threefry-2x32, 20 rounds (Salmon et al., SC 2011); no entry point.
// Any invocation draws any number of any stream: word i of a stream is half (i & 1) of the block with counter i >> 1.
// Same words as platform/random.ts: key = (seed, FNV-1a of the purpose), counter = (low, high 32 bits of the block).
// Needs: nothing, u32 arithmetic wraps.  Shapes: key, counter and result are two words.

const THREEFRY_PARITY = 0x1bd11bdau;

fn threefryRound(x: vec2u, left: u32) -> vec2u {
  let sum = x.x + x.y;
  return vec2u(sum, ((x.y << left) | (x.y >> (32u - left))) ^ sum);
}

fn threefryEvenBlock(x: vec2u) -> vec2u {
  return threefryRound(threefryRound(threefryRound(threefryRound(x, 13u), 15u), 26u), 6u);
}

fn threefryOddBlock(x: vec2u) -> vec2u {
  return threefryRound(threefryRound(threefryRound(threefryRound(x, 17u), 29u), 16u), 24u);
}

fn threefry2x32(key: vec2u, counter: vec2u) -> vec2u {
  let key2 = THREEFRY_PARITY ^ key.x ^ key.y;
  var x = counter + key;
  x = threefryEvenBlock(x) + vec2u(key.y, key2 + 1u);
  x = threefryOddBlock(x) + vec2u(key2, key.x + 2u);
  x = threefryEvenBlock(x) + vec2u(key.x, key.y + 3u);
  x = threefryOddBlock(x) + vec2u(key.y, key2 + 4u);
  x = threefryEvenBlock(x) + vec2u(key2, key.x + 5u);
  return x;
}
