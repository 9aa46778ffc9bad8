/**
 * Verbs of the command line as data: one record says a verb's arguments, its flags, the permissions that it
 * needs and what it does. The launcher, the parser, the help and the shells' completion all read it.
 *
 * @module
 */
import type { Need } from "./need.ts";
import type { ValueKind } from "./value_kind.ts";

/** An argument or a flag. `T` is the type of its value, `Always` whether it has one whatever was typed. */
export interface Input<T = unknown, Always extends boolean = boolean> {
  /** One line of help. */
  readonly description: string;
  /** Kind of the value; absent for a flag that takes none. */
  readonly kind?: ValueKind;
  /** Whether it takes any number of values. */
  readonly many?: boolean;
  /** Whether a value has to be typed. */
  readonly demanded?: boolean;
  /** Whether a second value is refused; of other flags that are no lists the last value counts. */
  readonly once?: boolean;
  /** Whether there is a value whatever was typed. */
  readonly always: Always;
  /** Value where none was typed. */
  readonly default?: T;
  /** Things of the machine that a value needs, beside the paths that its kind opens. */
  needs?(value: T): readonly Need[];
}

/** Arguments in their order, or flags, by the property that has their value: `dataDir` is `--data-dir`. */
export type Inputs = Readonly<Record<string, Input>>;

type ValueOf<I> = I extends Input<infer T> ? T : never;

/** Values of arguments or flags. Those that nobody typed are absent. */
export type Values<I extends Inputs> =
  & { readonly [K in keyof I as I[K] extends Input<unknown, true> ? K : never]: ValueOf<I[K]> }
  & { readonly [K in keyof I as I[K] extends Input<unknown, true> ? never : K]?: ValueOf<I[K]> };

/** Surroundings of a verb that runs. */
export interface VerbContext {
  /** The command line as it was typed, verb included. */
  readonly typed: readonly string[];
  /** All verbs. */
  readonly verbs: readonly VerbEntry[];
}

/** A verb. `A` are its arguments, `F` its flags. */
export interface Verb<A extends Inputs = Inputs, F extends Inputs = Inputs> {
  /** Word that is typed. */
  readonly name: string;
  /** One line of help. */
  readonly description: string;
  /** Arguments in their order. */
  readonly arguments: A;
  /** Flags. */
  readonly flags: F;
  /** Things of the machine that it needs whatever was typed. */
  readonly needs: readonly Need[];
  /** Folder of sessions of a verb that has no flag for it. */
  readonly sessions?: string;
  /** Whether help and completion leave it out. */
  readonly hidden?: true;
  /** Does the work, prints, and returns the exit code where that is not 0. Loads what it needs only now. */
  run(values: Values<A> & Values<F>, context: VerbContext): Promise<number | void>;
}

/** A word with verbs below it: `datasets`. */
export interface VerbGroup {
  /** Word that is typed. */
  readonly name: string;
  /** One line of help. */
  readonly description: string;
  /** The verbs. */
  readonly verbs: readonly Verb[];
}

/** A word that may come first on a command line. */
export type VerbEntry = Verb | VerbGroup;

/** Whether a first word has verbs below it. */
export function isGroup(entry: VerbEntry): entry is VerbGroup {
  return "verbs" in entry;
}

/** A verb with the types of its values. */
export function defineVerb<A extends Inputs, F extends Inputs>(verb: Verb<A, F>): Verb {
  return verb as unknown as Verb;
}

/** Name of a flag by the property that has its value: `--data-dir` of `dataDir`. */
export function flagName(property: string): string {
  return `--${property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

type NeedsOf<T> = Pick<Input<T>, "needs">;

/** A flag without a value. */
export function toggle(description: string, needs: NeedsOf<boolean> = {}): Input<boolean, false> {
  return { description, always: false, ...needs };
}

/** An argument or a flag that may be left out. */
export function optional<T>(
  kind: ValueKind<T>,
  description: string,
  needs: NeedsOf<T> = {},
): Input<T, false> {
  return { kind, description, always: false, ...needs };
}

/** A flag that has a value also where it is left out. */
export function defaulting<T>(
  kind: ValueKind<T>,
  value: T,
  description: string,
  needs: NeedsOf<T> = {},
): Input<T, true> {
  return { kind, description, always: true, default: value, ...needs };
}

/** An argument or a flag that has to be there. */
export function required<T>(
  kind: ValueKind<T>,
  description: string,
  needs: NeedsOf<T> = {},
): Input<T, true> {
  return { kind, description, always: true, demanded: true, ...needs };
}

/** The last argument, any number of times. */
export function several<T>(kind: ValueKind<T>, description: string): Input<readonly T[], true> {
  return { kind, description, always: true, many: true };
}

/** The last argument, once or more. */
export function oneOrMore<T>(kind: ValueKind<T>, description: string): Input<readonly T[], true> {
  return { kind, description, always: true, many: true, demanded: true };
}
