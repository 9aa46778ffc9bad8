/**
 * Checks of command-line flags: a flag without its value must not take the next flag for one, and a flag that
 * takes none must not be given one.
 *
 * @module
 */
import { UsageError } from "../errors.ts";

/** A command with its flags, as `commander` represents them. */
export interface FlagCommand {
  /** Flags with their dashes; `required` means that the flag takes a value. */
  readonly options: readonly {
    readonly long?: string | null | undefined;
    readonly short?: string | null | undefined;
    readonly required: boolean;
  }[];
  /** Subcommands. */
  readonly commands: readonly FlagCommand[];
}

/** Flags of all commands that take a value, or those that take none. */
function flagsOf(commands: readonly FlagCommand[], isValued: boolean): Set<string> {
  const own = commands.flatMap(({ options }) => options.filter(({ required }) => required === isValued));
  const nested = commands.flatMap((command) => [...flagsOf(command.commands, isValued)]);
  return new Set([...own.flatMap(({ long, short }) => [long ?? "", short ?? ""]), ...nested]);
}

/** Pattern of a flag in the place of a value; a negative number is a value. */
const FLAG = /^--?[A-Za-z]/;

/**
 * Refuses a flag whose value is empty or is the next flag: `--out --dry-run` would really write into a folder
 * of that name. A value that begins with a dash is written with an equals sign: `--out=--dry-run`. Refuses a
 * value after a flag that takes none, too: `--json=false` would not be what it says.
 *
 * @param args Command line as typed.
 * @param commands Commands whose flags take values, including subcommands.
 * @throws {UsageError} naming the flag.
 */
export function checkFlagValues(args: readonly string[], commands: readonly FlagCommand[]): void {
  const valued = flagsOf(commands, true), alone = flagsOf(commands, false);
  const operands = args.indexOf("--");
  const flags = operands < 0 ? args : args.slice(0, operands);
  flags.forEach((arg, i) => {
    const [name, written] = arg.startsWith("--") && arg.includes("=")
      ? arg.split(/=(.*)/s)
      : [arg, undefined];
    if (written !== undefined && alone.has(name) && !valued.has(name)) {
      throw new UsageError({
        action: `read ${name}`,
        current: `the value ${JSON.stringify(written)}`,
        wanted: `${name} alone, which takes none`,
        next: `write ${name}, or leave it out`,
      });
    }
    if (name === "" || !valued.has(name)) return;
    const value = written ?? flags[i + 1];
    const isFlag = written === undefined && value !== undefined && FLAG.test(value);
    if (value !== "" && !isFlag) return;
    throw new UsageError({
      action: `read ${name}`,
      current: isFlag ? `the flag ${value} where its value should be` : "an empty value",
      wanted: `${name} and a value`,
      next: isFlag ? `write the value after ${name}, or ${name}=${value} if that is it` : "write one",
    });
  });
}
