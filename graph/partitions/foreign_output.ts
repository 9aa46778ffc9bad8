/**
 * Standard output of a foreign library, sent to standard error: a library that prints there would mix its
 * words into ours, such as one JSON object for programs.
 *
 * @module
 */

/** Functions of the C library that a library depends on, by which its output is sent elsewhere. */
export const OUTPUT_SYMBOLS = {
  fflush: { parameters: ["pointer"], result: "i32", optional: true },
  dup: { parameters: ["i32"], result: "i32", optional: true },
  dup2: { parameters: ["i32", "i32"], result: "i32", optional: true },
  close: { parameters: ["i32"], result: "i32", optional: true },
} as const;

type OutputSymbols = Deno.DynamicLibrary<typeof OUTPUT_SYMBOLS>["symbols"];

const OUTPUT = 1, ERRORS = 2;

/**
 * Calls a library whose output goes to standard error meanwhile. Where the system has no such functions under
 * these names, as on Windows, it goes where the library sends it.
 */
export function withOutputToErrors<T>(
  { fflush, dup, dup2, close }: Partial<OutputSymbols>,
  call: () => T,
): T {
  if (!fflush || !dup || !dup2 || !close) return call();
  const flush = () => fflush(null);
  flush();
  const kept = dup(OUTPUT);
  if (kept < 0) return call();
  dup2(ERRORS, OUTPUT);
  try {
    return call();
  } finally {
    // The C library holds text back, and would write it after the end of the call.
    flush();
    dup2(kept, OUTPUT);
    close(kept);
  }
}
