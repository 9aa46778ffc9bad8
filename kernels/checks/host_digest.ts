/**
 * Digest of the arrays of a problem on the host, by which a check detects that a kernel has written to its
 * inputs.
 *
 * @module
 */

const MULTIPLIER_A = 0x9e3779b1;
const MULTIPLIER_B = 0x85ebca77;

/**
 * Digest of all typed arrays of 32-bit and 64-bit elements within objects, arrays and the values of maps, in
 * their order. The digest detects accidental changes, at less than a nanosecond per word; it is not
 * cryptographic.
 *
 * @example
 * ```ts
 * const problem = { features: Float32Array.of(1, 2) };
 * const before = hostDigest(problem);
 * problem.features[1] = 3;
 * if (hostDigest(problem) === before) throw new Error("a change is seen");
 * ```
 */
export function hostDigest(value: unknown): string {
  const digests: string[] = [];
  const walk = (part: unknown): void => {
    if (ArrayBuffer.isView(part)) digests.push(wordsDigest(part));
    else if (Array.isArray(part) || part instanceof Map) part.forEach(walk);
    else if (typeof part === "object" && part !== null) Object.values(part).forEach(walk);
  };
  walk(value);
  return digests.join(" ");
}

function wordsDigest({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  // An array may have more than 2^32 bytes, and more words than an operator of bits takes.
  const words = new Uint32Array(buffer, byteOffset, Math.floor(byteLength / 4)), { length } = words;
  // Four independent lanes, since each step of one lane waits for its multiplication.
  let a = 0x243f6a88, b = 0x85a308d3, c = 0x13198a2e ^ Math.floor(length / 2 ** 32), d = length | 0;
  const whole = length - length % 4;
  for (let i = 0; i < whole; i += 4) {
    a = Math.imul((a << 13 | a >>> 19) ^ words[i], MULTIPLIER_A);
    b = Math.imul((b << 13 | b >>> 19) ^ words[i + 1], MULTIPLIER_A);
    c = Math.imul((c << 13 | c >>> 19) ^ words[i + 2], MULTIPLIER_B);
    d = Math.imul((d << 13 | d >>> 19) ^ words[i + 3], MULTIPLIER_B);
  }
  for (let i = whole; i < length; i++) {
    a = Math.imul((a << 13 | a >>> 19) ^ words[i], MULTIPLIER_A);
  }
  return [a, b, c, d].map((lane) => (lane >>> 0).toString(16)).join("");
}
