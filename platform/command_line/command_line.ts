/**
 * A command line that was read, with the paths that its values open and its needs of the machine.
 *
 * @module
 */
import { withRealPath } from "../files/real_path.ts";
import type { Grants } from "./grants.ts";
import type { Need } from "./need.ts";
import type { ValueKind } from "./value_kind.ts";
import type { Input, Verb } from "./verb.ts";

/** A command line that was read. */
export interface CommandLine {
  /** The verb. */
  readonly verb: Verb;
  /** Values of its arguments and flags, defaults included. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Arguments and flags that have a value. */
function givenInputs({ verb, values }: CommandLine): { readonly input: Input; readonly value: unknown }[] {
  return Object.entries({ ...verb.arguments, ...verb.flags })
    .map(([name, input]) => ({ input, value: values[name] }))
    .filter(({ value }) => value !== undefined);
}

/** Values of a kind that opens paths, as they were typed. */
function opening(line: CommandLine): { readonly kind: ValueKind; readonly path: string }[] {
  return givenInputs(line).flatMap(({ input: { kind, many }, value }) => {
    if (kind?.opens === undefined) return [];
    const typed = many ? value as readonly unknown[] : [value];
    return typed.map((path) => ({ kind, path: String(path) }));
  });
}

/** Permissions for the paths that a command line names, and for those that they lead to through links. */
export function pathGrants(line: CommandLine): Grants {
  const named = opening(line);
  const standard = line.verb.sessions === undefined ? [] : [line.verb.sessions];
  const sessions = [...standard, ...named.filter(({ kind }) => kind.holdsSessions).map(({ path }) => path)];
  const opened = named.map(({ kind, path }) => kind.opens!(path, sessions));
  const write = [...standard, ...opened.flatMap((paths) => paths.write ?? [])].flatMap(withRealPath);
  const read = opened.flatMap((paths) => paths.read ?? []).flatMap(withRealPath);
  return { read: [...write, ...read], write };
}

/** Things of the machine that a command line needs. */
export function needsOf(line: CommandLine): ReadonlySet<Need> {
  const ofValues = givenInputs(line).flatMap(({ input, value }) => input.needs?.(value) ?? []);
  return new Set([...line.verb.needs, ...ofValues]);
}
