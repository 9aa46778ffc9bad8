/**
 * Environment variables as far as this process may read them.
 *
 * @module
 */

/** Value of a variable; one that may not be read is as one that is not set. */
export function readVariable(variable: string): string | undefined {
  const { state } = Deno.permissions.querySync({ name: "env", variable });
  return state === "granted" ? Deno.env.get(variable) : undefined;
}
