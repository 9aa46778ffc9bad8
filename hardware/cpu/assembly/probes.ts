// What the CPU can do at most with the instructions that kernels use: three loops, each over items [begin, end).

const TRIAD_BYTES: usize = 128;
const MADD_ROUNDS: u32 = 4096;

/** a = b + 3 c, 128 bytes an item (McCalpin's STREAM triad, in float32). */
export function triad(begin: usize, end: usize, a: usize, b: usize, c: usize): void {
  const scale = f32x4.splat(3);
  for (let at = begin * TRIAD_BYTES; at < end * TRIAD_BYTES; at += TRIAD_BYTES) {
    v128.store(a + at, f32x4.relaxed_madd(scale, v128.load(c + at), v128.load(b + at)));
    v128.store(a + at, f32x4.relaxed_madd(scale, v128.load(c + at, 16), v128.load(b + at, 16)), 16);
    v128.store(a + at, f32x4.relaxed_madd(scale, v128.load(c + at, 32), v128.load(b + at, 32)), 32);
    v128.store(a + at, f32x4.relaxed_madd(scale, v128.load(c + at, 48), v128.load(b + at, 48)), 48);
    v128.store(a + at, f32x4.relaxed_madd(scale, v128.load(c + at, 64), v128.load(b + at, 64)), 64);
    v128.store(a + at, f32x4.relaxed_madd(scale, v128.load(c + at, 80), v128.load(b + at, 80)), 80);
    v128.store(a + at, f32x4.relaxed_madd(scale, v128.load(c + at, 96), v128.load(b + at, 96)), 96);
    v128.store(a + at, f32x4.relaxed_madd(scale, v128.load(c + at, 112), v128.load(b + at, 112)), 112);
  }
}

/** 4096 rounds of ten independent vector multiply-adds an item; the result goes to `out`, 16 bytes. */
export function multiplyAdd(begin: usize, end: usize, factor: f32, out: usize): void {
  const x = f32x4.splat(factor);
  let a = f32x4.splat(1), b = f32x4.splat(2), c = f32x4.splat(3), d = f32x4.splat(4), e = f32x4.splat(5);
  let f = f32x4.splat(6), g = f32x4.splat(7), h = f32x4.splat(8), i = f32x4.splat(9), j = f32x4.splat(10);
  for (let round: u32 = 0; round < <u32>(end - begin) * MADD_ROUNDS; round++) {
    a = f32x4.relaxed_madd(a, x, x);
    b = f32x4.relaxed_madd(b, x, x);
    c = f32x4.relaxed_madd(c, x, x);
    d = f32x4.relaxed_madd(d, x, x);
    e = f32x4.relaxed_madd(e, x, x);
    f = f32x4.relaxed_madd(f, x, x);
    g = f32x4.relaxed_madd(g, x, x);
    h = f32x4.relaxed_madd(h, x, x);
    i = f32x4.relaxed_madd(i, x, x);
    j = f32x4.relaxed_madd(j, x, x);
  }
  const half = f32x4.add(f32x4.add(f32x4.add(a, b), f32x4.add(c, d)), e);
  v128.store(out, f32x4.add(half, f32x4.add(f32x4.add(f32x4.add(f, g), f32x4.add(h, i)), j)));
}

/**
 * Item i adds up the 32-bit words of its own `bytes` at `base + i * bytes`, `repeats` times over; four partial sums go to
 * `out + 16 i`. `bytes` is a multiple of 128. What is read again and again lies in the nearest level that holds it.
 */
export function sweep(begin: usize, end: usize, base: usize, bytes: usize, repeats: u32, out: usize): void {
  for (let item = begin; item < end; item++) {
    const first = base + item * bytes, last = first + bytes;
    let a = i32x4.splat(0), b = a, c = a, d = a, e = a, f = a, g = a, h = a;
    for (let repeat: u32 = 0; repeat < repeats; repeat++) {
      for (let at = first; at < last; at += 128) {
        a = i32x4.add(a, v128.load(at));
        b = i32x4.add(b, v128.load(at, 16));
        c = i32x4.add(c, v128.load(at, 32));
        d = i32x4.add(d, v128.load(at, 48));
        e = i32x4.add(e, v128.load(at, 64));
        f = i32x4.add(f, v128.load(at, 80));
        g = i32x4.add(g, v128.load(at, 96));
        h = i32x4.add(h, v128.load(at, 112));
      }
    }
    const half = i32x4.add(i32x4.add(a, b), i32x4.add(c, d));
    v128.store(out + (item << 4), i32x4.add(half, i32x4.add(i32x4.add(e, f), i32x4.add(g, h))));
  }
}
