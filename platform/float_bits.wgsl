// isFinite(x), isNan(x), isAbove(x, y)      numbers that are not finite, told by their bits; no entry point.
// WGSL lets an implementation assume that no NaN and no infinity occurs: a comparison with one, max, min, clamp
// and sign may give anything, and `x != x` may be dropped. So a kernel that promises anything about them tests
// bits before it compares, and writes NAN_BITS to a buffer of words, since no constant expression may be a NaN.
// Sums and products promise nothing: they give what the adapter's arithmetic makes of their terms.
// Needs: nothing.  Shapes: four numbers at once.

const EXPONENT_BITS = 0x7f800000u;
const NAN_BITS = 0x7fc00000u;

fn isFinite(x: vec4f) -> vec4<bool> {
  return (bitcast<vec4u>(x) & vec4u(EXPONENT_BITS)) != vec4u(EXPONENT_BITS);
}

fn isNan(x: vec4f) -> vec4<bool> {
  return (bitcast<vec4u>(x) & vec4u(0x7fffffffu)) > vec4u(EXPONENT_BITS);
}

// Whether x is above y, where a NaN is above all numbers and no NaN above another.
fn isAbove(x: vec4f, y: vec4f) -> vec4<bool> {
  return !isNan(y) & (isNan(x) | (x > y));
}
