/**
 * The records of the verbs against the tasks, the help and each other.
 *
 * @module
 */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { readCommandLine } from "../cli.ts";
import { pathGrants } from "../platform/command_line/command_line.ts";
import { isGroup, type Verb } from "../platform/command_line/verb.ts";
import { EXIT } from "../platform/errors.ts";
import { VERBS } from "../verbs.ts";

const HOME = fileURLToPath(new URL("..", import.meta.url));
const EVERY: readonly Verb[] = VERBS.flatMap((entry) => isGroup(entry) ? entry.verbs : [entry]);

Deno.test("each verb is a task that the launcher starts, and no task names another verb", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${HOME}/deno.json`)) as {
    tasks: Record<string, { description: string; command: string }>;
  };
  const names = VERBS.map(({ name }) => name).sort();
  const launched = Object.entries(tasks).filter(([, { command }]) => /launch\.ts (\S+)$/.test(command));
  assert.deepEqual(launched.map(([name]) => name).sort(), names);
  for (const [name, { command, description }] of launched) {
    assert.ok(command.endsWith(` launch.ts ${name}`), command);
    assert.match(command, /^deno run --quiet (--allow-(env|read|write|run|sys) )+launch\.ts/);
    assert.ok(description.length > 10);
  }
});

Deno.test("only a verb's last argument takes several values, and demanded ones come first", () => {
  for (const { name, arguments: inputs } of EVERY) {
    const list = Object.values(inputs);
    assert.ok(list.slice(0, -1).every(({ many }) => !many), name);
    const firstOptional = list.findIndex(({ demanded }) => !demanded);
    assert.ok(firstOptional < 0 || list.slice(firstOptional).every(({ demanded }) => !demanded), name);
  }
});

Deno.test("no argument has the name of a flag of its verb, and every one says what it is", () => {
  for (const verb of EVERY) {
    const names = [...Object.keys(verb.arguments), ...Object.keys(verb.flags)];
    assert.equal(new Set(names).size, names.length, verb.name);
    for (const { description } of [verb, ...Object.values(verb.arguments), ...Object.values(verb.flags)]) {
      assert.match(description, /^\S.*\S$/, verb.name);
    }
  }
});

Deno.test("values are read once, by the kinds of the records, and absent ones are absent", () => {
  const valuesOf = (...args: string[]) => {
    const line = readCommandLine(args);
    assert.ok(typeof line === "object", args.join(" "));
    return line.values;
  };
  const { out, ...repro } = valuesOf(
    ...[
      "repro",
      "own",
      "roc/table-1",
      "--threads",
      "2",
      "--device-memory=1.5KiB",
      "--engine",
      "mpi",
      "--dry-run",
    ],
  );
  assert.match(String(out), /results\/sessions$/);
  assert.deepEqual(repro, {
    papers: ["own", "roc/table-1"],
    threads: 2,
    deviceMemory: 1536,
    engine: "mpi",
    dryRun: true,
    profile: "standard",
    device: "auto",
    seed: 1,
  });
  assert.deepEqual(valuesOf("datasets", "fetch", "cora", "pubmed"), { names: ["cora", "pubmed"] });
  assert.deepEqual(valuesOf("datasets", "list"), { names: [] });
  assert.deepEqual(valuesOf("describe", "--", "--strange"), { name: "--strange" });
});

Deno.test("help names every word that a closed choice takes, and writes a default as a user would", () => {
  for (const verb of EVERY) {
    for (const [flag, { kind, description }] of Object.entries({ ...verb.arguments, ...verb.flags })) {
      const words = kind?.completes instanceof Object && "words" in kind.completes
        ? kind.completes.words
        : [];
      for (const word of words) {
        assert.ok(new RegExp(`\\b${word}\\b`).test(description), `${verb.name} ${flag}: ${word}`);
      }
    }
  }
  for (const verb of EVERY) {
    for (const [flag, { kind, default: value }] of Object.entries(verb.flags)) {
      if (kind === undefined || value === undefined) continue;
      assert.deepEqual(kind.parse(kind.write?.(value) ?? String(value)), value, `${verb.name} ${flag}`);
    }
  }
});

Deno.test("a list of files that has no file is refused: nothing else would be run in its place", () => {
  for (const flag of ["--graph", "--kernel"]) {
    assert.equal(readCommandLine(["repro", flag, ","]), EXIT.usage, flag);
  }
});

Deno.test("a list in two flags is one list: the first one's files would be left out without a word", () => {
  const read = (...args: string[]) => {
    const line = readCommandLine(args);
    assert.ok(typeof line !== "number", args.join(" "));
    return { values: line.values, read: pathGrants(line).read };
  };
  const typed = ["--kernel", "a.so", "--width", "32", "--kernel", "b.so,c.so", "--width", "64"];
  const { values, read: readable } = read("repro", ...typed, "--graph", "g.mtx");
  assert.deepEqual([values.kernel, values.width, values.graph], [["a.so", "b.so", "c.so"], [32, 64], [
    "g.mtx",
  ]]);
  for (const name of ["a.so", "b.so", "c.so"]) {
    assert.ok(readable?.some((path) => path.endsWith(name)), name);
  }
  // A default is replaced, by one flag and by two.
  assert.deepEqual(read("train", "cora", "--fanouts", "3", "--fanouts", "4").values.fanouts, [3, 4]);
});
