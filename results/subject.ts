/**
 * Subject of a comparison: digests of its question and of the code that answers it, independent of the
 * device. Sessions of two devices are comparable where their subjects agree.
 *
 * @module
 */
import { z } from "zod";

/** Digests of everything that a comparison's result depends on, except device, profile, seed and schema. */
export interface Subject {
  /** Digest of suite, settings, workload and content of the dataset. */
  readonly question: string;
  /**
   * Digest of kernel text and parameters by contender id; a contender without a recorded kernel text is
   * absent.
   */
  readonly kernels: Readonly<Record<string, string>>;
}

/** Reads a subject from JSON. */
export const subjectSchema = z.object({
  question: z.string(),
  kernels: z.record(z.string(), z.string()),
}) satisfies z.ZodType<Subject>;
