/**
 * Environment variables that this process may read.
 *
 * @module
 */

/** Value of a variable; an unreadable variable counts as unset. */
export function readVariable(variable: string): string | undefined {
  const { state } = Deno.permissions.querySync({ name: "env", variable });
  return state === "granted" ? Deno.env.get(variable) : undefined;
}
