/**
 * The flag `--port` of verbs that show their pages with `--serve`.
 *
 * @module
 */
import { UsageError } from "../errors.ts";
import { wholeNumber } from "./value_kind.ts";
import { type Input, optional } from "./verb.ts";

/** Port of `--serve`; `standard` unless told. */
export function servedPort(standard: number): Input<number> {
  return optional(wholeNumber(0, 65_535), `port of --serve; ${standard} unless told`);
}

/**
 * Refuses a port that nothing would listen on.
 *
 * @throws {UsageError} There is a port, and nothing is served.
 */
export function assertServed(
  action: string,
  { serve, port }: { readonly serve?: boolean | undefined; readonly port?: number | undefined },
): void {
  if (port === undefined || serve) return;
  throw new UsageError({
    action,
    current: "--port without --serve",
    wanted: "flags that go together",
    next: "add --serve, or leave --port out",
  });
}
