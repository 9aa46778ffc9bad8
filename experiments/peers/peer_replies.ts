/**
 * Replies of a worker, as they are checked where they come in, and the text for one that does not come.
 *
 * @module
 */
import { z } from "zod";
import type { PeerRun } from "./unrest.ts";

/** Any reply: success with members of its own, or a failure with its kind. */
export const replySchema = z.discriminatedUnion("ok", [
  z.looseObject({ ok: z.literal(true) }),
  z.object({
    ok: z.literal(false),
    kind: z.enum(["request", "missing", "memory", "failed"]),
    error: z.string(),
  }),
]);
/** Reply to `hello`: versions by import name, and threads that are really used. */
export const helloSchema = z.object({
  peer: z.string(),
  versions: z.record(z.string(), z.string()),
  threads: z.int().nonnegative(),
});
/** Reply with a duration by the worker's own clock. */
export const secondsSchema = z.object({ seconds: z.number().nonnegative() });
/** Seconds that threads ran and waited for a processor, and page faults. */
export const countsSchema = z.object({
  ran: z.number().nonnegative(),
  waited: z.number().nonnegative(),
  faults: z.int().nonnegative(),
});
/** Reply to `run`: a duration, and what disturbed the threads meanwhile where the system tells. */
export const runSchema = secondsSchema.extend(countsSchema.partial().shape);
/** Reply to `train`: the same, and the loss of each epoch. */
export const epochsSchema = runSchema.extend({ losses: z.array(z.number()) });

/** Time and counts of a reply. */
export function runOf({ seconds, ...rest }: z.infer<typeof runSchema>): PeerRun {
  const counts = countsSchema.safeParse(rest);
  return { ms: 1000 * seconds, ...(counts.success && { counts: counts.data }) };
}

/** Reply to `digest`: SHA-256 of each held array, an entry a set. */
export const digestsSchema = z.object({
  sets: z.array(z.partialRecord(
    z.enum(["rowPtr", "colIdx", "values", "features", "scale", "columnScale", "weights"]),
    z.string().regex(/^[0-9a-f]{64}$/),
  )).min(1),
});

/** Text on how a worker has ended that did not reply. */
export function endedText({ code, signal }: Pick<Deno.CommandStatus, "code" | "signal">): string {
  if (signal === null) return `a process that ended with code ${code}`;
  const cause = signal === "SIGKILL" ? ", which a system sends where its memory is full" : "";
  return `a process that ended by ${signal}${cause}`;
}
