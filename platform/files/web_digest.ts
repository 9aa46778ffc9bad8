/**
 * SHA-256 by Web Crypto, which browsers have, too: the same digests as those of `digest.ts`, not at once.
 *
 * @module
 */
import { canonicalJson } from "./canonical_json.ts";

/** SHA-256 of bytes, or of a text in UTF-8, as 64 hexadecimal digits in lower case. */
export async function webSha256(data: string | Uint8Array): Promise<string> {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return new Uint8Array(digest).toHex();
}

/**
 * The identity of a result, as `contentKey` makes it.
 *
 * @throws {ReproError} A part has no one JSON form.
 */
export async function webContentKey(value: unknown): Promise<string> {
  return await webSha256(canonicalJson(value));
}
