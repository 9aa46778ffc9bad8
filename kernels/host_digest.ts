/**
 * A digest of the arrays of a problem on the host, to see whether a kernel has written to what it was given to read.
 *
 * @module
 */

const MULTIPLIER_A = 0x9e3779b1;
const MULTIPLIER_B = 0x85ebca77;

/**
 * Digest of all typed arrays of 32-bit and 64-bit elements within objects, arrays and the values of maps, in their order. It
 * tells accidental changes, at about a nanosecond a word; it is no cryptographic digest.
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
  const words = new Uint32Array(buffer, byteOffset, byteLength >>> 2);
  let a = 0x243f6a88, b = words.length | 0;
  for (let i = 0; i < words.length; i++) {
    a = Math.imul(a ^ words[i], MULTIPLIER_A);
    a ^= a >>> 15;
    b = (Math.imul(b, MULTIPLIER_B) + words[i]) | 0;
  }
  return `${(a >>> 0).toString(16)}${(b >>> 0).toString(16)}`;
}
