/**
 * The command line: reads it by the records of the verbs, runs the verb, and turns every error into one
 * sentence and an exit code. The one module that knows `commander`.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import config from "./deno.json" with { type: "json" };
import { harnessCommit } from "./hardware/commit.ts";
import { launchedRank } from "./distributed/communicator/mpi/launch_environment.ts";
import { type CommandLine, needsOf } from "./platform/command_line/command_line.ts";
import { InvalidValue, type ValueKind } from "./platform/command_line/value_kind.ts";
import { flagName, type Input, isGroup, type Verb, type VerbEntry } from "./platform/command_line/verb.ts";
import { wayOut } from "./platform/command_line/way_out.ts";
import { EXIT, ReproError } from "./platform/errors.ts";
import { checkFlagValues } from "./platform/command_line/flag_values.ts";
import { withholdLoaderVariables } from "./platform/native/loader_variables.ts";
import { systemError } from "./platform/system_error.ts";
import { VERBS } from "./verbs.ts";

/**
 * Reads a value in the way of `commander`, which hands in the values before it where there are several, or
 * the default. A list that is typed in two flags is one list.
 */
function reader({ kind, many, default: standard }: Input & { readonly kind: ValueKind }) {
  return (text: string, before: unknown): unknown => {
    try {
      const value = kind.parse(text);
      if (Array.isArray(value) && Array.isArray(before) && before !== standard) return [...before, ...value];
      return many ? [...Array.isArray(before) ? before : [], value] : value;
    } catch (error) {
      if (error instanceof InvalidValue) throw new InvalidArgumentError(error.message);
      throw error;
    }
  };
}

function optionOf(property: string, input: Input): Option {
  const { kind, description } = input;
  if (kind === undefined) return new Option(flagName(property), description);
  const option = new Option(`${flagName(property)} <${kind.placeholder}>`, description);
  if (input.default !== undefined) option.default(input.default, kind.write?.(input.default));
  if (input.demanded) option.makeOptionMandatory();
  const read = reader({ ...input, kind });
  return option.argParser(input.once ? once(read) : read);
}

/** A reader that refuses a second value. */
function once(read: ReturnType<typeof reader>): typeof read {
  let first: string | undefined;
  return (text, before) => {
    const value = read(text, before);
    if (first !== undefined) {
      throw new InvalidArgumentError(`It is given twice, with ${JSON.stringify(first)} before: write one.`);
    }
    first = text;
    return value;
  };
}

function argumentOf(name: string, input: Input): Argument {
  const { kind, description, many, demanded } = input;
  const inner = many ? `${name}...` : name;
  const argument = new Argument(demanded ? `<${inner}>` : `[${inner}]`, description);
  return kind === undefined ? argument : argument.argParser(reader({ ...input, kind }));
}

/** A verb's command; `group` is the name before its own, where it has one. */
function commandOf(verb: Verb, read: (line: CommandLine) => void, group = ""): Command {
  const command = new Command(verb.name).description(verb.description),
    line = `deno task ${group}${verb.name}`;
  const names = Object.keys(verb.arguments);
  for (const name of names) command.addArgument(argumentOf(name, verb.arguments[name]));
  for (const [property, input] of Object.entries(verb.flags)) command.addOption(optionOf(property, input));
  command.showHelpAfterError(`Next: ${line} ${command.usage()}; ${line} --help explains them`);
  return command.action(() => {
    const typed = names.map((name, i) => [name, command.processedArgs[i]] as const);
    const all = [...typed, ...Object.entries(command.opts())];
    read({ verb, values: Object.fromEntries(all.filter(([, value]) => value !== undefined)) });
  });
}

function programOf(verbs: readonly VerbEntry[], read: (line: CommandLine) => void): Command {
  // The name that a user types, so that the first line of the help can be copied.
  const program = new Command("deno task")
    .description("Reproduces the experiments of five GNN-systems papers on the machine at hand.")
    .option("--version", "print version and commit, to cite or to report")
    .on("option:version", () => {
      const commit = harnessCommit(fileURLToPath(new URL(".", import.meta.url)));
      console.log(`gnn-repro ${config.version}, commit ${commit}, Deno ${Deno.version.deno}`);
      throw new CommanderError(EXIT.ok, "version", "printed");
    });
  for (const entry of verbs) {
    if (!isGroup(entry)) {
      program.addCommand(commandOf(entry, read), { hidden: entry.hidden ?? false });
      continue;
    }
    const group = new Command(entry.name).description(entry.description)
      .showHelpAfterError(`Next: deno task ${entry.name} --help lists its verbs`);
    for (const verb of entry.verbs) group.addCommand(commandOf(verb, read, `${entry.name} `));
    program.addCommand(group);
  }
  return program;
}

/** Commands end with an exception, also those below others. */
function throwing(command: Command): Command {
  command.exitOverride();
  command.commands.forEach(throwing);
  return command;
}

/**
 * Reads a command line. Where that is all there is to do, for it is wrong or asks for help, the text is
 * printed and the exit code returned.
 *
 * @throws {UsageError} for a flag whose value is empty or another flag.
 */
export function readCommandLine(args: readonly string[]): CommandLine | number {
  let line: CommandLine | undefined;
  const program = throwing(programOf(VERBS, (read) => line = read));
  try {
    checkFlagValues(args, [program]);
    program.parse([...args], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    throw error;
  }
  return line ?? EXIT.usage;
}

/**
 * Runs a verb. Under a user's own `mpirun` or `srun` rank 0 is the program; the others do what its suites ask
 * of them, and nothing for a verb without suites.
 */
async function run(line: CommandLine, typed: readonly string[]): Promise<number> {
  const work = async () => await line.verb.run(line.values, { typed, verbs: VERBS }) ?? EXIT.ok;
  const launched = launchedRank();
  if (launched === undefined) return await work();
  if (!needsOf(line).has("device")) return launched.rank > 0 ? EXIT.ok : await work();
  const { joinedWorld } = await import("./distributed/communicator/mod.ts");
  const world = joinedWorld();
  try {
    if (world === undefined || world.rank === 0) return await work();
    await world.serve();
    return EXIT.ok;
  } finally {
    if (world?.rank === 0) world.close();
  }
}

/** Runs a command line and returns its exit code; every error becomes one sentence on standard error. */
export async function main(args: readonly string[]): Promise<number> {
  let verb: Verb | undefined;
  try {
    const line = readCommandLine(args);
    if (typeof line === "number") return line;
    verb = line.verb;
    return await run(line, args);
  } catch (error) {
    const known = error instanceof ReproError
      ? error
      : systemError(error, `run ${JSON.stringify(args[0])}`, wayOut(verb));
    if (known === undefined) throw error;
    console.error(`error: ${known.message}`);
    return known.exitCode;
  }
}

if (import.meta.main) {
  // Programs that the run starts could be others under them, and Deno would start none.
  withholdLoaderVariables();
  Deno.exit(await main(Deno.args));
}
