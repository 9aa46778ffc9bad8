// m = beta1 m + (1 - beta1) g, v = beta2 v + (1 - beta2) g^2, p -= rate * (m * c0) / (sqrt(v * c1) + epsilon)
// with g = gradient + decay * p      Adam, entry by entry, in place.
// Work items are vectors of four f32. p, gradient, m, v: addresses in bytes, 16-byte aligned, the padding
// included; corrections: the address of c0 and c1.

/**
 * Adam step over vectors [begin, end). `rest1` and `rest2` are 1 - beta1 and 1 - beta2, each rounded once.
 */
export function adam(
  begin: usize, end: usize, p: usize, gradient: usize, m: usize, v: usize, corrections: usize, rate: f32, beta1: f32,
  rest1: f32, beta2: f32, rest2: f32, epsilon: f32, decay: f32,
): void {
  const first = f32x4.mul(v128.load_splat<f32>(corrections), f32x4.splat(rate));
  const second = v128.load_splat<f32>(corrections + 4);
  for (let at = begin << 4; at < end << 4; at += 16) {
    const parameter = v128.load(p + at);
    const g = f32x4.add(v128.load(gradient + at), f32x4.mul(f32x4.splat(decay), parameter));
    const mean = f32x4.add(f32x4.mul(f32x4.splat(beta1), v128.load(m + at)), f32x4.mul(f32x4.splat(rest1), g));
    const square = f32x4.mul(f32x4.splat(rest2), f32x4.mul(g, g));
    const variance = f32x4.add(f32x4.mul(f32x4.splat(beta2), v128.load(v + at)), square);
    v128.store(m + at, mean);
    v128.store(v + at, variance);
    const root = f32x4.add(f32x4.sqrt(f32x4.mul(variance, second)), f32x4.splat(epsilon));
    v128.store(p + at, f32x4.sub(parameter, f32x4.div(f32x4.mul(mean, first), root)));
  }
}
