/**
 * File format of a trained classifier: float16 numbers in base64, and a record of the training.
 *
 * @module
 */
import { z } from "zod";
import { sha256 } from "../../platform/files/digest.ts";
import { DataError } from "../../platform/errors.ts";
import type { ClassifierWeights } from "./classification.ts";

const schema = z.object({
  command: z.string(),
  training: z.record(z.string(), z.union([z.string(), z.number()])),
  digest: z.string(),
  float16: z.record(z.string(), z.base64()),
});

/** Content of a weights file. */
export interface WeightsFile {
  /** Command that writes the file. */
  readonly command: string;
  /** Settings and data of the training. */
  readonly training: Readonly<Record<string, string | number>>;
  /** SHA-256 of labels and numbers. */
  readonly digest: string;
  /** Numbers of each parameter by its label, row-major, little-endian, in base64. */
  readonly float16: Readonly<Record<string, string>>;
}

/** Rounds weights to float16 and encodes them as a file. */
export function encodeWeights(
  weights: ClassifierWeights,
  about: Pick<WeightsFile, "command" | "training">,
): WeightsFile {
  const float16 = Object.fromEntries([...weights].map(([label, numbers]) => {
    const bytes = new DataView(new ArrayBuffer(2 * numbers.length));
    numbers.forEach((number, i) => bytes.setFloat16(2 * i, number, true));
    return [label, new Uint8Array(bytes.buffer).toBase64()];
  }));
  return { ...about, digest: sha256(JSON.stringify(float16)), float16 };
}

/**
 * Decodes the weights of a file.
 *
 * @throws {DataError} for an invalid file, or numbers that do not match its digest.
 */
export function decodeWeights(file: unknown): ClassifierWeights {
  const parsed = schema.safeParse(file);
  if (!parsed.success) throw brokenError(z.prettifyError(parsed.error), "a file that encodeWeights has made");
  const { digest, float16 } = parsed.data;
  const found = sha256(JSON.stringify(float16));
  if (found !== digest) throw brokenError(`numbers of digest ${found}`, digest);
  return new Map(
    Object.entries(float16).map(([label, text]) => {
      const { buffer, byteLength } = Uint8Array.fromBase64(text), bytes = new DataView(buffer);
      return [label, Float32Array.from({ length: byteLength / 2 }, (_, i) => bytes.getFloat16(2 * i, true))];
    }),
  );
}

function brokenError(current: string, wanted: string): DataError {
  return new DataError({ file: "classifier.json" }, {
    current,
    wanted,
    next: "restore the file, or train it anew by its command",
  });
}
